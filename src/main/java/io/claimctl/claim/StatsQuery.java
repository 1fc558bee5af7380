package io.claimctl.claim;

import org.jspecify.annotations.Nullable;

/**
 * Which claims to look at in numbers, and how closely.
 *
 * @param which conditions as for {@link ClaimStore#list}, without a limit, a cursor or an order
 * @param top how many of the commonest workers, instances and events to name, 1 to {@link #MOST_NAMES}
 * @param sample look at this many claims that are drawn at random, rather than at all, at least 1; null for all
 */
public record StatsQuery(
        ClaimQuery which, int top, @Nullable Long sample) {
    /** As many names as can be asked for. */
    public static final int MOST_NAMES = 1_000;

    private static final int FEW = 10;

    /** Refuses what cannot be looked at. */
    public StatsQuery {
        if (!which.isUnordered()) {
            throw new IllegalArgumentException("stats have no limit, no cursor and no order");
        }
        if (top < 1 || top > MOST_NAMES) {
            throw new IllegalArgumentException("top is " + top + "; it must be 1 to " + MOST_NAMES);
        }
        if (sample != null && sample < 1) {
            throw new IllegalArgumentException("sample is " + sample + "; it must be at least 1");
        }
    }

    /** All of these claims, with ten names of each kind. */
    public static StatsQuery of(ClaimQuery which) {
        return new StatsQuery(which, FEW, null);
    }

    /** The same with so many names. */
    public StatsQuery withTop(int names) {
        return new StatsQuery(which, names, sample);
    }

    /** The same from so many claims that are drawn at random; null for all. */
    public StatsQuery withSample(@Nullable Long size) {
        return new StatsQuery(which, top, size);
    }
}
