package io.claimctl.claim;

import org.jspecify.annotations.Nullable;

/**
 * The claim was released by an operator or a sweep. As the outcome of a reset: by this one, just now. As the outcome of
 * a holder's operation: by somebody, before it.
 *
 * @param claim before the reset, if this operation made it; else as it stands
 * @param by the id of the reset, sweep batch or release; null if not known
 * @param reason the operator's words; null if none, or not known
 * @param deletion what became of the document, where deleting it was asked for
 */
public record Reset(
        Claim claim, @Nullable String by, @Nullable String reason, Deletion deletion) implements Miss, ResetOutcome {

    /** What became of a released document. */
    public enum Deletion {
        /** Deleting was not asked for; TTL deletes the document. */
        NOT_ASKED,
        /** Deleted. */
        DELETED,
        /** Not deleted, since it was acquired, given a payload, or deleted by TTL after the release. */
        LEFT,
        /** The server refused the delete, or did not answer it: the document is released, or deleted after all. */
        FAILED
    }

    /** Whether the holder itself released it, by the token that the claim still carries. */
    public boolean byHolder() {
        return by != null && by.equals(ReleaseOperation.mark(String.valueOf(claim.workerId())));
    }

    @Override
    public <R> R match(Miss.Cases<R> cases) {
        return cases.reset(this);
    }

    @Override
    public <R> R match(ResetOutcome.Cases<R> cases) {
        return cases.reset(this);
    }
}
