package io.claimctl.cli;

import io.claimctl.cli.connection.Connection;
import io.claimctl.cli.connection.ConnectionUri;
import io.claimctl.cli.connection.ConnectionUri.InvalidUri;
import io.claimctl.cli.connection.Secrets;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where a command connects to, complete.
 *
 * @param uri from {@code --uri} or {@code --uri-file}, else {@code CLAIMCTL_URI}; there is no default
 * @param database from {@code --db}, else {@code CLAIMCTL_DB}, else the connection string
 * @param collection from {@code --collection}, else {@code CLAIMCTL_COLLECTION}, else {@value #COLLECTION}
 * @param timeout from {@code --timeout}, else {@code CLAIMCTL_TIMEOUT}, else 10 s
 * @param passwordInProcessList whether a process list shows the password
 */
record ConnectionSettings(
        ConnectionUri uri, String database, String collection, Duration timeout, boolean passwordInProcessList) {
    static final String COLLECTION = "_message_state";

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int LONGEST_FILE = 1 << 16;

    /**
     * Completes the options by the environment. Connects to nothing.
     *
     * @param secrets learns the password before anything can fail
     * @throws Refusal with 2 for an option, 78 for the environment, a file, or nothing at all
     */
    static ConnectionSettings of(StoreOptions options, Map<String, String> environment, Secrets secrets) {
        Variables variables = new Variables(environment);
        Duration timeout = options.timeout() == null ? variables.timeout() : options.timeout();
        Said text = uri(options, variables);
        secrets.learn(text.value);
        ConnectionUri uri = parsed(text, timeout);
        Said database = database(options, variables, uri, text);
        database.check(Connection::checkDatabase);
        Said collection = options.collection() != null
                ? new Said(options.collection(), "--collection", true)
                : new Said(variables.getOr("CLAIMCTL_COLLECTION", COLLECTION), "CLAIMCTL_COLLECTION", false);
        collection.check(Connection::checkCollection);
        return new ConnectionSettings(
                uri, database.value, collection.value, timeout, options.uri() != null && uri.hasPassword());
    }

    private static Said uri(StoreOptions options, Variables variables) {
        if (options.uri() != null && options.uriFile() != null) {
            throw Refusal.usage("--uri and --uri-file are both given: leave one out");
        }
        if (options.uri() != null) {
            return new Said(options.uri(), "--uri", true);
        }
        if (options.uriFile() != null) {
            return new Said(content(options.uriFile()), "the file " + options.uriFile(), false);
        }
        String variable = variables.get("CLAIMCTL_URI");
        if (variable == null) {
            throw Refusal.configuration("no server is named, and there is no default one:"
                    + " set CLAIMCTL_URI to a connection string, or give --uri-file or --uri");
        }
        return new Said(variable, "CLAIMCTL_URI", false);
    }

    private static ConnectionUri parsed(Said text, Duration timeout) {
        try {
            return ConnectionUri.parse(text.value, timeout);
        } catch (InvalidUri e) {
            String sentence = "the connection string of " + text.source + " cannot be used: " + e.getMessage();
            throw e.unresolved() ? new Refusal(ExitCode.UNREACHABLE, sentence) : text.refused(sentence);
        }
    }

    private static Said database(StoreOptions options, Variables variables, ConnectionUri uri, Said text) {
        if (options.database() != null) {
            return new Said(options.database(), "--db", true);
        }
        String variable = variables.get("CLAIMCTL_DB");
        if (variable != null) {
            return new Said(variable, "CLAIMCTL_DB", false);
        }
        return new Said(
                uri.database()
                        .orElseThrow(() -> Refusal.configuration("no database is named: give --db, set CLAIMCTL_DB,"
                                + " or add it to the connection string as in mongodb://host/DB")),
                text.source,
                false);
    }

    private static String content(Path file) {
        try {
            if (Files.size(file) > LONGEST_FILE) {
                throw Refusal.configuration("the file " + file + " is too long to hold a connection string");
            }
            List<String> lines = Files.readString(file)
                    .lines()
                    .map(String::strip)
                    .filter(l -> !l.isEmpty())
                    .toList();
            if (lines.size() != 1) {
                throw Refusal.configuration(
                        "the file " + file + " must hold one line, the connection string; it holds " + lines.size());
            }
            return lines.get(0);
        } catch (NoSuchFileException e) {
            throw Refusal.configuration("there is no file " + file + " to read the connection string from");
        } catch (CharacterCodingException e) {
            throw Refusal.configuration("the file " + file + " is not UTF-8");
        } catch (IOException e) {
            throw Refusal.configuration(
                    "the file " + file + " cannot be read: " + e.getClass().getSimpleName());
        }
    }

    /** A value and where it was said, which decides how it is refused. */
    private record Said(String value, String source, boolean option) {
        Refusal refused(String sentence) {
            return option ? Refusal.usage(sentence) : Refusal.configuration(sentence);
        }

        void check(Consumer<String> rule) {
            try {
                rule.accept(value);
            } catch (IllegalArgumentException e) {
                throw refused("'" + value + "' (" + source + ") cannot be used: " + e.getMessage());
            }
        }
    }

    /** Environment variables; one that is set to nothing is not set. */
    private record Variables(Map<String, String> environment) {
        @Nullable
        String get(String name) {
            String value = environment.get(name);
            return value == null || value.isBlank() ? null : value.strip();
        }

        String getOr(String name, String otherwise) {
            String value = get(name);
            return value == null ? otherwise : value;
        }

        Duration timeout() {
            String value = get("CLAIMCTL_TIMEOUT");
            try {
                return value == null ? TIMEOUT : DurationOption.parsePositive(value);
            } catch (IllegalArgumentException e) {
                throw Refusal.configuration("CLAIMCTL_TIMEOUT cannot be used: " + e.getMessage());
            }
        }
    }
}
