package io.claimctl.cli;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Instants in RFC 3339, cut to milliseconds as the documents hold them. */
final class InstantConverter implements ITypeConverter<Instant> {

    @Override
    public Instant convert(String text) {
        try {
            OffsetDateTime parsed = OffsetDateTime.parse(text.toUpperCase(Locale.ROOT));
            if (parsed.getYear() < 1 || parsed.getYear() > 9999) {
                throw new TypeConversionException("'" + text + "' lies outside of the years 0001 to 9999");
            }
            return parsed.toInstant().truncatedTo(ChronoUnit.MILLIS);
        } catch (DateTimeException e) {
            throw new TypeConversionException("'" + text + "' " + reason(text));
        }
    }

    private static String reason(String text) {
        if (text.matches("\\d{4}-\\d\\d-\\d\\d")) {
            return "is a day, not an instant: write " + text + "T00:00:00Z";
        }
        if (text.matches("\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?")) {
            return "names no time zone: write " + text.replace(' ', 'T') + "Z for UTC, or an offset such as +02:00";
        }
        return "is no instant in RFC 3339: write it as 2025-01-31T23:59:00Z";
    }
}
