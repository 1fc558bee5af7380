package io.claimctl.cli;

import java.util.function.Consumer;

/**
 * A value and where it was said, which decides how it is refused.
 *
 * @param value never shown where it is a connection string
 * @param source in words
 * @param option whether it stands on the command line
 */
record SaidValue(String value, String source, boolean option) {

    /** With 2 for the command line, with 78 for what stands elsewhere. */
    Refusal refused(String sentence) {
        return option ? Refusal.usage(sentence) : Refusal.configuration(sentence);
    }

    /** @throws Refusal if the rule throws an {@link IllegalArgumentException} */
    void check(Consumer<String> rule) {
        try {
            rule.accept(value);
        } catch (IllegalArgumentException e) {
            throw refused("'" + value + "' (" + source + ") cannot be used: " + e.getMessage());
        }
    }

    @Override
    public String toString() {
        return "a value of " + source;
    }
}
