package io.claimctl.claim;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.ServerAddress;
import com.mongodb.connection.ServerDescription;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BSONException;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Puts questions to the server as they are, to learn what server it is and how the collection stands. It sends nothing but
 * the commands that it knows to read: everything else is refused before it leaves. Thread-safe.
 */
public final class StoreProbe {
    private static final Set<String> READS = Set.of(
            "aggregate",
            "buildInfo",
            "collStats",
            "connectionStatus",
            "find",
            "getDefaultRWConcern",
            "getParameter",
            "hello",
            "isMaster",
            "listCollections",
            "listIndexes",
            "replSetGetConfig",
            "replSetGetStatus");
    private static final Set<String> WRITING_STAGES = Set.of("$out", "$merge");

    private final StoreAccess store;
    private final Instant begun;
    private final long begunNanos;

    StoreProbe(StoreAccess store) {
        this.store = store;
        this.begun = Instant.ofEpochMilli(store.clock.wallMillis());
        this.begunNanos = store.clock.nanos();
    }

    /** The database of the claims. */
    public String database() {
        return store.namespace.getDatabaseName();
    }

    /** The collection of the claims. */
    public String collection() {
        return store.namespace.getCollectionName();
    }

    /** The addresses of the servers that are known, as in {@code db-1:27017}, in order. */
    public List<String> servers() {
        return store.client.getClusterDescription().getServerDescriptions().stream()
                .map(ServerDescription::getAddress)
                .map(ServerAddress::toString)
                .sorted()
                .toList();
    }

    /**
     * Asks the primary, or the router.
     *
     * @throws IllegalArgumentException if the command may change something
     */
    public ProbeReply ask(String database, BsonDocument command) {
        return ask(database, command, ReadPreference.primary());
    }

    /**
     * Asks some member of the replica set that is near, another one perhaps each time; who has answered, stands in a reply
     * such as that of {@code hello}.
     *
     * @throws IllegalArgumentException if the command may change something
     */
    public ProbeReply askAnyMember(String database, BsonDocument command) {
        return ask(database, command, ReadPreference.nearest());
    }

    private ProbeReply ask(String database, BsonDocument command, ReadPreference whom) {
        requireReads(command);
        long sent = store.clock.nanos();
        try {
            BsonDocument reply = store.client
                    .getDatabase(database)
                    .withCodecRegistry(StoreAccess.BSON)
                    .withTimeout(Math.max(1, store.timeout.toMillis()), TimeUnit.MILLISECONDS)
                    .runCommand(command, whom, BsonDocument.class);
            Duration took = Duration.ofNanos(store.clock.nanos() - sent);
            return new ProbeReply.Answered(reply, begun.plusNanos(sent - begunNanos), took);
        } catch (MongoCommandException e) {
            return DriverErrors.passes(e)
                    ? new ProbeReply.Silent(DriverErrors.brief(e))
                    : new ProbeReply.Refused(Math.max(0, e.getErrorCode()), DriverErrors.brief(e));
        } catch (MongoException e) {
            return new ProbeReply.Silent(String.valueOf(store.failure(e).getMessage()));
        } catch (BSONException e) {
            return new ProbeReply.Refused(
                    0, String.valueOf(DriverErrors.unreadable(e).getMessage()));
        }
    }

    private static void requireReads(BsonDocument command) {
        String name = command.isEmpty() ? "nothing" : command.getFirstKey();
        if (!READS.contains(name) || writes(command)) {
            throw new IllegalArgumentException("a probe only reads, and does not send " + name);
        }
    }

    /** Whether a stage that writes stands anywhere in it. */
    private static boolean writes(BsonValue value) {
        if (value.isDocument()) {
            return value.asDocument().entrySet().stream()
                    .anyMatch(e -> WRITING_STAGES.contains(e.getKey()) || writes(e.getValue()));
        }
        return value.isArray() && value.asArray().stream().anyMatch(StoreProbe::writes);
    }
}
