package io.claimctl.claim;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * How much time has passed on this host's monotonic clock since this was made: for paces and limits, never to judge a claim
 * by. Immutable.
 */
public final class Stopwatch implements Supplier<Duration> {
    private final HostClock clock;
    private final long start;

    private Stopwatch(HostClock clock) {
        this.clock = clock;
        this.start = clock.nanos();
    }

    /** Begins now. */
    public static Stopwatch start() {
        return new Stopwatch(HostClock.SYSTEM);
    }

    @Override
    public Duration get() {
        return Duration.ofNanos(clock.nanos() - start);
    }
}
