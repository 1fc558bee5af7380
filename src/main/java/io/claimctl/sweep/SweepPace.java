package io.claimctl.sweep;

import io.claimctl.claim.Sleeper;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How fast a sweep goes, and for how long. Not thread-safe. */
public final class SweepPace {
    private final Supplier<Duration> elapsed;
    private final Sleeper sleeper;
    private final @Nullable Double perSecond;
    private final @Nullable Duration deadline;
    private Duration next = Duration.ZERO;

    /** What to do next. */
    public enum Turn {
        /** Send the batch. */
        GO,
        /** The deadline has passed. */
        DEADLINE,
        /** The sleeper has given up. */
        STOPPED
    }

    /**
     * A pace.
     *
     * @param elapsed the time since the sweep began
     * @param sleeper waits, and knows whether the sweep was told to stop
     * @param perSecond how many claims a second on average; null for as many as the store takes
     * @param deadline no batch begins later than this; null for any time
     */
    public SweepPace(
            Supplier<Duration> elapsed, Sleeper sleeper, @Nullable Double perSecond, @Nullable Duration deadline) {
        this.elapsed = elapsed;
        this.sleeper = sleeper;
        this.perSecond = perSecond;
        this.deadline = deadline;
    }

    /** Whether to go on now. */
    public Turn turn() {
        if (!sleeper.sleep(Duration.ZERO)) {
            return Turn.STOPPED;
        }
        return deadline != null && elapsed.get().compareTo(deadline) >= 0 ? Turn.DEADLINE : Turn.GO;
    }

    /**
     * Waits until a batch of this many claims may be sent. The first goes at once; each later one when those before have
     * taken their time.
     */
    public Turn before(int claims) {
        Duration now = elapsed.get();
        Duration wait = next.compareTo(now) > 0 ? next.minus(now) : Duration.ZERO;
        Duration left = deadline == null ? wait : deadline.minus(now);
        if (left.compareTo(wait) < 0) {
            return Turn.DEADLINE; // it would pass while waiting
        }
        if (!sleeper.sleep(wait)) {
            return Turn.STOPPED;
        }
        if (perSecond != null) {
            Duration share = Duration.ofNanos(Math.round(claims * 1e9 / perSecond));
            next = (next.compareTo(now) > 0 ? next : now).plus(share);
        }
        return turn();
    }
}
