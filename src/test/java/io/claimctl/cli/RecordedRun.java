package io.claimctl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.cli.Streams.Terminals;
import io.claimctl.view.CheckState;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one command line did, run in this process: exit code and both streams. Every assertion shows all of it when it
 * fails, as does {@link #toString}.
 */
public record RecordedRun(List<String> words, int exit, String out, String err, Duration took) {

    /** A run that is still to be set up: no variables but a locale with UTF-8, no terminals, no input, 80 columns, UTC. */
    public static Setup claimctl(String... words) {
        return new Setup(List.of(words));
    }

    /** Ended like this. */
    public RecordedRun ends(ExitCode expected) {
        return ends(expected.code());
    }

    /** Ended with this code. */
    public RecordedRun ends(int expected) {
        assertThat(exit).as("exit code of %s", this).isEqualTo(expected);
        return this;
    }

    /** Was told that its command line is wrong, in these words: a check in its own way, others on standard error. */
    public RecordedRun isWronglyWritten(String... texts) {
        return words.get(0).equals("check")
                ? ends(CheckState.UNKNOWN.code()).shows("CLAIMCTL UNKNOWN - ").shows(texts)
                : ends(ExitCode.USAGE).showsNothing().says(texts);
    }

    /** Wrote all of these texts to standard error. */
    public RecordedRun says(String... texts) {
        assertThat(err).as("%s", this).contains(texts);
        return this;
    }

    /** Wrote all of these texts to standard output. */
    public RecordedRun shows(String... texts) {
        assertThat(out).as("%s", this).contains(texts);
        return this;
    }

    /** Wrote nothing to standard output. */
    public RecordedRun showsNothing() {
        assertThat(out).as("%s", this).isEmpty();
        return this;
    }

    /** Wrote nothing to standard error. */
    public RecordedRun saysNothing() {
        assertThat(err).as("%s", this).isEmpty();
        return this;
    }

    /** Wrote this text nowhere. */
    public RecordedRun neverPrints(String text) {
        assertThat(out + err).as("%s", this).doesNotContain(text);
        return this;
    }

    @Override
    public String toString() {
        return "claimctl " + String.join(" ", words) + " -> " + exit + " after " + took.toMillis() + " ms\n--- stdout\n"
                + out + "--- stderr\n" + err + "---\n";
    }

    /** How a command line is run. */
    public static final class Setup {
        private final List<String> words;
        private final Map<String, String> environment = new HashMap<>(Map.of("LANG", "C.UTF-8"));
        private Terminals terminals = Terminals.NONE;
        private int width = 80;
        private byte[] input = {};
        private List<Verb> verbs = Verb.ALL;
        private Host host = Host.NONE;
        private OutputStream reader = OutputStream.nullOutputStream();

        private Setup(List<String> words) {
            this.words = new ArrayList<>(words);
        }

        /** With a variable. */
        public Setup with(String name, String value) {
            environment.put(name, value);
            return this;
        }

        /** On a store: {@code CLAIMCTL_URI}. */
        public Setup on(String uri) {
            return with("CLAIMCTL_URI", uri);
        }

        /** On terminals: {@code i}, {@code o}, {@code e} for the three streams. */
        public Setup terminals(String letters) {
            terminals = Terminals.of(letters);
            return this;
        }

        /** With this many columns. */
        public Setup width(int columns) {
            width = columns;
            return this;
        }

        /** With this on standard input. */
        public Setup input(String text) {
            return input(text.getBytes(UTF_8));
        }

        /** With this on standard input. */
        public Setup input(byte[] bytes) {
            input = bytes.clone();
            return this;
        }

        /** With these commands instead of the real ones. */
        Setup commands(Verb... others) {
            verbs = List.of(others);
            return this;
        }

        /** With a second reader of standard output, which may fail. */
        Setup reader(OutputStream other) {
            reader = other;
            return this;
        }

        /** In this process. */
        Setup host(Host other) {
            host = other;
            return this;
        }

        /** Runs it. */
        public RecordedRun run() {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            Streams streams = Streams.of(new ByteArrayInputStream(input), new Tee(out, reader), err, terminals, width);
            Context context = new Context(streams, environment, () -> ZoneOffset.UTC, host);
            long started = System.nanoTime();
            int exit = new Program(context, new CommandTree(verbs)).run(words.toArray(new String[0]));
            Duration took = Duration.ofNanos(System.nanoTime() - started);
            return new RecordedRun(
                    Collections.unmodifiableList(words), exit, out.toString(UTF_8), err.toString(UTF_8), took);
        }
    }

    private static final class Tee extends OutputStream {
        private final OutputStream one;
        private final OutputStream other;

        Tee(OutputStream one, OutputStream other) {
            this.one = one;
            this.other = other;
        }

        @Override
        public void write(int b) throws java.io.IOException {
            other.write(b);
            one.write(b);
        }

        @Override
        public void flush() throws java.io.IOException {
            other.flush();
        }
    }
}
