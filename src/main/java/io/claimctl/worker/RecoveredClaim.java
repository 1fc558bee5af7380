package io.claimctl.worker;

import io.claimctl.claim.ClaimRow;
import org.jspecify.annotations.Nullable;

/**
 * What a recovery did with one stale claim that holds a payload.
 *
 * @param seen the row as it was read before anything was changed
 * @param result what became of it
 * @param detail why, where there is something to add; else null
 */
public record RecoveredClaim(
        ClaimRow seen, Result result, @Nullable String detail) {

    /** What became of a stored message. */
    public enum Result {
        /** Published, and its claim completed. */
        PUBLISHED,
        /** Would have been published; the pass was a dry run. */
        WOULD_PUBLISH,
        /** Not published; the message stays with its claim, for a later pass. */
        FAILED,
        /** Not tried, since too many had failed in a row; its claim is held, message and all, for a later pass. */
        HELD,
        /** Its claim changed hands, or might have, while it was being published; it may be published again. */
        LOST,
        /** Renewed, completed or taken over after it was seen; left as it is. */
        CHANGED,
        /** Not there any more. */
        GONE,
        /** Nobody knows whether it was taken over, or, once published, completed. */
        UNCLEAR,
        /** It could not be taken over: it is malformed, or the server refused. */
        ERROR
    }
}
