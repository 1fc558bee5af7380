package io.claimctl.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A whole number, 0 included. */
final class WholeNumberConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        if (!text.matches("[0-9]{1,18}")) {
            throw new TypeConversionException("'" + text + "' is no whole number");
        }
        return Long.parseLong(text);
    }
}
