package io.claimctl.view;

/** What machine formats say of a claim, in this order; in lower case these are the names. */
enum ClaimField {
    ID,
    STATUS,
    /** {@code live}, {@code expired}, or {@code none} where nobody holds a lease. */
    LEASE,
    /** Negative since the lease has ended; absent where there is no lease, or one without an end. */
    LEASE_REMAINING_MS,
    WORKER_ID,
    INSTANCE,
    FENCE,
    /** Whether the fence was issued to the acquisition that holds the claim now. */
    FENCE_VALID,
    FENCE_WORKER,
    EXPIRES_AT,
    CREATED_AT,
    UPDATED_AT,
    /** Since {@code updated_at}. */
    AGE_MS,
    PAYLOAD_BYTES,
    EVENT_NAME,
    METADATA,
    RESET_BY,
    RESET_AT,
    RESET_REASON,
    KEPT_AT,
    MALFORMED,
    FINGERPRINT,
    NEXT
}
