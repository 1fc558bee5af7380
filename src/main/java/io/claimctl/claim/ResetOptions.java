package io.claimctl.claim;

import org.jspecify.annotations.Nullable;

/**
 * How a reset goes about it.
 *
 * @param payloads what to do with a claim that holds a payload
 * @param delete whether to delete the released document at once, instead of leaving that to TTL
 * @param reason the operator's words, stored as {@code reset_reason}; null for none
 */
public record ResetOptions(
        Payloads payloads, boolean delete, @Nullable String reason) {

    /** Payloads are left alone, nothing is deleted, no reason given. */
    public static ResetOptions defaults() {
        return new ResetOptions(Payloads.SKIP, false, null);
    }
}
