package io.claimctl.worker;

import io.claimctl.claim.LeaseMargin;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.random.RandomGenerator;

/** When a lease is to be renewed next, by what it has left. Not thread-safe. */
final class RenewalPace {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final Duration ttl;
    private final RandomGenerator random;
    private Duration pause = FIRST_PAUSE;
    private Duration leftWhenDue = Duration.ZERO;

    RenewalPace(Duration ttl, RandomGenerator random) {
        this.ttl = ttl;
        this.random = random;
    }

    /** The shortest lease that has so much left, without its margin, when its first renewal is due. */
    static Duration shortestTtl(Duration needed) {
        // Two thirds are left then, less the margin: half a second, or a quarter of the lease.
        Duration lessHalfASecond =
                needed.plus(LeaseMargin.of(Duration.ofDays(1))).multipliedBy(3).dividedBy(2);
        Duration lessAQuarter = needed.multipliedBy(12).dividedBy(5);
        return shorter(lessAQuarter, lessHalfASecond).plusNanos(999_999).truncatedTo(ChronoUnit.MILLIS);
    }

    /** A lease comes that may have run for a while: what it has lost of its first third is not made up for. */
    void begin(Duration left) {
        Duration fresh = ttl.minus(LeaseMargin.of(ttl));
        leftWhenDue = longer(left, fresh).minus(jittered(ttl.dividedBy(3)));
    }

    /** A renewal was confirmed. However slow it was, or the reading of the clock, the next one does not follow at once. */
    void confirmed(Duration left) {
        begin(left);
        leftWhenDue = shorter(leftWhenDue, left.minus(FIRST_PAUSE));
        pause = FIRST_PAUSE;
    }

    /** A renewal was not confirmed. */
    void failed(Duration left) {
        leftWhenDue = left.minus(jittered(pause));
        pause = shorter(pause.multipliedBy(2), LONGEST_PAUSE);
    }

    /** How long until the next one, by what is left now. */
    Duration untilDue(Duration left) {
        return left.minus(leftWhenDue);
    }

    /** Less a random part of up to a tenth, so that claims that were taken together are not renewed together for ever. */
    private Duration jittered(Duration time) {
        return time.minusNanos(random.nextLong(1 + time.toNanos() / 10));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
