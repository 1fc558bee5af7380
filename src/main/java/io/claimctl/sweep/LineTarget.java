package io.claimctl.sweep;

import java.io.IOException;
import java.io.Writer;

/** What takes whole lines, a batch at a time. */
interface LineTarget extends AutoCloseable {

    /** Appends a batch; when it returns, the lines are where they are to stay. */
    void append(Lines batch) throws IOException;

    @Override
    void close() throws IOException;

    /** Some whole lines. */
    @FunctionalInterface
    interface Lines {
        /** Writes them, each with its end. */
        void to(Writer out) throws IOException;
    }
}
