package io.claimctl.demo;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A server in this process, on a free loopback port, with sample claims; gone when it is closed. Thread-safe. */
public final class DemoServer implements AutoCloseable {
    private static final String DATABASE = "demo";
    private static final String COLLECTION = "_message_state";

    private final Backend backend = new Backend();
    private final MongoServer server = new MongoServer(backend);
    private final String uri = server.bindAndGetConnectionString() + "/" + DATABASE;

    private DemoServer() {}

    /** Starts it, with its claims around the present. */
    public static DemoServer start() {
        DemoServer demo = new DemoServer();
        demo.backend.claims().insertDocuments(new SampleClaims(demo.backend.now()).all());
        return demo;
    }

    /** The connection string, with the database; the collection is the default one. */
    public String uri() {
        return uri;
    }

    /** Lets another worker take this claim just before the server applies the next update, as happens at 3 in the morning. */
    public void takeBeforeNextUpdate(String id) {
        backend.beforeNextUpdate.set(id);
    }

    @Override
    public void close() {
        server.shutdownNow();
    }

    private static final class Backend extends MemoryBackend {
        final AtomicReference<@Nullable String> beforeNextUpdate = new AtomicReference<>();

        @Override
        public Document handleMessage(MongoMessage message) {
            if (message.getDocument().containsKey("update")) {
                String id = beforeNextUpdate.getAndSet(null);
                if (id != null) {
                    take(id);
                }
            }
            return super.handleMessage(message);
        }

        /** As a worker written in Go acquires a claim whose lease has ended. */
        private void take(String id) {
            Instant now = now();
            Document lapsed = new Document("_id", id).append("expires_at", new Document("$lt", now));
            Document taken = new Document("status", "processing")
                    .append("worker_id", SampleClaims.token(11))
                    .append("expires_at", now.plus(Duration.ofMinutes(5)))
                    .append("updated_at", now);
            claims().findAndModify(new Document("query", lapsed).append("update", new Document("$set", taken)));
        }

        Instant now() {
            return Instant.ofEpochMilli(getClock().millis());
        }

        MongoCollection<?> claims() {
            MongoDatabase database = resolveDatabase(DATABASE);
            MongoCollection<?> claims = database.resolveCollection(COLLECTION, false);
            return claims == null ? database.createCollectionOrThrowIfExists(COLLECTION) : claims;
        }
    }
}
