package io.claimctl.claim;

import org.jspecify.annotations.Nullable;

/**
 * The claim is held under a fresh token. A positive answer of the server, or a read that found the token, proves it.
 *
 * @param lease the lease to give back on completion
 * @param previous the claim as it was before, if a lapsed, released or foreign one was taken over; null for a new
 *     one, and where only a later read proved the acquisition
 */
public record Acquired(Lease lease, @Nullable Claim previous) implements AcquireOutcome, TakeOverOutcome {

    @Override
    public <R> R match(AcquireOutcome.Cases<R> cases) {
        return cases.acquired(this);
    }

    @Override
    public <R> R match(TakeOverOutcome.Cases<R> cases) {
        return cases.acquired(this);
    }
}
