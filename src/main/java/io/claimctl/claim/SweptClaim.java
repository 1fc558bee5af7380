package io.claimctl.claim;

import org.jspecify.annotations.Nullable;

/**
 * What a sweep did to one claim, or left alone.
 *
 * @param seen the row as the sweep saw it before it changed anything
 * @param result what became of it
 * @param detail why, where there is something to add: why it was skipped, what the error was; else null
 */
public record SweptClaim(
        ClaimRow seen, Result result, @Nullable String detail) {

    /** What became of a stale claim in a sweep. */
    public enum Result {
        /** Released by this sweep. */
        RESET,
        /** Would have been released; the sweep was a dry run. */
        WOULD_RESET,
        /** Renewed, completed, taken over or given a payload after it was seen; left as it is. */
        CHANGED,
        /** Not there any more when the sweep came to it. */
        GONE,
        /** Left alone: its lease is live, it holds a payload, or it is malformed. */
        SKIPPED,
        /** Not known: the server did not say how many were changed, and a read cannot tell. */
        UNCLEAR,
        /** The server refused to change it. */
        ERROR
    }
}
