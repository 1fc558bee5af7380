package io.claimctl.claim;

import java.time.Duration;

/** The check that every duration of the public API passes. */
final class Durations {
    private static final Duration LEAST = Duration.ofMillis(1);
    private static final Duration MOST = Duration.ofDays(36_500);

    private Durations() {}

    /** Claims count in milliseconds of the epoch; a hundred years keep every sum within what documents hold. */
    static Duration atLeastOneMilli(String name, Duration value) {
        if (value.compareTo(LEAST) < 0 || value.compareTo(MOST) > 0) {
            throw new IllegalArgumentException(
                    name + " is " + value + "; it must be at least 1 ms and at most 100 years");
        }
        return Duration.ofMillis(value.toMillis());
    }
}
