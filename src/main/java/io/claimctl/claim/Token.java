package io.claimctl.claim;

import java.util.regex.Pattern;

/**
 * The identity of one acquisition: the document's {@code worker_id}. Fresh for every acquisition, so equality on it
 * tells a holder from every earlier and later one. It is no secret: whoever may read the collection sees it.
 *
 * @param value 24 hex digits, or {@code instance:} followed by 24 hex digits; tokens of foreign workers may differ
 */
public record Token(String value) {
    private static final Pattern FRESH = Pattern.compile("(?s)(?:.*:)?[0-9a-f]{24}");

    /** Refuses an empty token, which would equal that of every document with an empty {@code worker_id}. */
    public Token {
        if (value.isBlank()) {
            throw new IllegalArgumentException("a token must not be blank");
        }
    }

    /** Whether the value has the form that workers draw at random for each acquisition. */
    static boolean looksFresh(String value) {
        return FRESH.matcher(value).matches();
    }

    @Override
    public String toString() {
        return value;
    }
}
