package io.claimctl.worker;

import io.claimctl.claim.LeaseFilter;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a recovery is to do.
 *
 * @param olderThan claims whose {@code updated_at} is older than this are stale; the same for all recoveries of a collection,
 *     since one that was not renewed for so long is another's to take
 * @param lease {@link LeaseFilter#EXPIRED} takes what is free already, what was kept for recovery, and what an earlier
 *     recovery has left; {@link LeaseFilter#ANY} also live leases
 * @param limit how many messages to publish at most, and as many other claims to reset; empty for all
 * @param hold for how long a claim that was taken over keeps its message if nobody comes for it; at least twice {@code olderThan}
 * @param notice how long before a claim may be another's its publisher is told to stop
 * @param failuresInARow after so many failures one after the other no more is published; at least 1
 * @param dryRun true changes and publishes nothing and reports what it would do
 */
public record RecoveryRequest(
        Duration olderThan,
        LeaseFilter lease,
        OptionalLong limit,
        Duration hold,
        Duration notice,
        int failuresInARow,
        boolean dryRun) {
    /** For how long a claim keeps its message, unless told otherwise. */
    public static final Duration DEFAULT_HOLD = Duration.ofHours(24);
    /** How many failures in a row end a recovery, unless told otherwise. */
    public static final int DEFAULT_FAILURES_IN_A_ROW = 5;

    private static final Duration NOTICE = Duration.ofSeconds(2);
    private static final Duration MOST = Duration.ofDays(36_500);

    /** Refuses a lease filter of {@code LIVE}, limits below 1, and a hold that is shorter than twice {@code olderThan}. */
    public RecoveryRequest {
        if (lease == LeaseFilter.LIVE) {
            throw new IllegalArgumentException("a recovery takes expired leases, or any, never live ones alone");
        }
        if (limit.isPresent() && limit.getAsLong() < 1) {
            throw new IllegalArgumentException("limit is " + limit.getAsLong() + "; it must be at least 1");
        }
        if (failuresInARow < 1) {
            throw new IllegalArgumentException("failuresInARow is " + failuresInARow + "; it must be at least 1");
        }
        if (notice.isNegative()) {
            throw new IllegalArgumentException("notice is " + notice + "; a loss cannot be told after the fact");
        }
        if (hold.compareTo(MOST) > 0) {
            throw new IllegalArgumentException("hold is " + hold + "; it must be at most 100 years");
        }
        if (hold.compareTo(olderThan.multipliedBy(2)) < 0) {
            throw new IllegalArgumentException("hold is " + hold + "; it must be at least twice olderThan, which is "
                    + olderThan + ", or the message may be gone before anybody comes for it again");
        }
    }

    /** A recovery of expired leases, without a limit, with a hold of a day, or of twice {@code olderThan} if that is longer. */
    public static RecoveryRequest olderThan(Duration olderThan) {
        Duration twice = olderThan.multipliedBy(2);
        return new RecoveryRequest(
                olderThan,
                LeaseFilter.EXPIRED,
                OptionalLong.empty(),
                twice.compareTo(DEFAULT_HOLD) > 0 ? twice : DEFAULT_HOLD,
                NOTICE,
                DEFAULT_FAILURES_IN_A_ROW,
                false);
    }

    /** The same with this lease filter. */
    public RecoveryRequest withLease(LeaseFilter other) {
        return new RecoveryRequest(olderThan, other, limit, hold, notice, failuresInARow, dryRun);
    }

    /** The same, publishing no more messages than this; null for all. */
    public RecoveryRequest withLimit(@Nullable Long most) {
        OptionalLong other = most == null ? OptionalLong.empty() : OptionalLong.of(most);
        return new RecoveryRequest(olderThan, lease, other, hold, notice, failuresInARow, dryRun);
    }

    /** The same, keeping messages for this long. */
    public RecoveryRequest withHold(Duration other) {
        return new RecoveryRequest(olderThan, lease, limit, other, notice, failuresInARow, dryRun);
    }

    /** The same, with this notice for publishers. */
    public RecoveryRequest withNotice(Duration other) {
        return new RecoveryRequest(olderThan, lease, limit, hold, other, failuresInARow, dryRun);
    }

    /** The same, ending after so many failures in a row. */
    public RecoveryRequest withFailuresInARow(int most) {
        return new RecoveryRequest(olderThan, lease, limit, hold, notice, most, dryRun);
    }

    /** The same, changing nothing. */
    public RecoveryRequest asDryRun() {
        return new RecoveryRequest(olderThan, lease, limit, hold, notice, failuresInARow, true);
    }
}
