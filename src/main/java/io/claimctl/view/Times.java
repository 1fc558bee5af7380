package io.claimctl.view;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * Instants and durations as text. Written by hand: a formatter of {@code java.time} costs more to start than a whole
 * answer.
 */
public final class Times {
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private Times() {}

    /** RFC 3339 in UTC with exactly milliseconds, for machines. A year beyond 9999 has the sign of ISO 8601. */
    public static String utc(Instant instant) {
        return at(instant, ZoneOffset.UTC);
    }

    /** The same in a zone, for people. */
    public static String at(Instant instant, ZoneId zone) {
        ZoneOffset offset = zone.getRules().getOffset(instant);
        LocalDateTime local = LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), offset);
        StringBuilder text = new StringBuilder(32);
        if (local.getYear() > 9999) {
            text.append('+');
        } else if (local.getYear() < 0) {
            text.append('-');
        }
        pad(Math.abs(local.getYear()), 4, text).append('-');
        pad(local.getMonthValue(), 2, text).append('-');
        pad(local.getDayOfMonth(), 2, text).append('T');
        pad(local.getHour(), 2, text).append(':');
        pad(local.getMinute(), 2, text).append(':');
        pad(local.getSecond(), 2, text).append('.');
        pad(local.getNano() / 1_000_000, 3, text);
        return text.append(offset.getId()).toString();
    }

    /** The time of day in a zone, to the second. */
    public static String clock(Instant instant, ZoneId zone) {
        ZoneOffset offset = zone.getRules().getOffset(instant);
        LocalDateTime local = LocalDateTime.ofEpochSecond(instant.getEpochSecond(), 0, offset);
        StringBuilder text = new StringBuilder(8);
        pad(local.getHour(), 2, text).append(':');
        pad(local.getMinute(), 2, text).append(':');
        return pad(local.getSecond(), 2, text).toString();
    }

    /** From one instant to a later one, negative if it is earlier; the farthest dates do not overflow. */
    public static long millis(Instant from, Instant to) {
        Duration between = Duration.between(from, to);
        long limit = Long.MAX_VALUE / SECOND - 1;
        if (Math.abs(between.toSeconds()) >= limit) {
            return between.isNegative() ? -limit * SECOND : limit * SECOND;
        }
        return between.toMillis();
    }

    /** For people: the two largest units, rounded down, so that no lease is said to last longer than it does. */
    public static String words(long millis) {
        long left = Math.abs(millis);
        if (left < SECOND) {
            return left == 0 ? "0s" : left + "ms";
        }
        if (left < MINUTE) {
            return left / SECOND + "s";
        }
        if (left < HOUR) {
            return two(left, MINUTE, "m", SECOND, "s");
        }
        return left < DAY ? two(left, HOUR, "h", MINUTE, "m") : two(left, DAY, "d", HOUR, "h");
    }

    /** For people, where there is little room: the largest unit, rounded down. */
    public static String brief(long millis) {
        long left = Math.abs(millis);
        if (left < HOUR) {
            return left < MINUTE ? words(left) : left / MINUTE + "m";
        }
        return left < DAY ? left / HOUR + "h" : left / DAY + "d";
    }

    /** Exactly, in the form that options take. */
    public static String exact(Duration duration) {
        long left = duration.toMillis();
        StringBuilder text = new StringBuilder();
        left = unit(left, DAY, "d", text);
        left = unit(left, HOUR, "h", text);
        left = unit(left, MINUTE, "m", text);
        left = unit(left, SECOND, "s", text);
        unit(left, 1, "ms", text);
        return text.length() == 0 ? "0s" : text.toString();
    }

    private static String two(long left, long large, String largeName, long small, String smallName) {
        long rest = left % large / small;
        return left / large + largeName + (rest == 0 ? "" : rest + smallName);
    }

    private static long unit(long left, long size, String name, StringBuilder text) {
        if (left / size != 0) {
            text.append(left / size).append(name);
        }
        return left % size;
    }

    private static StringBuilder pad(int value, int digits, StringBuilder text) {
        String decimal = Integer.toString(value);
        return text.append("0".repeat(Math.max(0, digits - decimal.length()))).append(decimal);
    }
}
