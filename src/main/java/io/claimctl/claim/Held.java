package io.claimctl.claim;

/**
 * Somebody else holds the claim.
 *
 * @param claim the claim as it stands, with its holder ({@code workerId}) and the end of its lease, where it has them
 */
public record Held(Claim claim) implements AcquireOutcome {

    @Override
    public <R> R match(AcquireOutcome.Cases<R> cases) {
        return cases.held(this);
    }
}
