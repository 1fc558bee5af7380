package io.claimctl.claim;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

/**
 * One reading of the server's clock, carried forward by this host's monotonic clock. The reading was taken at some moment
 * between the request's sending and the reply's arrival, so the server's present time lies between
 * {@link #earliest()} and {@link #latest()}. Both are truncated to milliseconds. Immutable; the results grow with time.
 */
public final class ServerTime {
    private static final long SUSPENDED_MILLIS = 1_000;

    private final Instant localTime;
    private final long sentNanos;
    private final long sentWallMillis;
    private final long arrivedNanos;
    private final HostClock clock;
    private final PrimaryIdentity primary;

    /**
     * A reading whose reply has just arrived.
     *
     * @param sentNanos this host's monotonic clock as the request was sent
     * @param sentWallMillis its wall clock then
     */
    ServerTime(Instant localTime, long sentNanos, long sentWallMillis, HostClock clock, PrimaryIdentity primary) {
        this.localTime = localTime.truncatedTo(ChronoUnit.MILLIS);
        this.sentNanos = sentNanos;
        this.sentWallMillis = sentWallMillis;
        this.arrivedNanos = clock.nanos();
        this.clock = clock;
        this.primary = primary;
    }

    /** Never ahead of the server: judges other people's leases. */
    public Instant earliest() {
        return localTime.plusMillis(TimeUnit.NANOSECONDS.toMillis(clock.nanos() - arrivedNanos));
    }

    /** Never behind the server: judges our own lease. */
    public Instant latest() {
        // The server cut its reading to a millisecond, and so do we below: one more for each.
        return localTime.plusMillis(TimeUnit.NANOSECONDS.toMillis(clock.nanos() - sentNanos) + 2);
    }

    /** How long ago the reply arrived. */
    Duration age() {
        return Duration.ofNanos(clock.nanos() - arrivedNanos);
    }

    /**
     * Whether the two clocks of this host have parted since the request was sent: it was suspended, or its clock was set,
     * and the carried time may be behind.
     */
    boolean hostWasSuspended() {
        return Math.abs(aheadOfMonotonic()) > SUSPENDED_MILLIS;
    }

    /** Never behind the server, even if this host has slept since, of which its monotonic clock knows nothing. */
    Instant latestIfSuspended() {
        return latest().plusMillis(Math.max(0, aheadOfMonotonic()));
    }

    /** By how many milliseconds the wall clock has run further than the monotonic one. */
    private long aheadOfMonotonic() {
        return clock.wallMillis() - sentWallMillis - TimeUnit.NANOSECONDS.toMillis(clock.nanos() - sentNanos);
    }

    /** The server that was read. */
    PrimaryIdentity primary() {
        return primary;
    }
}
