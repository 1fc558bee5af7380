package io.claimctl.view;

import java.util.EnumSet;
import java.util.List;

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
    /** Database and collection, where a row is to say by itself whose it is. */
    NAMESPACE,
    /** When it was seen, where a row is to say it by itself. */
    SERVER_TIME,
    NEXT;

    /** The columns of CSV where claims are listed. */
    static final List<ClaimField> LISTED = List.copyOf(EnumSet.range(ID, MALFORMED));
    /** The columns of CSV where stale claims are listed. */
    static final List<ClaimField> STALE = List.copyOf(EnumSet.range(ID, SERVER_TIME));
    /** The columns of CSV where claims are inspected. */
    static final List<ClaimField> INSPECTED = List.copyOf(EnumSet.complementOf(EnumSet.of(NAMESPACE, SERVER_TIME)));
}
