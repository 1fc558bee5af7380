package io.claimctl.claim;

import java.time.Instant;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;

/**
 * Expressions of aggregations, of operators that every server has. They do not look into arrays, and order values of all
 * types: booleans, dates, timestamps; numbers, strings, documents, arrays, binaries. That order says of what type a value
 * is, where the operator that names types is not known.
 */
final class Expressions {
    private static final BsonValue NO_STRING = literal(new BsonDocument());
    private static final BsonTimestamp BEHIND_ALL_DATES = new BsonTimestamp(0, 0);

    private Expressions() {}

    static BsonString field(String name) {
        return new BsonString("$" + name);
    }

    static BsonDocument literal(BsonValue value) {
        return new BsonDocument("$literal", value);
    }

    static BsonDocument operator(String name, BsonValue... operands) {
        return new BsonDocument(name, new BsonArray(List.of(operands)));
    }

    static BsonDocument both(BsonDocument one, BsonDocument other) {
        return operator("$and", one, other);
    }

    static BsonDocument either(BsonDocument condition, BsonValue then, BsonValue otherwise) {
        return operator("$cond", condition, then, otherwise);
    }

    /** How many fulfil the condition: an accumulator. */
    static BsonDocument count(BsonDocument condition) {
        return sum(either(condition, new BsonInt32(1), new BsonInt32(0)));
    }

    static BsonDocument sum(BsonValue of) {
        return new BsonDocument("$sum", of);
    }

    static BsonDocument isString(BsonValue value) {
        return between(new BsonString(""), value, NO_STRING);
    }

    /** Whether it is at least the one and less than the other. */
    static BsonDocument between(BsonValue least, BsonValue value, BsonValue end) {
        return both(operator("$gte", value, least), operator("$lt", value, end));
    }

    /** What lies above the booleans is a date, or of a type above all dates. */
    static BsonDocument mayBeDate(BsonValue value) {
        return operator("$gt", value, BsonBoolean.TRUE);
    }

    /** What may be a date is one. */
    static BsonDocument isNotAboveDates(BsonValue value) {
        return operator("$lt", value, BEHIND_ALL_DATES);
    }

    static BsonDocument before(BsonValue value, Instant end) {
        return operator("$lt", value, Filters.date(end));
    }

    static BsonDocument notAfter(BsonValue value, Instant last) {
        return operator("$lte", value, Filters.date(last));
    }

    /** The first characters of a string. */
    static BsonDocument start(BsonValue string, int length) {
        return operator("$substrCP", string, new BsonInt32(0), new BsonInt32(length));
    }
}
