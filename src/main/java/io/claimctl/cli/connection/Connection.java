package io.claimctl.cli.connection;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.connection.ClusterDescription;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.StoreException;
import io.claimctl.sweep.Archive;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bson.codecs.BsonValueCodecProvider;
import org.bson.codecs.configuration.CodecRegistries;
import org.jspecify.annotations.Nullable;

/**
 * The connection of one command: the one place where a client is built. Opened by the first use, closed with the
 * command, used by one thread.
 */
public final class Connection implements AutoCloseable {
    private final ConnectionUri uri;
    private final MongoNamespace namespace;
    private final Duration timeout;
    private final String application;
    private final @Nullable CommandLog commands;
    private @Nullable MongoClient client;
    private @Nullable ClusterDescription lastSeen;

    private Connection(
            ConnectionUri uri,
            MongoNamespace namespace,
            Duration timeout,
            String application,
            @Nullable CommandLog commands) {
        this.uri = uri;
        this.namespace = namespace;
        this.timeout = timeout;
        this.application = application;
        this.commands = commands;
    }

    /**
     * A connection that is not yet open.
     *
     * @param timeout bounds finding a server, connecting to it, and each operation; at least 1 ms
     * @param application what the server's log calls us, unless the connection string says otherwise
     * @throws IllegalArgumentException if MongoDB allows no such database or collection name
     */
    public static Connection to(
            ConnectionUri uri, String database, String collection, Duration timeout, String application) {
        return new Connection(uri, new MongoNamespace(database, collection), timeout, application, null);
    }

    /**
     * The same, counting the commands that are sent and telling of each.
     *
     * @param target takes one sentence for each; any thread may call it
     * @param shapes whether to tell also how each is built, without values
     */
    public Connection telling(Consumer<String> target, boolean shapes) {
        return new Connection(uri, namespace, timeout, application, new CommandLog(target, shapes));
    }

    /**
     * Checks the name of a database.
     *
     * @throws IllegalArgumentException with MongoDB's rule
     */
    public static void checkDatabase(String name) {
        MongoNamespace.checkDatabaseNameValidity(name);
    }

    /**
     * Checks the name of a collection.
     *
     * @throws IllegalArgumentException with MongoDB's rule
     */
    public static void checkCollection(String name) {
        MongoNamespace.checkCollectionNameValidity(name);
    }

    /** The claims; opens the connection, sends nothing yet. */
    public ClaimStore claimStore() {
        return ClaimStore.on(client(), namespace).withTimeout(timeout);
    }

    /** Where a sweep archives claims: a collection of the same database. */
    public Archive archive(String collection) {
        return Archive.in(client(), namespace.getDatabaseName(), collection, timeout);
    }

    /**
     * The database, and this collection of it.
     *
     * @throws IllegalArgumentException if MongoDB allows no such name
     */
    public String archiveName(String collection) {
        return new MongoNamespace(namespace.getDatabaseName(), collection).getFullName();
    }

    /** The database and the collection, as in {@code shop._message_state}. */
    public String collectionName() {
        return namespace.getFullName();
    }

    /**
     * What answers, in words.
     *
     * @throws StoreException if nothing does, or it refuses the credentials
     */
    public String server() {
        return ServerWords.of(client(), namespace.getDatabaseName(), timeout);
    }

    /** The longest that one operation may take. */
    public Duration timeout() {
        return timeout;
    }

    /** Whether drivers that use the same connection string may repeat writes on their own; null if it says nothing of it. */
    public @Nullable Boolean retryWrites() {
        return uri.parsed().getRetryWritesValue();
    }

    /** How many commands were sent, handshakes left out; empty if they are not counted. */
    public OptionalLong commandsSent() {
        return commands == null ? OptionalLong.empty() : OptionalLong.of(commands.sent());
    }

    /** Why the store failed, in words for people, from what this connection knows of the servers. */
    public StoreFailure explain(StoreException failure) {
        return new FailureReader(client == null ? lastSeen : client.getClusterDescription(), uri.parsed(), timeout)
                .read(failure);
    }

    @Override
    public void close() {
        if (client != null) {
            lastSeen = client.getClusterDescription(); // a failure is explained after its command has ended
            client.close();
            client = null;
        }
    }

    private MongoClient client() {
        if (client == null) {
            client = MongoClients.create(settings());
        }
        return client;
    }

    MongoClientSettings settings() {
        MongoClientSettings.Builder settings = MongoClientSettings.builder()
                .applyConnectionString(uri.parsed())
                .codecRegistry(CodecRegistries.fromProviders(new BsonValueCodecProvider()));
        MongoClientSettings asked = settings.build();
        long selection = asked.getClusterSettings().getServerSelectionTimeout(TimeUnit.MILLISECONDS);
        int connect = asked.getSocketSettings().getConnectTimeout(TimeUnit.MILLISECONDS);
        if (asked.getApplicationName() == null) {
            settings.applicationName(application);
        }
        uri.tls().ifPresent(context -> settings.applyToSslSettings(ssl -> ssl.context(context)));
        if (commands != null) {
            settings.addCommandListener(commands);
        }
        return settings.applyToClusterSettings(
                        cluster -> cluster.serverSelectionTimeout(bounded(selection), TimeUnit.MILLISECONDS)
                                // all reads of claims are the primary's; what asks other members asks the far ones, too
                                .localThreshold(1, TimeUnit.DAYS))
                .applyToSocketSettings(socket -> socket.connectTimeout(bounded(connect), TimeUnit.MILLISECONDS))
                .build();
    }

    /** The driver takes 0 and less for "no limit". */
    private long bounded(long asked) {
        long limit = Math.min(Math.max(1, timeout.toMillis()), Integer.MAX_VALUE);
        return asked <= 0 ? limit : Math.min(asked, limit);
    }
}
