package io.claimctl.claim;

/** What a claim's {@code expires_at} says at one instant. */
public enum LeaseState {
    /** {@code expires_at} has not passed, or the claim has no date there and so never ends. */
    LIVE,
    /** {@code expires_at} has passed. */
    EXPIRED,
    /** The claim is not {@code processing}, so nobody holds a lease. */
    NONE
}
