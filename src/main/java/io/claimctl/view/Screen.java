package io.claimctl.view;

import java.time.ZoneId;

/**
 * Where text is drawn.
 *
 * @param terminal whether a person looks at it; else it goes to a file or a pipe
 * @param width in columns; 0 if unknown, so that nothing is shortened
 * @param colour whether colours may be used
 * @param zone of the times that people read; machine formats use UTC
 * @param ascii whether drawings have to do without other characters than those of ASCII; on a terminal the data, too
 * @param absolute whether people are shown instants only, and no spans of time that end or begin now
 */
public record Screen(boolean terminal, int width, boolean colour, ZoneId zone, boolean ascii, boolean absolute) {

    /** Refuses a negative width. */
    public Screen {
        if (width < 0) {
            throw new IllegalArgumentException("a width of " + width + " columns is negative");
        }
    }

    /** A file or pipe: no width, no colour. */
    public static Screen piped(ZoneId zone) {
        return new Screen(false, 0, false, zone, false, false);
    }

    /** A terminal. */
    public static Screen terminal(int width, boolean colour, ZoneId zone) {
        return new Screen(true, width, colour, zone, false, false);
    }

    /** The same, which can show nothing but ASCII. */
    public Screen inAscii() {
        return new Screen(terminal, width, colour, zone, true, absolute);
    }

    /** The same with instants in place of spans of time. */
    public Screen withInstants() {
        return new Screen(terminal, width, colour, zone, ascii, true);
    }
}
