package io.claimctl.doctor;

import java.time.Duration;

/** Spans of time in words: exact below ten seconds, as options take them above. */
final class Span {
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private Span() {}

    /** Its length, whatever its sign. */
    static String of(Duration span) {
        long millis = Math.abs(span.toMillis());
        if (millis < 1_000) {
            return millis + " ms";
        }
        if (millis < 10_000) {
            return millis / 1_000 + "." + millis % 1_000 / 100 + " s";
        }
        long seconds = millis / 1_000;
        if (seconds < HOUR) {
            return two(seconds, MINUTE, "m", 1, "s");
        }
        return seconds < DAY ? two(seconds, HOUR, "h", MINUTE, "m") : two(seconds, DAY, "d", HOUR, "h");
    }

    /** As in {@code 1 round} and {@code 2 rounds}. */
    static String count(long number, String one) {
        return number + " " + one + (number == 1 ? "" : "s");
    }

    private static String two(long seconds, long large, String largeName, long small, String smallName) {
        String first = seconds < large ? "" : seconds / large + largeName;
        long rest = seconds % large / small;
        return rest == 0 && !first.isEmpty() ? first : first + rest + smallName;
    }

    /** Whole seconds, rounded down, in the form that options take. */
    static String option(Duration span) {
        long seconds = Math.max(1, span.toSeconds());
        return seconds % MINUTE == 0 ? seconds / MINUTE + "m" : seconds + "s";
    }
}
