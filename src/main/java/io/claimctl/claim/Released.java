package io.claimctl.claim;

/**
 * The claim was let go under the token given, now or by an earlier command of the same token, and is free at once.
 *
 * @param id the claim id
 */
public record Released(String id) implements ReleaseOutcome {

    @Override
    public <R> R match(ReleaseOutcome.Cases<R> cases) {
        return cases.released(this);
    }
}
