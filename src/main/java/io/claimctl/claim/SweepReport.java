package io.claimctl.claim;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The sums of a sweep.
 *
 * @param sweepId the sweep's id; {@code reset_by} of what it released is this, a colon and the batch number
 * @param at server time when the sweep began
 * @param cutoff claims with an earlier {@code updated_at} were stale
 * @param dryRun whether nothing was to be changed
 * @param counts how many claims met each result; absent ones none
 * @param liveLeft how many stale claims were left alone since their lease is live
 * @param payloadsLeft how many stale claims with an ended lease were left alone since they hold a payload
 * @param malformedLeft how many stale documents were left alone since they are malformed
 * @param deleted how many released documents were deleted; 0 unless asked for
 * @param notDeleted how many released documents the server did not confirm to have deleted, though asked for
 * @param end why the sweep came to no further claim
 * @param failure the store's, if that was why; else null
 * @param reason what its listener has ended it for, if that was why; else null
 */
public record SweepReport(
        String sweepId,
        Instant at,
        Instant cutoff,
        boolean dryRun,
        Map<SweptClaim.Result, Long> counts,
        long liveLeft,
        long payloadsLeft,
        long malformedLeft,
        long deleted,
        long notDeleted,
        End end,
        @Nullable StoreException failure,
        @Nullable String reason) {

    /** Why a sweep came to no further claim. */
    public enum End {
        /** There was none. */
        DONE,
        /** The limit was reached, and there are more. */
        LIMITED,
        /** Its listener has ended it. */
        STOPPED,
        /** The store failed. */
        STORE
    }

    /** Copies the counts, so that the report is a value. */
    public SweepReport {
        counts = Map.copyOf(counts);
    }

    /**
     * The report of a sweep that did not begin.
     *
     * @param at server time
     * @param reason why not
     */
    public static SweepReport nothing(SweepRequest request, Instant at, String reason) {
        Instant cutoff = at.minus(request.olderThan());
        return new SweepReport("", at, cutoff, request.dryRun(), Map.of(), 0, 0, 0, 0, 0, End.STOPPED, null, reason);
    }

    /** Whether it may have left claims that it was to come to, and no limit was the reason. */
    public boolean endedEarly() {
        return end == End.STOPPED || end == End.STORE;
    }

    /** What ended it early, in words; null if nothing did. */
    public @Nullable String stopped() {
        return failure == null ? reason : failure.getMessage();
    }

    /** How many claims met this result. */
    public long count(SweptClaim.Result result) {
        return counts.getOrDefault(result, 0L);
    }
}
