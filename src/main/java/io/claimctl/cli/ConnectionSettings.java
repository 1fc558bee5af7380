package io.claimctl.cli;

import io.claimctl.cli.StoreDefaults.UsedProfile;
import io.claimctl.cli.config.Setting;
import io.claimctl.cli.connection.Connection;
import io.claimctl.cli.connection.ConnectionUri;
import io.claimctl.cli.connection.ConnectionUri.InvalidUri;
import io.claimctl.cli.connection.Login;
import io.claimctl.cli.connection.Secrets;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a command connects to, complete.
 *
 * @param uri from {@code --uri}, {@code --uri-file}, {@code --profile}, {@code CLAIMCTL_URI}, {@code CLAIMCTL_URI_FILE}, {@code
 *     CLAIMCTL_PROFILE} or the current profile, the first that there is; there is no default
 * @param database from {@code --db}, else as {@link StoreDefaults#value} says, else the connection string
 * @param collection from {@code --collection}, else as {@link StoreDefaults#value} says, else {@value #COLLECTION}
 * @param timeout from {@code --timeout}, else as {@link StoreDefaults#value} says, else 10 s
 * @param passwordInProcessList whether a process list shows the password
 * @param source where the connection string comes from, in words
 */
record ConnectionSettings(
        ConnectionUri uri,
        String database,
        String collection,
        Duration timeout,
        boolean passwordInProcessList,
        String source) {
    static final String COLLECTION = "_message_state";

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    /** Where a password comes from that the connection string leaves out. */
    @FunctionalInterface
    interface Passwords {
        /** As {@link PasswordEntry#of}. */
        Optional<String> of(StoreOptions options, @Nullable UsedProfile used, SaidValue uri, Duration timeout);
    }

    /**
     * Completes the options. Connects to nothing.
     *
     * @param secrets learns the password before anything can fail
     * @throws Refusal with 2 for an option, 78 for the environment, a file, or nothing at all
     */
    static ConnectionSettings of(StoreOptions options, StoreDefaults defaults, Secrets secrets, Passwords passwords) {
        Duration timeout = options.timeout() == null
                ? duration(defaults.value(Setting.TIMEOUT).orElse(null), TIMEOUT)
                : options.timeout();
        SaidValue text = uri(options, defaults, secrets);
        boolean seen = options.uri() != null && Secrets.isIn(text.value());
        ConnectionUri uri = parsed(complete(text, options, defaults, secrets, passwords, timeout), timeout);
        SaidValue database = database(options, defaults, uri, text);
        database.check(Connection::checkDatabase);
        SaidValue collection = collection(options, defaults);
        collection.check(Connection::checkCollection);
        return new ConnectionSettings(
                uri, database.value(), collection.value(), timeout, seen && uri.hasPassword(), text.source());
    }

    /** The connection string with the password that it left out. */
    private static SaidValue complete(
            SaidValue text,
            StoreOptions options,
            StoreDefaults defaults,
            Secrets secrets,
            Passwords passwords,
            Duration timeout) {
        return passwords
                .of(options, defaults.used().orElse(null), text, timeout)
                .map(password -> {
                    String complete = Login.withPassword(text.value(), password);
                    secrets.learn(complete); // and with it the password, as it is and as it is encoded
                    return new SaidValue(complete, text.source(), text.option());
                })
                .orElse(text);
    }

    /** The connection string as it was said; its secrets are learnt. */
    static SaidValue uri(StoreOptions options, StoreDefaults defaults, Secrets secrets) {
        SaidValue text = text(options, defaults);
        secrets.learn(text.value());
        return text;
    }

    private static SaidValue text(StoreOptions options, StoreDefaults defaults) {
        if (options.uri() != null && options.uriFile() != null) {
            throw Refusal.usage("--uri and --uri-file are both given: leave one out");
        }
        if (options.uri() != null) {
            return new SaidValue(options.uri(), "--uri", true);
        }
        if (options.uriFile() != null) {
            return new UriFile(options.uriFile()).read();
        }
        if (defaults.used().isPresent()) {
            return ofProfile(defaults.used().get());
        }
        String variable = defaults.variables().get("CLAIMCTL_URI");
        String file = defaults.variables().get("CLAIMCTL_URI_FILE");
        if (variable != null && file != null) {
            throw Refusal.configuration("CLAIMCTL_URI and CLAIMCTL_URI_FILE are both set: unset one");
        }
        if (file != null) {
            return new UriFile(Path.of(file)).read();
        }
        if (variable == null) {
            throw Refusal.configuration("no server is named, and there is no default one:"
                    + " set CLAIMCTL_URI to a connection string, or give --uri-file or --uri,"
                    + " or name it once by claimctl profile add NAME --uri URI --use");
        }
        return new SaidValue(variable, "CLAIMCTL_URI", false);
    }

    private static SaidValue ofProfile(UsedProfile used) {
        return used.value(Setting.URI)
                .orElseGet(() -> new UriFile(used.uriFile().orElseThrow()).read());
    }

    private static ConnectionUri parsed(SaidValue text, Duration timeout) {
        try {
            return ConnectionUri.parse(text.value(), timeout);
        } catch (InvalidUri e) {
            String sentence = "the connection string of " + text.source() + " cannot be used: " + e.getMessage();
            throw e.unresolved() ? new Refusal(ExitCode.UNREACHABLE, sentence) : text.refused(sentence);
        }
    }

    private static SaidValue database(StoreOptions options, StoreDefaults defaults, ConnectionUri uri, SaidValue text) {
        if (options.database() != null) {
            return new SaidValue(options.database(), "--db", true);
        }
        return defaults.value(Setting.DB)
                .or(() -> uri.database().map(name -> new SaidValue(name, text.source(), false)))
                .orElseThrow(() -> Refusal.configuration("no database is named: give --db, set CLAIMCTL_DB,"
                        + " or add it to the connection string as in mongodb://host/DB"));
    }

    private static SaidValue collection(StoreOptions options, StoreDefaults defaults) {
        if (options.collection() != null) {
            return new SaidValue(options.collection(), "--collection", true);
        }
        return defaults.value(Setting.COLLECTION).orElseGet(() -> new SaidValue(COLLECTION, "the default", false));
    }

    /** @throws Refusal with 78 if it is no duration of at least a millisecond */
    static Duration duration(@Nullable SaidValue said, Duration otherwise) {
        try {
            return said == null ? otherwise : DurationOption.parsePositive(said.value());
        } catch (IllegalArgumentException e) {
            throw Refusal.configuration(said.source() + " cannot be used: " + e.getMessage());
        }
    }

    /** Why a file cannot be read. */
    static String reason(IOException e, Path file) {
        if (Files.isDirectory(file)) {
            return "it is a folder";
        }
        return e instanceof AccessDeniedException
                ? "that is not allowed to this user"
                : e.getClass().getSimpleName();
    }
}
