package io.claimctl.claim;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMaxKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** Documents of every kind, well formed and not, the same ones for the same seed and instant. */
final class RandomClaims {
    private static final String HEX = "0123456789abcdef01234567";
    private static final long[] OFFSETS = {
        0, 60_000, 300_000, 600_000, 900_000, 3_600_000, 21_600_000, 86_400_000, 604_800_000, 1_000_000_000_000L
    };

    private final Random random;
    private final Instant now;

    RandomClaims(long seed, Instant now) {
        this.random = new Random(seed);
        this.now = now;
    }

    List<BsonDocument> take(int count) {
        List<BsonDocument> documents = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            BsonDocument document = new BsonDocument("_id", new BsonString("c" + i));
            put(document, "status", status());
            put(document, "worker_id", worker());
            put(document, "expires_at", date());
            put(document, "updated_at", date());
            put(document, "event_name", event());
            put(document, "payload", payload());
            documents.add(document);
        }
        return documents;
    }

    private static void put(BsonDocument document, String field, @Nullable BsonValue value) {
        if (value != null) {
            document.append(field, value);
        }
    }

    private @Nullable BsonValue status() {
        return switch (random.nextInt(16)) {
            case 0, 1, 2, 3, 4, 5, 6 -> new BsonString("processing");
            case 7, 8, 9 -> new BsonString("completed");
            case 10 -> new BsonString("released");
            case 11 ->
                new BsonString(
                        List.of("paused", "", "日本", "Processing", "$status").get(random.nextInt(5)));
            case 12, 13 -> null;
            default -> odd();
        };
    }

    private @Nullable BsonValue worker() {
        int n = random.nextInt(3);
        return switch (random.nextInt(16)) {
            case 0, 1, 2, 3 -> new BsonString("pod-" + n + ":" + HEX);
            case 4, 5 -> new BsonString("pod-" + n + ":" + HEX.substring(1) + n);
            case 6 -> new BsonString(HEX);
            case 7 -> new BsonString("a:b:" + n + ":" + HEX);
            case 8 -> new BsonString(":" + HEX);
            case 9 -> new BsonString("日本-\u00e9:" + HEX);
            case 10 ->
                new BsonString(List.of("", "short", "host:1234", "x".repeat(30)).get(random.nextInt(4)));
            case 11 -> new BsonString("l".repeat(random.nextBoolean() ? 975 : 976) + ":" + HEX);
            case 12, 13 -> null;
            default -> odd();
        };
    }

    private @Nullable BsonValue event() {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> new BsonString("order.created");
            case 3 -> new BsonString("e" + random.nextInt(30));
            case 4 -> new BsonString(random.nextBoolean() ? "" : "注文📦");
            case 5 -> null;
            default -> odd();
        };
    }

    private @Nullable BsonValue date() {
        return switch (random.nextInt(12)) {
            case 0 -> null;
            case 1 -> odd();
            case 2 -> new BsonDateTime(253_402_300_799_999L); // the last of the year 9999
            case 3 -> new BsonArray(List.of(new BsonDateTime(now.toEpochMilli() - 3_600_000)));
            default -> {
                long offset = OFFSETS[random.nextInt(OFFSETS.length)] * (random.nextBoolean() ? 1 : -1);
                yield new BsonDateTime(now.toEpochMilli() + offset + random.nextInt(3) - 1);
            }
        };
    }

    private @Nullable BsonValue payload() {
        return switch (random.nextInt(6)) {
            case 0 -> new BsonBinary(new byte[random.nextInt(2_000)]);
            case 1 -> new BsonString("é".repeat(random.nextInt(9)));
            case 2 -> odd();
            default -> null;
        };
    }

    private BsonValue odd() {
        return switch (random.nextInt(12)) {
            case 0 -> BsonNull.VALUE;
            case 1 -> new BsonInt32(random.nextInt(3));
            case 2 -> new BsonInt64(now.toEpochMilli());
            case 3 -> new BsonDouble(0.5);
            case 4 -> BsonBoolean.valueOf(random.nextBoolean());
            case 5 -> new BsonObjectId(new ObjectId(new byte[12]));
            case 6 -> new BsonBinary(new byte[] {1, 2, 3});
            case 7 -> new BsonArray(List.of(new BsonString("processing"), new BsonInt32(random.nextInt(2))));
            case 8 -> new BsonDocument("a", new BsonDateTime(now.toEpochMilli()));
            case 9 -> new BsonTimestamp(1, 1);
            case 10 -> new BsonMaxKey();
            default -> new BsonArray();
        };
    }
}
