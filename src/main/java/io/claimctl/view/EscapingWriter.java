package io.claimctl.view;

import java.io.Writer;

/**
 * Writes JSON or YAML so that a terminal may show it: what {@link SafeText} calls unsafe becomes an escape, which
 * readers turn back into the exact character. (Such characters stand only inside quotes there, and both languages know
 * {@code \\u} in them.) Control characters below a blank pass: generators escape them in strings, so they are line
 * ends.
 */
final class EscapingWriter extends Writer {
    private final TextOutput out;
    private final boolean yaml;
    private final boolean ascii;
    private char high;

    /** @param ascii whether all that is not ASCII becomes an escape */
    EscapingWriter(TextOutput out, boolean yaml, boolean ascii) {
        this.out = out;
        this.yaml = yaml;
        this.ascii = ascii;
    }

    @Override
    public void write(char[] chars, int offset, int length) {
        StringBuilder safe = new StringBuilder(length + 16);
        for (int i = offset; i < offset + length; i++) {
            char c = chars[i];
            if (high != 0) {
                if (Character.isLowSurrogate(c)) {
                    point(Character.toCodePoint(high, c), safe);
                    high = 0;
                    continue;
                }
                half(safe);
            }
            if (Character.isHighSurrogate(c)) {
                high = c; // its other half may come with the next call
            } else if (c < 0x7f) {
                safe.append(c);
            } else {
                point(c, safe);
            }
        }
        out.write(safe);
    }

    private void point(int point, StringBuilder safe) {
        if (!ascii && !SafeText.unsafe(point)) {
            safe.appendCodePoint(point);
        } else if (point < 0x10000) {
            SafeText.hex(point, 4, safe.append("\\u"));
        } else if (yaml) {
            SafeText.hex(point, 8, safe.append("\\U"));
        } else {
            SafeText.hex(Character.highSurrogate(point), 4, safe.append("\\u"));
            SafeText.hex(Character.lowSurrogate(point), 4, safe.append("\\u"));
        }
    }

    private void half(StringBuilder safe) {
        if (high != 0) {
            SafeText.hex(high, 4, safe.append("\\u"));
            high = 0;
        }
    }

    /** Passes nothing on: whoever owns the stream decides when it is flushed. */
    @Override
    public void flush() {}

    @Override
    public void close() {}
}
