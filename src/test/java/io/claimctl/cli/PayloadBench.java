package io.claimctl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.claimctl.testing.ScriptedServer;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.Date;
import java.util.Random;
import org.bson.Document;
import org.bson.types.Binary;

/** A server with claims that hold messages, or none. */
final class PayloadBench implements AutoCloseable {
    static final String TOKEN = "pod-1:0123456789abcdef01234567";

    final ScriptedServer server = new ScriptedServer();
    private final MongoClient client = MongoClients.create(server.uri());
    final MongoCollection<Document> claims = client.getDatabase("shop").getCollection("_message_state");

    RecordedRun.Setup run(String... words) {
        return RecordedRun.claimctl(words).on(server.uri() + "/shop");
    }

    /** A claim held under the token. */
    Document held(String id) {
        Instant now = Instant.now();
        Document claim = new Document("_id", id)
                .append("status", "processing")
                .append("worker_id", TOKEN)
                .append("expires_at", Date.from(now.plusSeconds(300)))
                .append("created_at", Date.from(now))
                .append("updated_at", Date.from(now));
        claims.insertOne(claim);
        return claim;
    }

    void holding(String id, Object payload) {
        held(id);
        claims.updateOne(new Document("_id", id), new Document("$set", new Document("payload", payload)));
    }

    void holding(String id, byte[] payload) {
        holding(id, new Binary(payload));
    }

    void holding(String id, String payload) {
        holding(id, payload.getBytes(UTF_8));
    }

    Document stored(String id) {
        return claims.find(new Document("_id", id)).first();
    }

    byte[] payload(String id) {
        return stored(id).get("payload", Binary.class).getData();
    }

    /** Exactly what a command line writes to standard output. */
    byte[] bytes(RecordedRun.Setup setup) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        setup.reader(out).run().ends(ExitCode.DONE).saysNothing();
        return out.toByteArray();
    }

    /** All values of a byte, and then a megabyte of no order. */
    static byte[] anything() {
        byte[] bytes = new byte[256 + (1 << 20)];
        new Random(7).nextBytes(bytes);
        for (int i = 0; i < 256; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
