package io.claimctl.worker;

import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.SweptClaim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Stale claims on a server of their own, and a recovery whose publisher, pauses and reports a test looks at. */
final class RecoveryFixture implements AutoCloseable, Publisher, RecoveryListener {
    static final Duration OLDER_THAN = Duration.ofMinutes(2);
    static final Duration HOUR = Duration.ofHours(1);
    static final Duration LAPSED = Duration.ofSeconds(-1);
    static final String WORKER = "pod-7:0123456789abcdef01234567";
    static final RecoveryRequest REQUEST = RecoveryRequest.olderThan(OLDER_THAN);

    final KeptFixture kept = new KeptFixture();
    final List<Message> published = new ArrayList<>();
    final List<Duration> pauses = new ArrayList<>();
    final List<RecoveredClaim> recovered = new ArrayList<>();
    final List<SweptClaim> swept = new ArrayList<>();

    /** What publishing does before it is noted as done. */
    Publisher publishing = (message, lease) -> {};

    /** What happens once a claim was taken over. */
    Runnable beforePublishing = () -> {};

    /** What happens after each claim that a pass came to. */
    Runnable afterPublishing = () -> {};

    /** Whether the pass is to go on. */
    boolean goesOn = true;

    RecoveryReport pass() {
        return pass(REQUEST);
    }

    RecoveryReport pass(RecoveryRequest request) {
        return pass(kept.store, request);
    }

    RecoveryReport pass(ClaimStore store, RecoveryRequest request) {
        return Recovery.on(store)
                .withSleeper(pause -> {
                    pauses.add(pause);
                    return goesOn;
                })
                .pass(request, this, this);
    }

    @Override
    public void publish(Message message, WorkLease lease) throws Exception {
        publishing.publish(message, lease);
        published.add(message);
    }

    @Override
    public void beforePublish(Claim claim) {
        beforePublishing.run();
    }

    @Override
    public void afterPublish(RecoveredClaim claim) {
        recovered.add(claim);
        afterPublishing.run();
    }

    @Override
    public void afterBatch(List<SweptClaim> claims) {
        swept.addAll(claims);
    }

    /** The ids of what was published, in its order. */
    List<String> publishedIds() {
        return published.stream().map(Message::id).toList();
    }

    /** Each claim with a payload that a pass came to, and what became of it. */
    List<String> results() {
        return recovered.stream().map(r -> r.seen().id() + " " + r.result()).toList();
    }

    /** A claim that a worker has left, without a message. */
    BsonDocument stale(String id, Duration leaseFromNow) {
        return new BsonDocument("_id", new BsonString(id))
                .append("status", new BsonString("processing"))
                .append("worker_id", new BsonString(WORKER))
                .append("expires_at", date(leaseFromNow))
                .append("created_at", date(HOUR.negated()))
                .append("updated_at", date(HOUR.negated()));
    }

    BsonDocument insert(BsonDocument document) {
        kept.documents.insertOne(document);
        return document;
    }

    /** One that has a message, whose bytes follow from its id, and a lease that has ended. */
    BsonDocument message(String id) {
        return insert(stale(id, LAPSED).append("payload", new BsonBinary(bytes(id))));
    }

    static byte[] bytes(String id) {
        return ("the message " + id).getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    BsonDateTime date(Duration fromNow) {
        return new BsonDateTime(kept.time.now().plus(fromNow).toEpochMilli());
    }

    BsonDocument stored(String id) {
        return kept.stored(id);
    }

    String text(String id, String field) {
        BsonValue value = stored(id).get(field);
        return value == null ? "" : value.asString().getValue();
    }

    Claim seen(String id) {
        return kept.other.find(id).orElseThrow().readable();
    }

    @Override
    public void close() {
        kept.close();
    }
}
