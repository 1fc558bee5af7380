package io.claimctl.cli;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number of bytes as people write it: {@code 65536}, {@code 64KiB} of 1,024 bytes each, {@code 64KB} of 1,000. */
final class SizeConverter implements ITypeConverter<Long> {
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,18})\\s*([a-z]*)");
    private static final Map<String, Long> UNITS = Map.of(
            "", 1L,
            "b", 1L,
            "kb", 1_000L,
            "mb", 1_000_000L,
            "gb", 1_000_000_000L,
            "kib", 1L << 10,
            "mib", 1L << 20,
            "gib", 1L << 30);

    @Override
    public Long convert(String text) {
        Matcher size = SIZE.matcher(text.toLowerCase(Locale.ROOT));
        if (!size.matches()) {
            throw refused(text, "is no size: write it in bytes, or as 64KiB or 1MiB");
        }
        String unit = size.group(2);
        if (unit.matches("[kmg]")) {
            String letter = unit.toUpperCase(Locale.ROOT);
            throw refused(
                    text,
                    "may mean two sizes: write " + size.group(1) + letter + "iB (of 1024) or " + size.group(1) + letter
                            + "B (of 1000)");
        }
        Long bytes = UNITS.get(unit);
        if (bytes == null) {
            throw refused(text, "has a unit that is none of B, KB, MB, GB, KiB, MiB and GiB");
        }
        try {
            return Math.multiplyExact(Long.parseLong(size.group(1)), bytes);
        } catch (ArithmeticException e) {
            throw refused(text, "is larger than any collection");
        }
    }

    private static TypeConversionException refused(String text, String why) {
        return new TypeConversionException("'" + text + "' " + why);
    }
}
