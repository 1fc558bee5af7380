package io.claimctl.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A whole number of at least 1. */
final class PositiveNumberConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        if (!text.matches("[0-9]{1,18}") || Long.parseLong(text) == 0) {
            throw new TypeConversionException("'" + text + "' is no whole number of at least 1");
        }
        return Long.parseLong(text);
    }
}
