package io.claimctl.claim;

/** What a claim is waited to become. */
public enum Awaited {
    /** Free to be acquired: it does not exist, was released, or its lease has ended. */
    FREE,
    /** Completed, by whomever. */
    COMPLETED
}
