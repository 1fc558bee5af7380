package io.claimctl.cli;

import io.claimctl.view.SafeText;

/**
 * How far a command has come: one line on the terminal, drawn over itself and gone at the end. Without a terminal, with
 * {@code -q}, {@code NO_COLOR}, {@code CI} or a dumb terminal nothing at all. Uses no escape sequences.
 */
final class Progress implements AutoCloseable {
    private final Streams streams;
    private final boolean drawn;
    private int columns;

    Progress(Streams streams, boolean drawn) {
        this.streams = streams;
        this.drawn = drawn;
    }

    /** Puts the text in place of the last one. */
    void show(String text) {
        if (drawn) {
            String safe = SafeText.of(text);
            String line = safe.substring(0, Math.min(safe.length(), Math.max(1, streams.width() - 1)));
            draw(line + " ".repeat(Math.max(0, columns - line.length())));
            columns = line.length();
        }
    }

    /** The same, and what a person types, as the keys that end a command, is written over its beginning. */
    void showBelow(String text) {
        show(text);
        if (drawn) {
            draw("");
        }
    }

    /** Removes the line; also before anything else is written to the terminal. */
    void clear() {
        if (columns > 0) {
            draw(" ".repeat(columns));
            draw("");
            columns = 0;
        }
    }

    @Override
    public void close() {
        clear();
    }

    private void draw(String line) {
        streams.err().print("\r" + line);
        streams.err().flush();
    }
}
