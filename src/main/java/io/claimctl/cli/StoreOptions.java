package io.claimctl.cli;

import io.claimctl.cli.connection.Secrets;
import io.claimctl.view.ShellWords;
import io.claimctl.view.Times;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which store a command works on, as it was said on the command line; {@link Context#connect} makes it complete. */
abstract class StoreOptions {
    /** Stands for a connection string that is not to be shown; no command takes it. */
    static final String PLACEHOLDER = "URI";

    /** The options as they were given; null where they were not. */
    static class Given {
        @Option(
                names = "--uri",
                paramLabel = "URI",
                description = "Connection string (env: CLAIMCTL_URI). Others can read it in the process list:"
                        + " one with a password belongs in the variable or in a file.")
        private @Nullable String uri;

        @Option(
                names = "--uri-file",
                paramLabel = "FILE",
                description = "File that holds the connection string, in place of --uri (env: CLAIMCTL_URI_FILE).")
        private @Nullable Path uriFile;

        @Option(
                names = "--profile",
                paramLabel = "PROFILE",
                description =
                        "Profile of the configuration file, in place of --uri (env: CLAIMCTL_PROFILE; default: the"
                                + " current one of claimctl profile use).")
        private @Nullable String profile;

        @Option(
                names = "--password-stdin",
                description = "Read the password of the user that the connection string names from the first line of"
                        + " standard input.")
        private boolean passwordStdin;

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
    }

    abstract Given given();

    /** The longest that one operation may take; null if it is for the environment to say. */
    abstract @Nullable Duration timeout();

    @Nullable
    String uri() {
        return given().uri;
    }

    @Nullable
    Path uriFile() {
        return given().uriFile;
    }

    @Nullable
    String profile() {
        return given().profile;
    }

    boolean passwordStdin() {
        return given().passwordStdin;
    }

    @Nullable
    String database() {
        return given().database;
    }

    @Nullable
    String collection() {
        return given().collection;
    }

    /**
     * These options again, each name and value a word of its own, for a command line that a person shall copy. For a
     * connection string that holds a secret there stands {@value #PLACEHOLDER}: without it the line would run on another store.
     */
    List<String> repeated() {
        List<String> words = new ArrayList<>();
        add(words, "--uri", uri() == null || !Secrets.isIn(uri()) ? uri() : PLACEHOLDER);
        add(words, "--uri-file", uriFile() == null ? null : uriFile().toString());
        add(words, "--profile", profile());
        add(words, "-d", database());
        add(words, "-c", collection());
        add(words, "--timeout", timeout() == null ? null : Times.exact(timeout()));
        return List.copyOf(words);
    }

    /** The word by which the server's own shell is told the same store, quoted; it fails where it cannot be repeated. */
    String forMongosh(StoreDefaults defaults) {
        String uri = uri();
        if (uri != null) {
            return ShellWords.visible(Secrets.isIn(uri) ? "mongodb://<the connection string given>" : uri);
        }
        String said = uriFile() != null
                ? "in " + uriFile()
                : defaults.used().isPresent()
                        ? "of profile " + defaults.used().get().profile().name()
                        : defaults.variables().has("CLAIMCTL_URI") ? "" : "in the file of CLAIMCTL_URI_FILE";
        return said.isEmpty()
                ? "\"$CLAIMCTL_URI\""
                : ShellWords.visible("mongodb://<the connection string " + said + ">");
    }

    private static void add(List<String> words, String option, @Nullable String value) {
        if (value != null) {
            words.add(option);
            words.add(value);
        }
    }
}
