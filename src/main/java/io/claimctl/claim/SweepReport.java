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
 * @param limited whether the limit ended the sweep, so that there may be more
 * @param stopped the failure that ended the sweep early; null if it came to its end
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
        boolean limited,
        @Nullable StoreException stopped) {

    /** Copies the counts, so that the report is a value. */
    public SweepReport {
        counts = Map.copyOf(counts);
    }

    /** How many claims met this result. */
    public long count(SweptClaim.Result result) {
        return counts.getOrDefault(result, 0L);
    }
}
