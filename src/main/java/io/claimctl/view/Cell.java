package io.claimctl.view;

import org.jspecify.annotations.Nullable;

/**
 * One cell of a table.
 *
 * @param text safe for a terminal
 * @param tone its colour
 * @param rest whether it takes the rest of its row, and counts for no column's width
 */
record Cell(String text, Tone tone, boolean rest) {
    /** Nothing there. */
    static final Cell NONE = new Cell("-", Tone.QUIET, false);

    static Cell of(@Nullable String raw) {
        return of(raw, Tone.PLAIN);
    }

    static Cell of(@Nullable String raw, Tone tone) {
        return raw == null ? NONE : new Cell(raw.isEmpty() ? "''" : SafeText.of(raw), tone, false);
    }

    static Cell of(@Nullable Object value) {
        return of(value == null ? null : value.toString());
    }

    /** The same for a screen that has nothing else. */
    Cell inAscii() {
        return new Cell(SafeText.ascii(text).toString(), tone, rest);
    }

    static Cell rest(String raw, Tone tone) {
        return new Cell(SafeText.of(raw), tone, true);
    }
}
