package io.claimctl.claim;

/**
 * The lease is over, or the answer came so late that less than the safety margin of it is left: it must not be relied on.
 * Nobody else was seen to have taken the claim.
 *
 * @param lease the lease that is about to end, or has ended
 */
public record Expired(Lease lease) implements AcquireOutcome, RenewOutcome, TakeOverOutcome {

    @Override
    public <R> R match(AcquireOutcome.Cases<R> cases) {
        return cases.expired(this);
    }

    @Override
    public <R> R match(RenewOutcome.Cases<R> cases) {
        return cases.expired(this);
    }

    @Override
    public <R> R match(TakeOverOutcome.Cases<R> cases) {
        return cases.expired(this);
    }
}
