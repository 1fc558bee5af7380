package io.claimctl.cli.connection;

import com.mongodb.ConnectionString;
import com.mongodb.MongoConfigurationException;
import io.claimctl.view.Times;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A valid connection string. Its text, which may hold a password, is never shown: {@link #toString} hides it. */
public final class ConnectionUri {
    private static final Pattern QUOTED = Pattern.compile("'([^']*)'|\"[^\"]*\"");

    private final String redacted;
    private final ConnectionString parsed;
    private final Optional<SSLContext> tls;

    private ConnectionUri(String text, ConnectionString parsed) {
        this.redacted = Secrets.redact(text);
        this.parsed = parsed;
        boolean files = text.toLowerCase(Locale.ROOT).contains("tlsc"); // few do, and start sooner without
        this.tls = files ? TlsFiles.of(text, Boolean.TRUE.equals(parsed.getSslEnabled())) : Optional.empty();
    }

    /**
     * Reads a connection string. For {@code mongodb+srv} this asks the DNS.
     *
     * @param timeout of the DNS
     * @throws InvalidUri with a sentence that holds nothing secret
     */
    public static ConnectionUri parse(String text, Duration timeout) {
        boolean srv = text.startsWith("mongodb+srv://");
        if (!srv && !text.startsWith("mongodb://")) {
            throw new InvalidUri("it must start with mongodb:// or mongodb+srv://", false);
        }
        try {
            return new ConnectionUri(text, srv ? resolved(text, timeout) : new ConnectionString(text));
        } catch (MongoConfigurationException e) {
            throw new InvalidUri("the DNS does not know its host", true);
        } catch (IllegalArgumentException e) {
            throw new InvalidUri(sentence(text, String.valueOf(e.getMessage())), false);
        }
    }

    /** The lookup has its own idea of patience; this thread does not wait for its end. */
    private static ConnectionString resolved(String text, Duration timeout) {
        CompletableFuture<ConnectionString> parsed = CompletableFuture.supplyAsync(() -> new ConnectionString(text));
        try {
            return parsed.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new InvalidUri("the DNS did not answer within " + Times.exact(timeout), true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InvalidUri("it was interrupted while the DNS was asked", true);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException reason ? reason : new IllegalStateException(e);
        }
    }

    /** A file for TLS that a connection string names without its folder from the root on; empty if there is none. */
    public static Optional<String> relativeFile(String text) {
        return TlsFiles.relative(text);
    }

    /** A connection string that cannot be used. */
    public static final class InvalidUri extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final boolean unresolved;

        InvalidUri(String message, boolean unresolved) {
            super(message);
            this.unresolved = unresolved;
        }

        /** Whether it may be right, and the DNS did not answer as it should. */
        public boolean unresolved() {
            return unresolved;
        }

        @Override
        public String getMessage() {
            return String.valueOf(super.getMessage());
        }
    }

    /** The database that the path names. */
    public Optional<String> database() {
        return Optional.ofNullable(parsed.getDatabase());
    }

    /** Whether it holds a password, which a process list would show. */
    public boolean hasPassword() {
        char @Nullable [] password = parsed.getPassword();
        return password != null && password.length > 0;
    }

    /** The connection string with its secrets hidden. */
    @Override
    public String toString() {
        return redacted;
    }

    /** What the files for TLS that it names make of it; empty where the JVM's own settings hold. */
    Optional<SSLContext> tls() {
        return tls;
    }

    ConnectionString parsed() {
        return parsed;
    }

    /** The driver's reason. What it quotes may be a piece of a password, so only names of options stay. */
    private static String sentence(String uri, String reason) {
        String kept = QUOTED.matcher(reason)
                .replaceAll(quoted -> Matcher.quoteReplacement(
                        quoted.group(1) != null && isOption(uri, quoted.group(1)) ? quoted.group() : "'...'"));
        Secrets secrets = new Secrets();
        secrets.learn(uri);
        return secrets.scrub(kept.replaceFirst("^The connection string ", "it ").strip());
    }

    private static boolean isOption(String uri, String word) {
        return word.matches("[A-Za-z]+")
                && Pattern.compile("[?&]" + word + "=", Pattern.CASE_INSENSITIVE)
                        .matcher(uri)
                        .find();
    }
}
