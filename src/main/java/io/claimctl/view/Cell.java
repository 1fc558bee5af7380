package io.claimctl.view;

import org.jspecify.annotations.Nullable;

/**
 * One cell of a table.
 *
 * @param text safe for a terminal
 * @param tone its colour
 * @param rest whether it takes the rest of its row, and counts for no column's width
 * @param brief what stands there if there is no room for the text, which then is not to be cut: a number without its end
 *     is another one
 */
record Cell(String text, Tone tone, boolean rest, @Nullable String brief) {
    /** Nothing there. */
    static final Cell NONE = new Cell("-", Tone.QUIET, false, null);

    static Cell of(@Nullable String raw) {
        return of(raw, Tone.PLAIN);
    }

    static Cell of(@Nullable String raw, Tone tone) {
        return raw == null ? NONE : new Cell(raw.isEmpty() ? "''" : SafeText.of(raw), tone, false, null);
    }

    static Cell of(@Nullable Object value) {
        return of(value == null ? null : value.toString());
    }

    /** The same, with something briefer that says it, too. */
    Cell orBrief(String words) {
        return new Cell(text, tone, rest, words);
    }

    /** The text if it fits, or else what is left of it, or what says it briefly. */
    String fit(int columns, String ellipsis) {
        String shown = brief == null || TextWidth.of(text) <= columns ? text : brief;
        return TextWidth.fit(shown, columns, ellipsis);
    }

    /** The same for a screen that has nothing else. */
    Cell inAscii() {
        return new Cell(SafeText.ascii(text).toString(), tone, rest, brief);
    }

    static Cell rest(String raw, Tone tone) {
        return new Cell(SafeText.of(raw), tone, true, null);
    }
}
