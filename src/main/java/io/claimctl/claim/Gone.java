package io.claimctl.claim;

/**
 * The claim that was seen is no longer there.
 *
 * @param id the claim id
 */
public record Gone(String id) implements ResetOutcome {

    @Override
    public <R> R match(ResetOutcome.Cases<R> cases) {
        return cases.gone(this);
    }
}
