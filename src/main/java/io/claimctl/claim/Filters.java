package io.claimctl.claim;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;

/** The conditions of the protocol, each a sentence. {@code _id} always stands at the filter's top level. */
final class Filters {
    private static final BsonDocument ABSENT = new BsonDocument("$exists", BsonBoolean.FALSE);
    private static final BsonDocument NO_ARRAY =
            new BsonDocument("$not", new BsonDocument("$type", new BsonInt32(BsonType.ARRAY.getValue())));

    private Filters() {}

    static BsonDocument id(BsonValue id) {
        return new BsonDocument(Fields.ID, id);
    }

    static BsonDocument id(String id) {
        return id(new BsonString(id));
    }

    /** Free to be acquired: lapsed, released, or without a status; and its fence lies below ours. */
    static BsonDocument freeAt(Instant now, long fence) {
        return new BsonDocument(
                        "$or",
                        new BsonArray(List.of(
                                lapsedAt(now), status(Status.RELEASED), new BsonDocument(Fields.STATUS, ABSENT))))
                .append(Fields.FENCE, new BsonDocument("$not", new BsonDocument("$gte", new BsonInt64(fence))));
    }

    /** As {@link #expiredAt}, but not by one element of an array. */
    private static BsonDocument lapsedAt(Instant now) {
        BsonDocument lapsed = expiredAt(now);
        lapsed.getDocument(Fields.EXPIRES_AT).append("$not", NO_ARRAY.getDocument("$not"));
        return lapsed;
    }

    /** Held under this token, and not by one element of an array. */
    static BsonDocument heldBy(Token token) {
        return new BsonDocument(Fields.WORKER_ID, exactly(new BsonString(token.value())))
                .append(Fields.STATUS, exactly(new BsonString(Status.PROCESSING.stored())));
    }

    static BsonDocument expiredAt(Instant now) {
        return new BsonDocument(Fields.EXPIRES_AT, new BsonDocument("$lt", date(now)));
    }

    /** A lease that still runs; one without a date does not. */
    static BsonDocument unexpiredAt(Instant now) {
        return new BsonDocument(
                Fields.EXPIRES_AT, new BsonDocument("$gte", date(now)).append("$not", NO_ARRAY.getDocument("$not")));
    }

    static BsonDocument status(Status status) {
        return new BsonDocument(Fields.STATUS, new BsonString(status.stored()));
    }

    static BsonDocument staleBefore(Instant cutoff) {
        return status(Status.PROCESSING).append(Fields.UPDATED_AT, new BsonDocument("$lt", date(cutoff)));
    }

    static BsonDocument withoutPayload() {
        return new BsonDocument(Fields.PAYLOAD, ABSENT);
    }

    static BsonDocument withPayload() {
        return new BsonDocument(Fields.PAYLOAD, new BsonDocument("$exists", BsonBoolean.TRUE));
    }

    /** A date, and not one within an array. */
    static BsonDocument dated(String field) {
        BsonDocument date = new BsonDocument("$type", new BsonInt32(BsonType.DATE_TIME.getValue()));
        return new BsonDocument(field, date.append("$not", NO_ARRAY.getDocument("$not")));
    }

    /** Where it is stale, too, nobody holds it any more: its lease has ended, or a recovery has taken it over. */
    static BsonDocument abandonedAt(Instant now) {
        return new BsonDocument("$or", new BsonArray(List.of(expiredAt(now), Conditions.instance(Fields.RECOVERY))));
    }

    static BsonDocument kept() {
        return new BsonDocument(Fields.KEPT_AT, new BsonDocument("$exists", BsonBoolean.TRUE));
    }

    /** Exactly what was seen, field by field; null, an array or a regular expression must not match by accident. */
    static BsonDocument unchangedSince(Fingerprint seen) {
        BsonDocument filter = new BsonDocument();
        for (String field : Fingerprint.fields()) {
            filter.append(field, exactly(seen.value(field)));
        }
        return filter;
    }

    static BsonDocument exactly(@org.jspecify.annotations.Nullable BsonValue value) {
        if (value == null) {
            return ABSENT;
        }
        BsonDocument condition = new BsonDocument("$eq", value)
                .append("$type", new BsonInt32(value.getBsonType().getValue()));
        return value.isArray() ? condition : condition.append("$not", NO_ARRAY.getDocument("$not"));
    }

    /** One of these values, and no array that holds one. */
    static BsonDocument oneOf(List<? extends BsonValue> values) {
        return new BsonDocument("$in", new BsonArray(values)).append("$not", NO_ARRAY.getDocument("$not"));
    }

    /** Both; a field that both name gets both its conditions. */
    static BsonDocument and(BsonDocument... filters) {
        BsonDocument all = new BsonDocument();
        for (BsonDocument filter : filters) {
            for (Map.Entry<String, BsonValue> condition : filter.entrySet()) {
                if (all.containsKey(condition.getKey())) {
                    all.append("$and", all.getArray("$and", new BsonArray()));
                    all.getArray("$and").add(new BsonDocument(condition.getKey(), condition.getValue()));
                } else {
                    all.append(condition.getKey(), condition.getValue());
                }
            }
        }
        return all;
    }

    static BsonDateTime date(Instant instant) {
        return new BsonDateTime(instant.toEpochMilli());
    }
}
