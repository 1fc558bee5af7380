package io.claimctl.view;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;

/**
 * The stream that lines go to; a stream that fails ends the rendering with {@link UncheckedIOException}. Where it leads to a
 * terminal that knows ASCII only, other characters are written as escapes: their bytes might be commands to it.
 */
final class TextOutput {
    private final Writer out;
    private final boolean ascii;
    private long leftOut;

    TextOutput(Writer out) {
        this(out, false);
    }

    /** @param ascii whether nothing but ASCII may be written */
    TextOutput(Writer out, boolean ascii) {
        this.out = out;
        this.ascii = ascii;
    }

    void line(CharSequence text) {
        write(text);
        write("\n");
    }

    void write(CharSequence text) {
        try {
            out.append(ascii ? SafeText.ascii(text) : text);
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

    /** One row more has no form in this format. */
    void leaveOut() {
        leftOut++;
    }

    /** How many rows had no form. */
    long leftOut() {
        return leftOut;
    }

    /** A writer for JSON or YAML text, see {@link EscapingWriter}. */
    Writer escaping(boolean yaml) {
        return new EscapingWriter(this, yaml, ascii);
    }
}
