package io.claimctl.cli.config;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * A connection and what goes with it, by a name. Its values are as they were written; whoever uses one checks it.
 *
 * @param name letters, digits, {@code .}, {@code _} and {@code -}, a letter or a digit first
 * @param line where it stands in the file; 0 if it does not yet
 * @param values what it says; exactly one of {@link Setting#URI} and {@link Setting#URI_FILE} is there
 */
public record Profile(String name, int line, Map<Setting, Value> values) {
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]*";

    /** Copies the values; refuses a name that is none, and one or the other connection too many or too few. */
    public Profile {
        if (!isName(name)) {
            throw new IllegalArgumentException("'" + name + "' is no name of a profile: " + rule());
        }
        if (values.containsKey(Setting.URI) == values.containsKey(Setting.URI_FILE)) {
            throw new IllegalArgumentException("profile " + name + " must have one of uri and uri_file, and has "
                    + (values.containsKey(Setting.URI) ? "both" : "none"));
        }
        values = Map.copyOf(new EnumMap<>(values));
    }

    /**
     * A value as it was written. It may be a connection string, so {@link #toString} does not tell it.
     *
     * @param text {@code true} or {@code false} of a {@link Setting#PROTECTED}
     * @param line where it stands in the file; 0 if it does not yet
     */
    public record Value(String text, int line) {
        @Override
        public String toString() {
            return "a value on line " + line;
        }
    }

    /** Whether a text may be a name. */
    public static boolean isName(String text) {
        return text.matches(NAME);
    }

    /** What a name is made of. */
    public static String rule() {
        return "use letters, digits, '.', '_' and '-', and a letter or a digit first";
    }

    /** What it says of a setting. */
    public Optional<Value> value(Setting setting) {
        return Optional.ofNullable(values.get(setting));
    }

    /** The text of {@link #value}. */
    public Optional<String> text(Setting setting) {
        return value(setting).map(Value::text);
    }

    /** Whether a change is to be confirmed by its name. */
    public boolean isProtected() {
        return text(Setting.PROTECTED).filter("true"::equals).isPresent();
    }
}
