package io.claimctl.cli;

import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A duration of at least a millisecond, or {@code forever}: the longest that there is. */
final class OrForever implements ITypeConverter<Duration> {
    private static final Duration FOREVER = Duration.ofDays(36_500);

    @Override
    public Duration convert(String text) {
        try {
            return text.equals("forever") ? FOREVER : DurationOption.parsePositive(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(
                    e.getMessage() + "; write forever to wait without end, or -n not to wait");
        }
    }
}
