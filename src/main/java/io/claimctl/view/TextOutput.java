package io.claimctl.view;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;

/** The stream that lines go to; a stream that fails ends the rendering with {@link UncheckedIOException}. */
final class TextOutput {
    private final Writer out;

    TextOutput(Writer out) {
        this.out = out;
    }

    void line(CharSequence text) {
        write(text);
        write("\n");
    }

    void write(CharSequence text) {
        try {
            out.append(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A writer for JSON or YAML text, see {@link EscapingWriter}. */
    Writer escaping(boolean yaml) {
        return new EscapingWriter(this, yaml);
    }
}
