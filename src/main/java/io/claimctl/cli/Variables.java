package io.claimctl.cli;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Environment variables that stand for options; one that is set to nothing, or to blanks, is not set.
 *
 * @param environment all variables
 */
record Variables(Map<String, String> environment) {

    /** Its value without blanks around it; null if it is not set. */
    @Nullable
    String get(String name) {
        String value = environment.get(name);
        return value == null || value.isBlank() ? null : value.strip();
    }

    boolean has(String name) {
        return get(name) != null;
    }

    /**
     * One of some numbers, of which the first is that of a variable that is not set.
     *
     * @throws Refusal with 78 if it is another
     */
    int number(String name, int largest) {
        String value = get(name);
        if (value == null) {
            return 0;
        }
        if (value.length() != 1 || value.charAt(0) < '0' || value.charAt(0) > '0' + largest) {
            throw Refusal.configuration(name + " cannot be used: '" + value + "' is not one of "
                    + (largest == 1 ? "0 and 1" : "0, 1 and 2"));
        }
        return value.charAt(0) - '0';
    }
}
