package io.claimctl.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * How many claims in a time, as people write it: {@code 100/s}, {@code 300/m}.
 *
 * @param perSecond more than 0
 */
record Rate(double perSecond) {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(?:/(s|m))?");

    /** So many claims that none has to wait for more than a second, once it has its turn. */
    int inOneGo() {
        return (int) Math.max(1, Math.min(perSecond, Integer.MAX_VALUE));
    }

    /** A number without a unit is one a second. */
    static final class Converter implements ITypeConverter<Rate> {
        @Override
        public Rate convert(String text) {
            Matcher form = FORM.matcher(text);
            if (!form.matches() || Long.parseLong(form.group(1)) == 0) {
                throw new TypeConversionException("'" + text + "' is no rate: write 100/s, or 300/m");
            }
            double number = Long.parseLong(form.group(1));
            return new Rate("m".equals(form.group(2)) ? number / 60 : number);
        }
    }
}
