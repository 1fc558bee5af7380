package io.claimctl.doctor;

import java.time.Instant;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonType;
import org.bson.BsonValue;

/**
 * The questions that read the documents: one aggregation that counts, and for what it counts a few examples. They ask with
 * operators that every server has, so types are told by the order in which values of all types stand (dates are the first
 * above the booleans), except where a filter can name them.
 */
final class Scan {
    static final String TOTAL = "total";
    static final String PROCESSING = "processing";
    static final String STUCK = "stuck";
    static final String FUTURE = "future";
    static final String COMPLETED_EXPIRED = "completed_expired";
    static final String OLDEST_COMPLETED = "oldest_completed";
    static final String OTHER_WORKERS = "other_workers";
    static final String OLDEST_END = "oldest_end";
    static final String SHORTEST_LEASE = "shortest_lease";
    static final String LONGEST_LEASE = "longest_lease";

    /** How many documents are looked at to say how many there are. */
    static final int MOST = 100;
    /** How many are shown. */
    static final int EXAMPLES = 3;

    private static final String STATUS = "status";
    private static final String WORKER_ID = "worker_id";
    private static final String EXPIRES_AT = "expires_at";
    private static final String UPDATED_AT = "updated_at";
    private static final String CREATED_AT = "created_at";
    private static final String FENCE_WORKER = "fence_worker";
    private static final BsonValue BEHIND_ALL_DATES = new BsonTimestamp(0, 0);

    private Scan() {}

    /** All counts in one answer. */
    static BsonDocument counts(Chart chart) {
        Instant now = chart.earliest();
        BsonDocument processing = equal(STATUS, "processing");
        BsonDocument lapsed = both(equal(STATUS, "completed"), both(isDate(EXPIRES_AT), before(EXPIRES_AT, now)));
        BsonDocument sensible =
                both(operator("$gt", field(EXPIRES_AT), field(UPDATED_AT)), not(isAfter(UPDATED_AT, chart)));
        BsonDocument leased = both(both(processing, sensible), both(isDate(EXPIRES_AT), isDate(UPDATED_AT)));
        BsonValue lease =
                either(leased, operator("$subtract", dateOr(EXPIRES_AT, now), dateOr(UPDATED_AT, now)), BsonNull.VALUE);
        BsonDocument group = new BsonDocument("_id", BsonNull.VALUE)
                .append(TOTAL, new BsonDocument("$sum", new BsonInt32(1)))
                .append(PROCESSING, count(processing))
                .append(STUCK, count(both(processing, not(isThere(EXPIRES_AT)))))
                .append(FUTURE, count(any(isAfter(UPDATED_AT, chart), isAfter(CREATED_AT, chart))))
                .append(COMPLETED_EXPIRED, count(lapsed))
                .append(OLDEST_COMPLETED, new BsonDocument("$min", either(lapsed, field(EXPIRES_AT), BsonNull.VALUE)))
                .append(OTHER_WORKERS, count(both(isThere(FENCE_WORKER), differ(FENCE_WORKER, WORKER_ID))))
                .append(
                        OLDEST_END,
                        new BsonDocument("$min", either(isDate(EXPIRES_AT), field(EXPIRES_AT), BsonNull.VALUE)))
                .append(SHORTEST_LEASE, new BsonDocument("$min", lease))
                .append(LONGEST_LEASE, new BsonDocument("$max", lease));
        return new BsonDocument("aggregate", chart.collectionName())
                .append("pipeline", new BsonArray(List.of(new BsonDocument("$group", group))))
                .append("cursor", new BsonDocument());
    }

    /** Those with a wrong type in a known field; payloads and the parts of metadata stay where they are. */
    static BsonDocument malformed(Chart chart) {
        BsonArray any = new BsonArray();
        any.add(wrong("_id", BsonType.STRING));
        for (String field : List.of(STATUS, WORKER_ID, "event_name", FENCE_WORKER, "reset_by", "reset_reason")) {
            any.add(wrong(field, BsonType.STRING));
            any.add(new BsonDocument(field, new BsonDocument("$type", type(BsonType.ARRAY))));
        }
        for (String field : List.of(EXPIRES_AT, CREATED_AT, UPDATED_AT, "reset_at", "kept_at")) {
            any.add(wrong(field, BsonType.DATE_TIME));
            any.add(new BsonDocument(field, new BsonDocument("$type", type(BsonType.ARRAY))));
        }
        any.add(wrong("metadata", BsonType.DOCUMENT));
        any.add(wrong("fence", BsonType.INT64));
        any.add(new BsonDocument("fence", new BsonDocument("$gte", new org.bson.BsonInt64(1L << 53))));
        return find(chart, new BsonDocument("$or", any), MOST + 1)
                .append("projection", new BsonDocument("payload", new BsonInt32(0)));
    }

    /** Those that are processing and say nothing of an end; with an end that is no date they are malformed. */
    static BsonDocument stuck(Chart chart) {
        BsonDocument filter = new BsonDocument(STATUS, new BsonString("processing")).append(EXPIRES_AT, BsonNull.VALUE);
        return find(chart, filter, EXAMPLES).append("projection", new BsonDocument("payload", new BsonInt32(0)));
    }

    /** Those that changed, or were made, later than now; the latest first. */
    static BsonDocument future(Chart chart) {
        BsonDocument later =
                new BsonDocument("$gt", new BsonDateTime(chart.latest().toEpochMilli()));
        BsonArray any =
                new BsonArray(List.of(new BsonDocument(UPDATED_AT, later), new BsonDocument(CREATED_AT, later)));
        BsonDocument shown = new BsonDocument(WORKER_ID, new BsonInt32(1))
                .append(UPDATED_AT, new BsonInt32(1))
                .append(CREATED_AT, new BsonInt32(1));
        return find(chart, new BsonDocument("$or", any), EXAMPLES)
                .append("sort", new BsonDocument(UPDATED_AT, new BsonInt32(-1)))
                .append("projection", shown);
    }

    private static BsonDocument find(Chart chart, BsonDocument filter, int limit) {
        return new BsonDocument("find", chart.collectionName())
                .append("filter", filter)
                .append("limit", new BsonInt32(limit))
                .append("batchSize", new BsonInt32(limit + 1));
    }

    /** Null is as good as absent. */
    private static BsonDocument wrong(String field, BsonType wanted) {
        BsonDocument condition =
                new BsonDocument("$ne", BsonNull.VALUE).append("$not", new BsonDocument("$type", type(wanted)));
        return new BsonDocument(field, condition);
    }

    private static BsonInt32 type(BsonType type) {
        return new BsonInt32(type.getValue());
    }

    private static BsonString field(String name) {
        return new BsonString("$" + name);
    }

    private static BsonDocument equal(String name, String value) {
        return operator("$eq", field(name), new BsonString(value));
    }

    private static BsonDocument differ(String one, String other) {
        return operator("$ne", field(one), field(other));
    }

    private static BsonDocument isThere(String name) {
        return operator("$gt", field(name), BsonNull.VALUE);
    }

    private static BsonDocument isDate(String name) {
        return both(
                operator("$gt", field(name), org.bson.BsonBoolean.TRUE),
                operator("$lt", field(name), BEHIND_ALL_DATES));
    }

    private static BsonDocument before(String name, Instant end) {
        return operator("$lt", field(name), new BsonDateTime(end.toEpochMilli()));
    }

    private static BsonDocument isAfter(String name, Chart chart) {
        BsonDateTime latest = new BsonDateTime(chart.latest().toEpochMilli());
        return both(operator("$gt", field(name), latest), operator("$lt", field(name), BEHIND_ALL_DATES));
    }

    /** What an operator of dates may be given: some servers work out both sides of a condition. */
    private static BsonDocument dateOr(String name, Instant other) {
        return either(isDate(name), field(name), new BsonDateTime(other.toEpochMilli()));
    }

    private static BsonDocument both(BsonDocument one, BsonDocument other) {
        return operator("$and", one, other);
    }

    private static BsonDocument any(BsonDocument one, BsonDocument other) {
        return operator("$or", one, other);
    }

    private static BsonDocument not(BsonDocument condition) {
        return operator("$not", condition);
    }

    private static BsonDocument either(BsonDocument condition, BsonValue then, BsonValue otherwise) {
        return operator("$cond", condition, then, otherwise);
    }

    private static BsonDocument count(BsonDocument condition) {
        return new BsonDocument("$sum", either(condition, new BsonInt32(1), new BsonInt32(0)));
    }

    private static BsonDocument operator(String name, BsonValue... operands) {
        return new BsonDocument(name, new BsonArray(List.of(operands)));
    }
}
