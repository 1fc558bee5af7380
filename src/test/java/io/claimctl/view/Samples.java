package io.claimctl.view;

import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.Readings;
import java.io.StringWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.types.ObjectId;

/** Claims of every kind, at one instant. */
final class Samples {
    static final Instant NOW = Instant.parse("2026-01-02T03:04:05.120Z");
    static final ZoneId ZONE = ZoneId.of("Asia/Kolkata");
    static final Screen PIPE = Screen.piped(ZONE);
    static final String TOKEN = "pod-7:cdfc1149ba647a7fde6f0a22";
    static final String OTHER = "e3e9f54775513cc062fa4a9a";
    static final String HOSTILE = "a\u001b[31mred\nb\u202ecod\u200b\\x";
    static final String LONG = "long-" + "0123456789".repeat(1_000);

    private Samples() {}

    static List<ClaimRow> all() {
        return List.of(
                live(),
                expired(),
                completed(),
                released(),
                withPayload(),
                undated(),
                wrongDate(),
                wrongId(),
                bare(),
                foreign(),
                hostile(),
                longOne(),
                wide(),
                marks(),
                ancient(),
                Readings.row(document("").append("status", new BsonString("processing"))),
                claim("-rf", 0, 60, c -> {}));
    }

    static Claim live() {
        return (Claim) claim(
                "order-1",
                -18,
                42,
                c -> c.append("event_name", new BsonString("order.created"))
                        .append("fence", new BsonInt64(1767323027120000L))
                        .append("fence_worker", new BsonString(TOKEN)));
    }

    /** Taken over by a Go worker since, so the fence is not valid. */
    static Claim expired() {
        return (Claim) claim(
                "order-2",
                -300,
                -180,
                c -> c.append("worker_id", new BsonString(OTHER))
                        .append("fence", new BsonInt64(1767323027120000L))
                        .append("fence_worker", new BsonString(TOKEN)));
    }

    static Claim completed() {
        return (Claim) claim("order-3", -3_600, 82_800, c -> c.append("status", new BsonString("completed")));
    }

    static Claim released() {
        return (Claim) claim(
                "order-4",
                -30,
                -30,
                c -> c.append("status", new BsonString("released"))
                        .append("reset_by", new BsonString("sweep-0011:2"))
                        .append("reset_at", at(-30))
                        .append("reset_reason", new BsonString("pod-7 died, ticket \"4711\"")));
    }

    static Claim withPayload() {
        return (Claim) claim(
                "order 5",
                -86_400,
                -3_725,
                c -> c.append("payload", new BsonBinary(new byte[20_000]))
                        .append("event_name", new BsonString("order.shipped"))
                        .append(
                                "metadata",
                                new BsonDocument("region", new BsonString("eu")).append("a:b", new BsonString("#1")))
                        .append("reset_by", new BsonString("reset-1"))
                        .append("reset_at", at(-90_000))
                        .append("kept_at", at(-60)));
    }

    static Claim undated() {
        BsonDocument document = document("order-6").append("status", new BsonString("processing"));
        return (Claim) Readings.row(document.append("updated_at", at(-61)));
    }

    static ClaimRow wrongDate() {
        return claim(
                "order-7",
                -10,
                10,
                c -> c.append("expires_at", new BsonString("tomorrow\u0007"))
                        .append("metadata", new BsonDocument("n\n", new BsonInt32(1))));
    }

    static ClaimRow wrongId() {
        BsonDocument document = new BsonDocument("_id", new BsonObjectId(new ObjectId("0123456789abcdef01234567")));
        return Readings.row(document.append("status", new BsonString("released")));
    }

    static Claim bare() {
        return (Claim) Readings.row(document("order-8").append("worker_id", BsonNull.VALUE));
    }

    static Claim foreign() {
        return (Claim) claim("order-9", -5, 90, c -> c.append("status", new BsonString("paused")));
    }

    static Claim hostile() {
        return (Claim) claim(
                HOSTILE,
                -5,
                90,
                c -> c.append("worker_id", new BsonString("w\u009b2J:\r" + OTHER))
                        .append("event_name", new BsonString("\u2066e\u0000v"))
                        .append("metadata", new BsonDocument("k\u202e", new BsonString("\u2028\u007f")))
                        .append("reset_by", new BsonString("\tx"))
                        .append("reset_reason", new BsonString(" =1+1,\"\r\n\uDB40\uDC41")));
    }

    static Claim longOne() {
        return (Claim) claim(LONG, -5, 90, c -> c.append("event_name", new BsonString(LONG)));
    }

    static Claim wide() {
        return (Claim) claim("注文-一二三📦", -5, 90, c -> c.append("event_name", new BsonString("e\u0301v\u0301")));
    }

    static Claim marks() {
        return (Claim) claim("z" + "\u0301".repeat(9), -5, 90, c -> {});
    }

    static Claim ancient() {
        return (Claim) claim(
                "order-10",
                0,
                0,
                c -> c.append("expires_at", new BsonDateTime(Long.MAX_VALUE))
                        .append("updated_at", new BsonDateTime(Long.MIN_VALUE)));
    }

    /** A processing claim; times in seconds from now. */
    static ClaimRow claim(String id, long updated, long expires, Consumer<BsonDocument> more) {
        BsonDocument document = document(id)
                .append("status", new BsonString("processing"))
                .append("worker_id", new BsonString(TOKEN))
                .append("expires_at", at(expires))
                .append("created_at", at(updated))
                .append("updated_at", at(updated));
        more.accept(document);
        return Readings.row(document);
    }

    static BsonDocument document(String id) {
        return new BsonDocument("_id", new BsonString(id));
    }

    static BsonDateTime at(long seconds) {
        return new BsonDateTime(NOW.toEpochMilli() + seconds * 1_000);
    }

    /** What a view writes in one format. */
    static String written(Format format, Screen screen, Consumer<View> draw) {
        return written(format, Layout.WHOLE, screen, draw);
    }

    static String written(Format format, Layout layout, Screen screen, Consumer<View> draw) {
        StringWriter out = new StringWriter();
        draw.accept(new View(format, layout, screen, CommandLines.plain(), out));
        return out.toString();
    }

    static void draw(ClaimSink sink, List<ClaimRow> rows, String cursor) {
        sink.begin(NOW);
        rows.forEach(sink::row);
        sink.end(cursor);
    }
}
