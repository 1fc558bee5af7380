package io.claimctl.cli;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.claimctl.claim.ClaimStore;
import io.claimctl.testing.ScriptedServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.types.Binary;

/** A server at one instant with stale claims, and recoveries of them in this process. */
final class RecoverBench implements AutoCloseable {
    static final Instant NOW = Instant.parse("2026-01-02T03:04:05.500Z");

    private final Path folder;
    final ScriptedServer server = new ScriptedServer(Clock.fixed(NOW, ZoneOffset.UTC));
    private final MongoClient client = MongoClients.create(server.uri());
    final MongoCollection<Document> claims = client.getDatabase("shop").getCollection("_message_state");

    /** @param folder where the publishers of {@link #publishing} run */
    RecoverBench(Path folder) {
        this.folder = folder;
    }

    static Document claim(String id, Duration left, Duration age) {
        return new Document("_id", id)
                .append("status", "processing")
                .append("worker_id", "pod-1:0123456789abcdef01234567")
                .append("expires_at", Date.from(NOW.plus(left)))
                .append("created_at", Date.from(NOW.minus(age)))
                .append("updated_at", Date.from(NOW.minus(age)));
    }

    /** One whose lease has ended. */
    static Document message(String id, int minutes) {
        byte[] payload = ("payload of " + id).getBytes(StandardCharsets.UTF_8);
        return claim(id, Duration.ofMinutes(-1), Duration.ofMinutes(minutes)).append("payload", new Binary(payload));
    }

    RecordedRun.Setup recover(String... options) {
        return RecordedRun.claimctl(
                        Stream.concat(Stream.of("recover"), Stream.of(options)).toArray(String[]::new))
                .on(server.uri() + "/shop");
    }

    /** With a shell script that publishes. */
    RecordedRun.Setup publishing(String script, String... options) {
        Stream<String> command = Stream.of("--", "sh", "-c", "cd '" + folder + "' && " + script);
        return recover(Stream.concat(Stream.of(options), command).toArray(String[]::new));
    }

    /** The claims as a recovery of the library has them. */
    ClaimStore store() {
        return ClaimStore.on(client, claims.getNamespace());
    }

    Document stored(String id) {
        return claims.find(new Document("_id", id)).first();
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
