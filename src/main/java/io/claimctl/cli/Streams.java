package io.claimctl.cli;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * What a command reads and writes: data on {@code out}, prose on {@code err}, both UTF-8.
 *
 * <p>{@code out} is buffered and flushed at the end of the program; a write or flush that fails throws {@link
 * OutputFailure}. {@code err} is flushed at every line.
 *
 * @param in standard input
 * @param out data
 * @param err prose and progress
 * @param terminals which of the three are terminals
 * @param width columns of the terminal
 * @param height lines of the terminal
 */
public record Streams(InputStream in, PrintStream out, PrintStream err, Terminals terminals, int width, int height) {
    private static final int USUAL_HEIGHT = 24;

    /** Which streams are terminals. */
    public record Terminals(boolean in, boolean out, boolean err) {
        /** None of the three. */
        public static final Terminals NONE = new Terminals(false, false, false);

        /** Reads {@code i}, {@code o} and {@code e} in any order, as the launcher passes them. */
        public static Terminals of(String letters) {
            return new Terminals(letters.indexOf('i') >= 0, letters.indexOf('o') >= 0, letters.indexOf('e') >= 0);
        }
    }

    /** Streams over the raw ones of a process, with a terminal of the usual height. */
    public static Streams of(InputStream in, OutputStream out, OutputStream err, Terminals terminals, int width) {
        return of(in, out, err, terminals, width, USUAL_HEIGHT);
    }

    /** Streams over the raw ones of a process. */
    public static Streams of(
            InputStream in, OutputStream out, OutputStream err, Terminals terminals, int width, int height) {
        return new Streams(
                in,
                new PrintStream(new BufferedOutputStream(new Loud(out)), false, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                terminals,
                width,
                height);
    }

    /** Columns for help: those of the terminal, between 60 and 100. */
    int helpWidth() {
        return Math.max(60, Math.min(100, width));
    }

    /** Turns the failures that a print stream would swallow into {@link OutputFailure}. */
    private static final class Loud extends FilterOutputStream {
        Loud(OutputStream raw) {
            super(raw);
        }

        @Override
        public void write(int b) {
            attempt(() -> out.write(b));
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            attempt(() -> out.write(bytes, offset, length));
        }

        @Override
        public void flush() {
            attempt(out::flush);
        }

        private static void attempt(Action action) {
            try {
                action.run();
            } catch (IOException e) {
                throw new OutputFailure(e);
            }
        }

        private interface Action {
            void run() throws IOException;
        }
    }
}
