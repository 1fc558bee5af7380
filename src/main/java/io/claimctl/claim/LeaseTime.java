package io.claimctl.claim;

import java.time.Duration;
import java.time.Instant;

/**
 * How long one lease can still be relied on, as this host knows without asking anybody: the last reading of the server's
 * clock, carried forward by whichever of this host's two clocks has run further, so that a suspended host does not take
 * an old lease for a live one. It never says more than there is, unless clocks step or part by more than the safety margin.
 * Immutable and thread-safe; {@link #left} shrinks with time. Made by {@link ClaimStore#leaseTime}.
 */
public final class LeaseTime {
    private final ServerTime read;
    private final Instant expiresAt;
    private final Duration margin;

    LeaseTime(ServerTime read, Instant expiresAt, Duration margin) {
        this.read = read;
        this.expiresAt = expiresAt;
        this.margin = margin;
    }

    /** The time until the lease is within its {@linkplain LeaseMargin safety margin} of its end; negative from then on. */
    public Duration left() {
        return Duration.between(now(), expiresAt).minus(margin);
    }

    /** The time until the lease ends; negative from then on. */
    public Duration untilEnd() {
        return left().plus(margin);
    }

    /** The latest that the server's clock can show now. */
    public Instant now() {
        return read.latestIfSuspended();
    }

    /** Whether this host's clocks have parted by more than a second since the reading: it was suspended, or its clock was set. */
    public boolean hostWasSuspended() {
        return read.hostWasSuspended();
    }
}
