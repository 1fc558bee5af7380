package io.claimctl.cli;

import java.math.BigDecimal;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A part of the whole: more than 0 and at most 1, as {@code 0.5}, or {@code 50%}. */
final class FractionConverter implements ITypeConverter<BigDecimal> {
    @Override
    public BigDecimal convert(String text) {
        boolean percent = text.endsWith("%");
        String number = percent ? text.substring(0, text.length() - 1) : text;
        if (!number.matches("[0-9]{1,3}(\\.[0-9]{1,9})?")) {
            throw refused(text);
        }
        BigDecimal fraction = percent ? new BigDecimal(number).movePointLeft(2) : new BigDecimal(number);
        if (fraction.signum() <= 0 || fraction.compareTo(BigDecimal.ONE) > 0) {
            throw refused(text);
        }
        return fraction;
    }

    private static TypeConversionException refused(String text) {
        return new TypeConversionException("'" + text + "' is no part of a whole: write 0.5, or 50%");
    }
}
