package io.claimctl.cli;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The constants of an enum as words of the command line, {@code NOT_FOUND} as {@code not-found}: both the converter and
 * the completion candidates of an option.
 */
abstract class EnumWords<E extends Enum<E>> implements ITypeConverter<E>, Iterable<String> {
    private final String kind;
    private final List<E> allowed;

    /**
     * Some constants.
     *
     * @param kind what one of them is called where it is refused
     */
    EnumWords(String kind, List<E> allowed) {
        this.kind = kind;
        this.allowed = List.copyOf(allowed);
    }

    @Override
    public Iterator<String> iterator() {
        return allowed.stream().map(EnumWords::word).iterator();
    }

    @Override
    public E convert(String text) {
        return allowed.stream()
                .filter(constant -> word(constant).equals(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException(
                        "'" + text + "' is no " + kind + ": use one of " + String.join(", ", this) + meant(text)));
    }

    private String meant(String text) {
        List<String> words = allowed.stream().map(EnumWords::word).toList();
        return Suggestions.meant(Suggestions.near(text, words).stream().limit(1).toList());
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
