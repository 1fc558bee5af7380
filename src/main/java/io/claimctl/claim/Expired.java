package io.claimctl.claim;

/**
 * The claim was acquired, but the answer came so late that less than the safety margin of the lease is left: it must not
 * be relied on.
 *
 * @param lease the lease that is about to end, or has ended
 */
public record Expired(Lease lease) implements AcquireOutcome {

    @Override
    public <R> R match(AcquireOutcome.Cases<R> cases) {
        return cases.expired(this);
    }
}
