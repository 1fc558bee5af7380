package io.claimctl.view;

import java.time.ZoneId;

/**
 * Where text is drawn.
 *
 * @param terminal whether a person looks at it; else it goes to a file or a pipe
 * @param width in columns; 0 if unknown, so that nothing is shortened
 * @param colour whether colours may be used
 * @param zone of the times that people read; machine formats use UTC
 */
public record Screen(boolean terminal, int width, boolean colour, ZoneId zone) {

    /** Refuses a negative width. */
    public Screen {
        if (width < 0) {
            throw new IllegalArgumentException("a width of " + width + " columns is negative");
        }
    }

    /** A file or pipe: no width, no colour. */
    public static Screen piped(ZoneId zone) {
        return new Screen(false, 0, false, zone);
    }

    /** A terminal. */
    public static Screen terminal(int width, boolean colour, ZoneId zone) {
        return new Screen(true, width, colour, zone);
    }
}
