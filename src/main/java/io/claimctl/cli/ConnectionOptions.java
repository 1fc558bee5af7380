package io.claimctl.cli;

import io.claimctl.view.Times;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Which store a command works on, as it was said on the command line; {@link Context#connect} makes it complete. */
final class ConnectionOptions {
    @ArgGroup(validate = false, heading = "%nConnection:%n", order = 80)
    private Given given = new Given();

    /** The options as they were given; null where they were not. */
    static final class Given {
        @Option(
                names = "--uri",
                paramLabel = "URI",
                description = "Connection string (env: CLAIMCTL_URI). Others can read it in the process list:"
                        + " one with a password belongs in the variable or in a file.")
        private @Nullable String uri;

        @Option(
                names = "--uri-file",
                paramLabel = "FILE",
                description = "File that holds the connection string, in place of --uri.")
        private @Nullable Path uriFile;

        @Option(
                names = {"-d", "--db"},
                paramLabel = "DB",
                description = "Database (env: CLAIMCTL_DB; default: that of the connection string).")
        private @Nullable String database;

        @Option(
                names = {"-c", "--collection"},
                paramLabel = "NAME",
                description = "Collection (env: CLAIMCTL_COLLECTION; default: " + ConnectionSettings.COLLECTION + ").")
        private @Nullable String collection;

        @Option(
                names = "--timeout",
                paramLabel = "DURATION",
                converter = DurationOption.Positive.class,
                description = "Longest that one operation may take, finding the server included"
                        + " (env: CLAIMCTL_TIMEOUT; default: 10s).")
        private @Nullable Duration timeout;
    }

    @Nullable
    String uri() {
        return given.uri;
    }

    @Nullable
    Path uriFile() {
        return given.uriFile;
    }

    @Nullable
    String database() {
        return given.database;
    }

    @Nullable
    String collection() {
        return given.collection;
    }

    @Nullable
    Duration timeout() {
        return given.timeout;
    }

    /**
     * These options again, each name and value a word of its own, for a command line that a person shall copy. A
     * connection string stays out if it holds credentials.
     */
    List<String> repeated() {
        List<String> words = new ArrayList<>();
        add(words, "--uri", given.uri == null || given.uri.contains("@") ? null : given.uri);
        add(words, "--uri-file", given.uriFile == null ? null : given.uriFile.toString());
        add(words, "-d", given.database);
        add(words, "-c", given.collection);
        add(words, "--timeout", given.timeout == null ? null : Times.exact(given.timeout));
        return List.copyOf(words);
    }

    private static void add(List<String> words, String option, @Nullable String value) {
        if (value != null) {
            words.add(option);
            words.add(value);
        }
    }
}
