package io.claimctl.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A claim id: any text but none. A script whose variable is empty is told so. */
final class ClaimIdConverter implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
        if (text.isEmpty()) {
            throw new TypeConversionException("an empty text is no claim id");
        }
        return text;
    }
}
