package io.claimctl.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number that a process can end with. */
final class ExitCodeConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
        if (!text.matches("[0-9]{1,3}") || Integer.parseInt(text) > 255) {
            throw new TypeConversionException(
                    "'" + text + "' is no exit code: it must be a whole number from 0 to 255");
        }
        return Integer.parseInt(text);
    }
}
