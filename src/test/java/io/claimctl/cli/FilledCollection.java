package io.claimctl.cli;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.claimctl.testing.Servers.TestServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import org.bson.Document;
import org.bson.types.Binary;

/** A collection of its own on a server, with one claim of each kind by the server's own clock, and command lines on it. */
final class FilledCollection implements AutoCloseable {
    static final String DATABASE = "claimctl_test";
    static final String TOKEN = "pod-1:0123456789abcdef01234567";

    private final TestServer server;
    private final MongoClient client;
    private final Instant now;
    final MongoCollection<Document> claims;

    FilledCollection(TestServer server) {
        this.server = server;
        client = MongoClients.create(server.uri());
        claims = client.getDatabase(DATABASE)
                .getCollection("c" + UUID.randomUUID().toString().replace("-", ""));
        now = client.getDatabase("admin")
                .runCommand(new Document("isMaster", 1))
                .getDate("localTime")
                .toInstant();
        fill();
    }

    /** As it was at first. */
    void fill() {
        claims.deleteMany(new Document());
        claims.insertMany(List.of(
                claim("live", "processing", TOKEN, Duration.ofMinutes(5), Duration.ofMinutes(1)),
                claim("lapsed", "processing", token(2), Duration.ofMinutes(-5), Duration.ofMinutes(35)),
                claim("stale", "processing", token(3), Duration.ofMinutes(50), Duration.ofMinutes(10)),
                claim("done", "completed", token(4), Duration.ofHours(23), Duration.ofHours(1)),
                claim("message", "processing", token(5), Duration.ofMinutes(-1), Duration.ofMinutes(31))
                        .append("payload", new Binary("hello".getBytes(StandardCharsets.UTF_8)))
                        .append("event_name", "order.created"),
                claim("broken", "processing", token(6), Duration.ofMinutes(-1), Duration.ofMinutes(1))
                        .append("expires_at", "soon")));
    }

    static String token(int n) {
        return String.format("pod-%d:%024x", n, n);
    }

    Document claim(String id, String status, String worker, Duration left, Duration age) {
        return new Document("_id", id)
                .append("status", status)
                .append("worker_id", worker)
                .append("expires_at", Date.from(now.plus(left)))
                .append("created_at", Date.from(now.minus(age)))
                .append("updated_at", Date.from(now.minus(age)));
    }

    String uri() {
        return server.uri();
    }

    /** The name with that of the database. */
    String name() {
        return claims.getNamespace().getFullName();
    }

    RecordedRun.Setup run(String... words) {
        return runOn(server.uri(), words);
    }

    /** The same claims, reached otherwise. */
    RecordedRun.Setup runOn(String uri, String... words) {
        return RecordedRun.claimctl(words)
                .on(uri)
                .with("CLAIMCTL_DB", DATABASE)
                .with("CLAIMCTL_COLLECTION", claims.getNamespace().getCollectionName());
    }

    Document stored(String id) {
        return claims.find(new Document("_id", id)).first();
    }

    List<Document> all() {
        return claims.find().sort(new Document("_id", 1)).into(new ArrayList<>());
    }

    @Override
    public void close() {
        claims.drop();
        client.close();
    }
}
