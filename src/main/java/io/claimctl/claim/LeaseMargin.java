package io.claimctl.claim;

import java.time.Duration;
import java.time.Instant;

/** What a lease must have left to be relied on: the clocks of a set's members may disagree by as much. */
public final class LeaseMargin {
    private static final Duration MOST = Duration.ofMillis(500);

    private LeaseMargin() {}

    /** Half a second, or a quarter of the lease if that is less. */
    public static Duration of(Duration ttl) {
        Duration quarter = ttl.dividedBy(4);
        return quarter.compareTo(MOST) < 0 ? quarter : MOST;
    }

    /**
     * Whether a lease can be relied on, now that its reply is here.
     *
     * @param read the clock as it was read before; it is read again if this host was suspended since
     */
    static boolean isLeft(StoreAccess store, Deadline deadline, ServerTime read, Duration ttl, Instant expiresAt) {
        try {
            ServerTime time = read.hostWasSuspended() ? store.time.read(deadline.left()) : read;
            return time.latest().plus(of(ttl)).isBefore(expiresAt);
        } catch (StoreException e) {
            return false; // nobody says what time it is: not to be relied on
        }
    }
}
