package io.claimctl.worker;

import io.claimctl.claim.StoreException;
import io.claimctl.claim.SweepReport;
import io.claimctl.worker.RecoveredClaim.Result;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The sums of a recovery.
 *
 * @param at server time when it began
 * @param cutoff claims with an earlier {@code updated_at} were stale
 * @param dryRun whether nothing was to be changed
 * @param counts how many claims with a payload met each result; absent ones none
 * @param end why no further message was published
 * @param failure the store's, if that was why; else null
 * @param rest the sweep of the claims without a payload; empty if the recovery ended before it
 */
public record RecoveryReport(
        Instant at,
        Instant cutoff,
        boolean dryRun,
        Map<Result, Long> counts,
        End end,
        @Nullable StoreException failure,
        Optional<SweepReport> rest) {

    /** Why no further message was published. */
    public enum End {
        /** There was none. */
        DONE,
        /** The limit was reached; there may be more. */
        LIMITED,
        /** Too many failed in a row; those that were not tried are held, as far as nobody else holds them. */
        FAILURES,
        /** It was told to stop. */
        STOPPED,
        /** The store failed. */
        STORE
    }

    /** Copies the counts, so that the report is a value. */
    public RecoveryReport {
        counts = Map.copyOf(counts);
    }

    /** How many claims met this result. */
    public long count(Result result) {
        return counts.getOrDefault(result, 0L);
    }
}
