package io.claimctl.claim;

import java.time.Duration;

/** When the lease of a claim that is {@code processing} ends or has ended, roughly. */
public enum LeaseBand {
    /** More than an hour ago. */
    ENDED_OVER_1H_AGO(Duration.ofHours(-1)),
    /** More than ten minutes ago. */
    ENDED_OVER_10M_AGO(Duration.ofMinutes(-10)),
    /** More than a minute ago. */
    ENDED_OVER_1M_AGO(Duration.ofMinutes(-1)),
    /** A minute ago or less. */
    ENDED_UNDER_1M_AGO(Duration.ZERO),
    /** It runs, for a minute at most. */
    WITHIN_1M(Duration.ofMinutes(1)),
    /** It runs, for ten minutes at most. */
    WITHIN_10M(Duration.ofMinutes(10)),
    /** It runs, for an hour at most. */
    WITHIN_1H(Duration.ofHours(1)),
    /** It runs for longer. */
    LATER(Duration.ZERO),
    /** {@code expires_at} is absent or no date: it never ends. */
    NO_DATE(Duration.ZERO);

    private final Duration until;

    LeaseBand(Duration until) {
        this.until = until;
    }

    /** Where it ends, from now; a band of the past ends just before, one of the future includes it. Zero for the last two. */
    Duration until() {
        return until;
    }

    /** Whether the lease has ended: the claim is free. */
    public boolean ended() {
        return compareTo(ENDED_UNDER_1M_AGO) <= 0;
    }
}
