package io.claimctl.demo;

import de.bwaldvogel.mongo.bson.BinData;
import de.bwaldvogel.mongo.bson.Document;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** One claim of every kind that an operator meets, around a given instant. */
final class SampleClaims {
    private static final Duration DAY = Duration.ofDays(1);

    private final Instant now;

    SampleClaims(Instant now) {
        this.now = now;
    }

    List<Document> all() {
        return List.of(
                live(),
                staleButLive(),
                lapsed(3, 35),
                lapsed(4, 31),
                withPayload(),
                completed(),
                released(),
                mixed(),
                malformed());
    }

    private Document live() {
        return fenced(claim(1, "processing", minutes(1), minutes(-4)), 1);
    }

    private Document staleButLive() {
        return fenced(claim(2, "processing", minutes(12), minutes(-48)), 2);
    }

    private Document lapsed(int n, int age) {
        return fenced(claim(n, "processing", minutes(age), minutes(age - 30)), n);
    }

    private Document withPayload() {
        return claim(5, "processing", minutes(42), minutes(12))
                .append("payload", new BinData("{\"order\":1005,\"total\":\"49.90\"}".getBytes(StandardCharsets.UTF_8)))
                .append("metadata", new Document("source", "web"))
                .append("event_name", "order.created");
    }

    private Document completed() {
        return fenced(claim(6, "completed", minutes(50), DAY.negated().plus(minutes(50))), 6);
    }

    private Document released() {
        Instant at = now.minusSeconds(20);
        return fenced(
                        claim(
                                7,
                                "released",
                                Duration.ofSeconds(20),
                                Duration.ofSeconds(20).plusMillis(1)),
                        7)
                .append("reset_by", "reset-5f1d3ab9c2e84d7706a1b2c3")
                .append("reset_at", at)
                .append("reset_reason", "node drained");
    }

    /** Ours once, taken over by a Go worker since: the fence is not valid any more. */
    private Document mixed() {
        return claim(8, "processing", minutes(1), minutes(-9))
                .append("fence", micros(minutes(40)))
                .append("fence_worker", token(3));
    }

    private Document malformed() {
        return claim(9, "processing", minutes(70), minutes(40)).append("expires_at", "tomorrow");
    }

    private Document claim(int n, String status, Duration age, Duration sinceExpiry) {
        return new Document("_id", "order-100" + n)
                .append("status", status)
                .append("worker_id", token(n))
                .append("expires_at", now.minus(sinceExpiry))
                .append("created_at", now.minus(age))
                .append("updated_at", now.minus(age));
    }

    private Document fenced(Document claim, int n) {
        Duration age = Duration.between((Instant) claim.get("updated_at"), now);
        return claim.append("fence", micros(age)).append("fence_worker", token(n));
    }

    private long micros(Duration age) {
        return now.minus(age).toEpochMilli() * 1_000;
    }

    static String token(int n) {
        return "pod-" + n + ":"
                + String.format("%024x", 0x9e3779b97f4a7c15L * n).substring(0, 24);
    }

    private static Duration minutes(long n) {
        return Duration.ofMinutes(n);
    }
}
