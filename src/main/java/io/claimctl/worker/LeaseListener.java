package io.claimctl.worker;

import io.claimctl.claim.Lease;

/** Hears what becomes of a lease that is kept. */
@FunctionalInterface
public interface LeaseListener {

    /**
     * The lease is lost, or about to be: whatever the claim guards must stop now. Called once at most, on a thread of its
     * own (only where no further thread can be had, on the one that found the loss), never after {@link KeptLease#close}'s
     * return unless it was on its way by then.
     */
    void lost(LeaseLoss loss);

    /**
     * The lease runs on. Called on the renewal thread of all claims: it must not block. What it throws goes to
     * that thread's handler of uncaught exceptions and changes nothing.
     */
    default void renewed(Lease lease) {}
}
