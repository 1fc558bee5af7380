package io.claimctl.claim;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.claimctl.testing.Servers.TestServer;
import io.claimctl.testing.Steering;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** A collection of its own, a store on it whose commands are steered and whose clock is set, and the plain documents beside it. */
final class Fixture implements AutoCloseable {
    static final Duration MINUTE = Duration.ofMinutes(1);
    static final Duration HOUR = Duration.ofHours(1);
    static final Token OURS = new Token("pod-1:0123456789abcdef01234567");
    static final Token THEIRS = new Token("pod-2:89abcdef0123456701234567");

    final Steering steering = new Steering();
    final MongoNamespace namespace = new MongoNamespace(
            "claimctl_test", "c" + UUID.randomUUID().toString().replace("-", ""));
    final FixedTime time;
    final ClaimStore store;
    final MongoClient steered;
    private final MongoClient beside;
    final MongoCollection<BsonDocument> documents;

    Fixture(TestServer server) {
        this(server.uri());
    }

    Fixture(String uri) {
        steered = MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(uri))
                .addCommandListener(steering)
                // After a cut connection the driver looks for its server again; it need not wait for that.
                .applyToServerSettings(s -> s.minHeartbeatFrequency(5, TimeUnit.MILLISECONDS))
                .build());
        beside = MongoClients.create(uri);
        documents = beside.getDatabase(namespace.getDatabaseName())
                .getCollection(namespace.getCollectionName(), BsonDocument.class);
        time = new FixedTime(beside);
        // The first command lets the driver find the primary, and the check look at the collection.
        steered.getDatabase("admin").runCommand(new org.bson.Document("ping", 1));
        store = ClaimStore.on(steered, namespace).withTimeSource(time);
    }

    /** Another worker's store on the same claims, unsteered, by the same clock. */
    ClaimStore other() {
        return ClaimStore.on(beside, namespace).withTimeSource(time);
    }

    Instant now() {
        return time.now();
    }

    BsonDateTime date(Duration fromNow) {
        return new BsonDateTime(now().plus(fromNow).toEpochMilli());
    }

    /** A claim as a worker leaves it when it takes one. */
    BsonDocument processing(String id, Token worker, Duration leaseFromNow, Duration age) {
        return new BsonDocument("_id", new BsonString(id))
                .append("status", new BsonString("processing"))
                .append("worker_id", new BsonString(worker.value()))
                .append("expires_at", date(leaseFromNow))
                .append("created_at", date(age.negated()))
                .append("updated_at", date(age.negated()));
    }

    BsonDocument insert(BsonDocument document) {
        documents.insertOne(document);
        return document;
    }

    BsonDocument stored(String id) {
        return documents.find(new BsonDocument("_id", new BsonString(id))).first();
    }

    /** Writes beside every protocol, as a test's hand of fate. */
    void set(String id, String field, BsonValue value) {
        documents.updateOne(
                new BsonDocument("_id", new BsonString(id)), new BsonDocument("$set", new BsonDocument(field, value)));
    }

    void delete(String id) {
        documents.deleteOne(new BsonDocument("_id", new BsonString(id)));
    }

    Claim seen(String id) {
        return (Claim) store.find(id).orElseThrow();
    }

    /** The commands that the store has sent since the last call, without the look at the collection. */
    java.util.List<String> commands() {
        java.util.List<String> names = steering.sentNames().stream()
                .filter(n -> !n.equals("listCollections"))
                .toList();
        steering.forgetSent();
        return names;
    }

    @Override
    public void close() {
        steering.assertAllHappened();
        documents.drop();
        steered.close();
        beside.close();
    }
}
