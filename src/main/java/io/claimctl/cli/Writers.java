package io.claimctl.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;

/** A print stream as a writer, without a second buffer, so that what is written to both keeps its order. */
final class Writers {
    private Writers() {}

    static PrintWriter of(PrintStream stream) {
        return new PrintWriter(new Writer() {
            @Override
            public void write(char[] text, int offset, int length) {
                stream.append(new String(text, offset, length));
            }

            @Override
            public void write(String text, int offset, int length) {
                stream.append(text, offset, offset + length);
            }

            @Override
            public void flush() {
                stream.flush();
            }

            @Override
            public void close() {
                stream.flush();
            }
        });
    }
}
