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
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Reads {@code localTime} from {@code hello}, or from {@code isMaster} where the server does not know {@code hello}. */
final class HelloClock implements TimeSource {
    private static final Set<Integer> UNKNOWN_COMMAND = Set.of(59, 115);
    private static final Duration CARRIED = Duration.ofMinutes(1);

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
        long end = clock.nanos() + limit.toNanos();
        while (true) {
            PrimaryIdentity before = PrimaryIdentity.of(client.getClusterDescription());
            ServerTime time = ask(end);
            // Not known before the first command: then there is nothing that it could differ from.
            if (before.equals(PrimaryIdentity.NONE) || before.equals(time.primary())) {
                last = time;
                lastKnown = time;
                return time;
            }
        }
    }

    @Override
    public ServerTime recent(Duration limit) {
        ServerTime carried = last;
        boolean usable = carried != null
                && carried.age().compareTo(CARRIED) < 0
                && !carried.hostWasSuspended()
                && carried.primary().equals(PrimaryIdentity.of(client.getClusterDescription()));
        return usable && carried != null ? carried : read(limit);
    }

    @Override
    public Optional<ServerTime> lastKnown() {
        return Optional.ofNullable(lastKnown);
    }

    @Override
    public void forget() {
        last = null;
    }

    private ServerTime ask(long end) {
        String name = command; // another thread may find out meanwhile
        try {
            return ask(name, end);
        } catch (MongoCommandException e) {
            if (!UNKNOWN_COMMAND.contains(e.getErrorCode()) || name.equals("isMaster")) {
                throw DriverErrors.failure(e, client.getClusterDescription());
            }
            command = "isMaster";
            return ask(end);
        } catch (MongoException e) {
            forget(); // the primary may be another by now
            throw DriverErrors.failure(e, client.getClusterDescription());
        }
    }

    private ServerTime ask(String name, long end) {
        long left = Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - clock.nanos()));
        long sent = clock.nanos();
        BsonDocument reply = admin.withTimeout(left, TimeUnit.MILLISECONDS)
                .runCommand(new BsonDocument(name, new BsonInt32(1)), BsonDocument.class);
        return new ServerTime(localTime(reply), sent, clock, PrimaryIdentity.of(client.getClusterDescription()));
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
