package io.claimctl.claim;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Reads {@code localTime} from {@code hello}, or from {@code isMaster} where the server does not know {@code hello}. */
final class HelloClock implements TimeSource {
    private static final Set<Integer> UNKNOWN_COMMAND = Set.of(59, 115);
    private static final Duration CARRIED = Duration.ofMinutes(1);

    private static final Duration WORTH_ANOTHER_TRY = Duration.ofMillis(100);

    private final MongoClient client;
    private final MongoDatabase admin;
    private final HostClock clock;
    private volatile String command = "hello";
    private volatile @Nullable ServerTime last;
    private volatile @Nullable ServerTime lastKnown;

    HelloClock(MongoClient client, HostClock clock) {
        this.client = client;
        this.admin = client.getDatabase("admin")
                .withCodecRegistry(StoreAccess.BSON)
                .withReadPreference(ReadPreference.primary());
        this.clock = clock;
    }

    @Override
    public ServerTime read(Duration limit) {
        return read(limit, true);
    }

    /** @param ofPrimary whether to wait for one where a single host is named, which the driver asks whatever it is */
    private ServerTime read(Duration limit, boolean ofPrimary) {
        Deadline deadline = new Deadline(clock, limit);
        while (true) {
            PrimaryIdentity before = PrimaryIdentity.of(client.getClusterDescription());
            Reading reading = ask(deadline);
            ServerTime time = reading.time();
            if (ofPrimary && !reading.ofPrimary()) {
                if (deadline.left().compareTo(WORTH_ANOTHER_TRY) < 0) {
                    throw new StoreException(
                            StoreException.Kind.TIMED_OUT,
                            "the server is no primary: an election is going on, or the connection string names no primary",
                            0,
                            null);
                }
                Pauses.beforeRepeat(deadline);
                continue;
            }
            // Not known before the first command: then there is nothing that it could differ from.
            if (before.equals(PrimaryIdentity.NONE) || before.equals(time.primary())) {
                last = time;
                lastKnown = time;
                return time;
            }
        }
    }

    private record Reading(ServerTime time, boolean ofPrimary) {}

    @Override
    public ServerTime recent(Duration limit) {
        ServerTime carried = last;
        boolean usable = carried != null
                && carried.age().compareTo(CARRIED) < 0
                && !carried.hostWasSuspended()
                && carried.primary().equals(PrimaryIdentity.of(client.getClusterDescription()));
        return usable && carried != null ? carried : read(limit, false);
    }

    @Override
    public Optional<ServerTime> lastKnown() {
        return Optional.ofNullable(lastKnown);
    }

    @Override
    public void forget() {
        last = null;
    }

    private Reading ask(Deadline deadline) {
        String name = command; // another thread may find out meanwhile
        try {
            return ask(name, deadline.left());
        } catch (MongoCommandException e) {
            if (!UNKNOWN_COMMAND.contains(e.getErrorCode()) || name.equals("isMaster")) {
                throw DriverErrors.failure(e, client.getClusterDescription());
            }
            command = "isMaster";
            return ask(deadline);
        } catch (MongoException e) {
            forget(); // the primary may be another by now
            throw DriverErrors.failure(e, client.getClusterDescription());
        }
    }

    private Reading ask(String name, Duration limit) {
        long sentNanos = clock.nanos();
        long sentWallMillis = clock.wallMillis();
        BsonDocument reply = admin.withTimeout(Math.max(1, limit.toMillis()), TimeUnit.MILLISECONDS)
                .runCommand(new BsonDocument(name, new BsonInt32(1)), BsonDocument.class);
        return new Reading(
                new ServerTime(
                        localTime(reply),
                        sentNanos,
                        sentWallMillis,
                        clock,
                        PrimaryIdentity.of(client.getClusterDescription())),
                !BsonBoolean.FALSE.equals(reply.get("isWritablePrimary", reply.get("ismaster"))));
    }

    private static Instant localTime(BsonDocument reply) {
        BsonValue time = reply.get("localTime");
        if (time != null && time.isDateTime()) {
            return Instant.ofEpochMilli(time.asDateTime().getValue());
        }
        if (time != null && time.isInt64()) {
            return Instant.ofEpochMilli(time.asInt64().getValue());
        }
        throw new StoreException(
                StoreException.Kind.REFUSED, "the server does not tell its time, so no lease can be judged", 0, null);
    }
}
