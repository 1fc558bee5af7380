package io.claimctl.claim;

/** Which leases a stale query or a sweep takes in. A claim without a date in {@code expires_at} counts as live. */
public enum LeaseFilter {
    /** Those that still run on the server's clock. */
    LIVE,
    /** Those that have ended: the claim is free already. */
    EXPIRED,
    /** Both. */
    ANY
}
