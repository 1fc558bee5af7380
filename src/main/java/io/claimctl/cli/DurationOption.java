package io.claimctl.cli;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** DurationOption as people write them: {@code 500ms}, {@code 90s}, {@code 1h30m}, {@code 2d}, or ISO 8601 as {@code PT1M30S}. */
final class DurationOption {
    private static final Pattern PART = Pattern.compile("\\G(\\d+)(ms|[dhms])");
    private static final Pattern NUMBER_AND_WORD = Pattern.compile("(\\d+)\\s*([A-Za-z]*)");
    private static final Map<String, Long> UNITS =
            Map.of("d", 86_400_000L, "h", 3_600_000L, "m", 60_000L, "s", 1_000L, "ms", 1L);
    private static final long LONGEST = 36_500 * 86_400_000L; // what the claim library takes

    private DurationOption() {}

    /**
     * Reads a duration of whole milliseconds, zero included.
     *
     * @throws IllegalArgumentException with the value, the reason and the way out
     */
    static Duration parse(String text) {
        if (text.startsWith("-")) {
            throw refused(text, "is negative", null);
        }
        Duration duration = Duration.ofMillis(text.toUpperCase(Locale.ROOT).startsWith("P") ? iso(text) : units(text));
        if (duration.toMillis() > LONGEST) {
            throw refused(text, "is longer than 100 years", null);
        }
        return duration;
    }

    /**
     * Reads a duration of at least a millisecond.
     *
     * @throws IllegalArgumentException with the value, the reason and the way out
     */
    static Duration parsePositive(String text) {
        Duration duration = parse(text);
        if (duration.isZero()) {
            throw refused(text, "is no time at all", "write 1ms or more");
        }
        return duration;
    }

    private static long iso(String text) {
        try {
            Duration duration = Duration.parse(text);
            if (duration.isNegative()) {
                throw refused(text, "is negative", null);
            }
            if (duration.getNano() % 1_000_000 != 0) {
                throw refused(text, "is not a whole number of milliseconds", "write whole ones, such as PT0.5S");
            }
            return duration.getSeconds() > LONGEST / 1_000 ? LONGEST + 1 : duration.toMillis();
        } catch (DateTimeParseException e) {
            throw refused(text, "is no ISO 8601 duration", "write it as PT1M30S, or as 1m30s");
        }
    }

    private static long units(String text) {
        Matcher part = PART.matcher(text);
        long millis = 0;
        long smallerThan = Long.MAX_VALUE;
        int end = 0;
        while (part.find()) {
            long unit = UNITS.getOrDefault(part.group(2), 1L);
            if (unit >= smallerThan) {
                throw refused(text, "has its units out of order", "write the larger unit first, each once: 1h30m");
            }
            millis = plus(millis, part.group(1), unit);
            smallerThan = unit;
            end = part.end();
        }
        if (end == 0 || end < text.length()) {
            throw refused(text, reason(text), hint(text));
        }
        return millis;
    }

    private static long plus(long millis, String digits, long unit) {
        try {
            return Math.addExact(millis, Math.multiplyExact(Long.parseLong(digits), unit));
        } catch (ArithmeticException | NumberFormatException e) {
            return LONGEST + 1;
        }
    }

    private static String reason(String text) {
        return text.matches("\\d+") ? "has no unit" : "is no duration";
    }

    private static String hint(String text) {
        Matcher word = NUMBER_AND_WORD.matcher(text);
        if (!word.matches() || word.group(1).length() > 9) {
            return "write it as 90s, 2m, 1h30m or 2d";
        }
        String number = word.group(1);
        return switch (word.group(2).toLowerCase(Locale.ROOT)) {
            case "" -> "write " + number + "s, " + number + "m or " + number + "h";
            case "w", "week", "weeks" -> "write " + Long.parseLong(number) * 7 + "d";
            case "day", "days", "d" -> "write " + number + "d";
            case "hour", "hours", "hr", "hrs", "h" -> "write " + number + "h";
            case "min", "mins", "minute", "minutes", "m" -> "write " + number + "m";
            case "sec", "secs", "second", "seconds", "s" -> "write " + number + "s";
            case "us", "ns" -> "the smallest unit is ms";
            default -> "the units are d, h, m, s and ms";
        };
    }

    private static IllegalArgumentException refused(String text, String reason, @Nullable String hint) {
        return new IllegalArgumentException("'" + text + "' " + reason + (hint == null ? "" : ": " + hint));
    }

    /** For options that allow zero. */
    static final class Converter implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return converted(text, false);
        }
    }

    /** For options that need some time: {@code converter = DurationOption.Positive.class}. */
    static final class Positive implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return converted(text, true);
        }
    }

    private static Duration converted(String text, boolean positive) {
        try {
            return positive ? parsePositive(text) : parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
