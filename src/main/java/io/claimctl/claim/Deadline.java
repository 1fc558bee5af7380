package io.claimctl.claim;

import java.time.Duration;

/** The one deadline of an operation, on the monotonic clock. */
final class Deadline {
    private static final Duration LEAST = Duration.ofMillis(1); // a time limit of zero would be none at all

    private final HostClock clock;
    private final Duration total;
    private final long start;

    Deadline(HostClock clock, Duration total) {
        this.clock = clock;
        this.total = total;
        this.start = clock.nanos();
    }

    Duration left() {
        Duration left = total.minusNanos(clock.nanos() - start);
        return left.compareTo(LEAST) < 0 ? LEAST : left;
    }

    boolean passed() {
        return clock.nanos() - start >= total.toNanos();
    }

    /** What a first attempt may take, so that time is left to find out what came of it. */
    Duration leftForFirstAttempt() {
        Duration half = total.dividedBy(2);
        Duration left = left();
        return half.compareTo(LEAST) < 0 || left.compareTo(half) < 0 ? left : half;
    }
}
