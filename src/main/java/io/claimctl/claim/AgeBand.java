package io.claimctl.claim;

import java.time.Duration;

/** How long ago the last transition of a claim was, roughly. What lies ahead of the server's clock is youngest. */
public enum AgeBand {
    /** Less than a minute. */
    UNDER_1M(Duration.ZERO),
    /** One minute to less than five. */
    UNDER_5M(Duration.ofMinutes(1)),
    /** Five minutes to less than fifteen. */
    UNDER_15M(Duration.ofMinutes(5)),
    /** Fifteen minutes to less than an hour. */
    UNDER_1H(Duration.ofMinutes(15)),
    /** One hour to less than six. */
    UNDER_6H(Duration.ofHours(1)),
    /** Six hours to less than a day. */
    UNDER_1D(Duration.ofHours(6)),
    /** One day to less than seven. */
    UNDER_7D(Duration.ofDays(1)),
    /** Seven days or more. */
    OLDER(Duration.ofDays(7)),
    /** {@code updated_at} is absent or no date. */
    NO_DATE(Duration.ZERO);

    private final Duration least;

    AgeBand(Duration least) {
        this.least = least;
    }

    /** The least age of a claim in it; zero for the youngest, and for those without a date. */
    public Duration least() {
        return least;
    }
}
