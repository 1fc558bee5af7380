package io.claimctl.claim;

/**
 * Somebody else holds the claim.
 *
 * @param claim the claim as it stands, with its holder ({@code workerId}) and the end of its lease, where it has them
 */
public record Held(Claim claim) implements AcquireOutcome, TakeOverOutcome {

    @Override
    public <R> R match(AcquireOutcome.Cases<R> cases) {
        return cases.held(this);
    }

    @Override
    public <R> R match(TakeOverOutcome.Cases<R> cases) {
        return cases.held(this);
    }
}
