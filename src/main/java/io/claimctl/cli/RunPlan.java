package io.claimctl.cli;

import io.claimctl.claim.LeaseMargin;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code run} was asked to do.
 *
 * @param patience how long to wait for the claim; null not to
 * @param busy the code to end with where somebody else holds the claim
 * @param memory how long a success is remembered; null to release the claim instead
 * @param skipsCompleted whether it is fine that the work is done already
 * @param keepsFailed whether the claim of a command that failed is kept until its lease ends
 * @param endsWhenLost whether the command is ended when the lease is lost
 * @param grace between TERM and KILL
 * @param runsUnclaimed whether the command runs without a claim where acquiring fails with an error
 * @param command the program and its arguments
 */
record RunPlan(
        String id,
        Duration ttl,
        @Nullable Duration patience,
        int busy,
        @Nullable Duration memory,
        boolean skipsCompleted,
        boolean keepsFailed,
        boolean endsWhenLost,
        Duration grace,
        boolean runsUnclaimed,
        List<String> command) {

    private static final Duration LONGEST_MARGIN = LeaseMargin.of(Duration.ofDays(1));

    /**
     * What KILL gets, before the safety margin of the lease: as much again. So the command is killed two margins before its
     * lease ends.
     */
    Duration forKilling() {
        return LeaseMargin.of(ttl);
    }

    /** How long before the safety margin the command must be told to end. */
    Duration notice() {
        return grace.plus(forKilling());
    }

    /**
     * The shortest lease in which all of this has room: a third until the renewal, a renewal that runs into its timeout,
     * the grace, and two margins of half a second, or a quarter of the lease if that is less.
     */
    static Duration shortestTtl(Duration timeout, Duration grace) {
        Duration needed = timeout.plus(grace);
        Duration ifLong =
                needed.plus(LONGEST_MARGIN.multipliedBy(2)).multipliedBy(3).dividedBy(2);
        Duration ifShort = needed.multipliedBy(6);
        Duration shortest = ifLong.compareTo(ifShort) < 0 ? ifLong : ifShort;
        return shortest.plusNanos(999_999).truncatedTo(ChronoUnit.MILLIS);
    }
}
