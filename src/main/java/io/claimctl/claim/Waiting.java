package io.claimctl.claim;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Paces the looks at a claim that somebody holds: 100 ms, doubling to 5 s, less a random part of up to a half, so that
 * those who wait for the same claim do not come in step. The end of a lease wakes it earlier, but not twice in a row: a
 * holder who renews a short lease would otherwise set the pace. So in a time T there are at most 14 + 4T/5s looks.
 *
 * <p>One budget of time, for one claim or for several in turn, which begins when it is {@linkplain ClaimStore#waiting
 * made}. Not thread-safe.
 */
public final class Waiting {
    static final Duration FIRST = Duration.ofMillis(100);
    static final Duration MOST = Duration.ofSeconds(5);

    private final Sleeper sleeper;
    private final RandomGenerator random;
    private final Deadline deadline;
    private Duration pace = FIRST;
    private boolean wokenByLease;

    /** @param longest how long to wait in all */
    Waiting(HostClock clock, Sleeper sleeper, RandomGenerator random, Duration longest) {
        this.sleeper = sleeper;
        this.random = random;
        this.deadline = new Deadline(clock, longest);
    }

    /** The pace begins anew for another claim; the time does not. */
    void restart() {
        pace = FIRST;
        wokenByLease = false;
    }

    /**
     * Waits for the next look.
     *
     * @param leaseEnd when the lease ends that is waited for, if that is known
     * @return false if the time is up, or waiting was given up
     */
    boolean pause(Optional<Duration> leaseEnd) {
        if (deadline.passed()) {
            return false;
        }
        Duration pause = jittered();
        wokenByLease = !wokenByLease
                && leaseEnd.filter(end -> end.compareTo(pause) < 0).isPresent();
        pace = wokenByLease ? pace : doubled();
        return sleep(wokenByLease ? leaseEnd.orElse(pause) : pause);
    }

    /** How long it takes at least until nobody's lease keeps the claim; empty if that has no known end. */
    static Optional<Duration> untilFree(@Nullable Claim claim, Instant now) {
        return Optional.ofNullable(claim)
                .map(Claim::expiresAt)
                .map(end -> Duration.between(now, end).plusMillis(1)); // a lease ends in its last millisecond
    }

    /** Waits at least that long that a storm of changes does not set the pace. */
    boolean pauseBriefly() {
        return !deadline.passed() && sleep(FIRST);
    }

    /** How much of the time is left; at least a millisecond. */
    Duration left() {
        return deadline.left();
    }

    /** Whether the pace has become so slow that it is worth listening for changes instead. */
    boolean slow() {
        return pace.equals(MOST) && deadline.left().compareTo(MOST) > 0;
    }

    private boolean sleep(Duration time) {
        Duration left = deadline.left();
        return sleeper.sleep(time.compareTo(left) < 0 ? time : left);
    }

    private Duration jittered() {
        long millis = pace.toMillis();
        return Duration.ofMillis(millis - random.nextLong(millis / 2));
    }

    private Duration doubled() {
        Duration twice = pace.multipliedBy(2);
        return twice.compareTo(MOST) < 0 ? twice : MOST;
    }
}
