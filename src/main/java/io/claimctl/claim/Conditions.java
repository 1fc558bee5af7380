package io.claimctl.claim;

import java.time.Instant;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonType;

/** The conditions of a query, for lists and counts alike. */
final class Conditions {
    static final BsonDocument AN_ARRAY = new BsonDocument("$type", new BsonInt32(BsonType.ARRAY.getValue()));
    static final BsonDocument SINCE_YEAR_ONE = new BsonDocument("$gte", Filters.date(PageCursor.YEAR_ONE));

    private final ClaimQuery query;
    private final Instant now;

    /** @param now what ages are judged by */
    Conditions(ClaimQuery query, Instant now) {
        this.query = query;
        this.now = now;
    }

    /** All of them. */
    BsonDocument all() {
        return query.olderThan == null ? besideAge() : Filters.and(besideAge(), dated());
    }

    /** All but the age. */
    BsonDocument besideAge() {
        BsonDocument filter = new BsonDocument();
        if (query.statuses.size() == 1) {
            filter.append(
                    Fields.STATUS, new BsonString(query.statuses.iterator().next()));
        } else if (!query.statuses.isEmpty()) {
            List<BsonString> any =
                    query.statuses.stream().sorted().map(BsonString::new).toList();
            filter.append(Fields.STATUS, new BsonDocument("$in", new BsonArray(any)));
        }
        if (query.eventName != null) {
            filter.append(Fields.EVENT_NAME, new BsonString(query.eventName));
        }
        if (query.worker != null) {
            filter.append(Fields.WORKER_ID, new BsonString(query.worker));
        }
        BsonDocument byInstance = query.instance == null ? new BsonDocument() : instance(query.instance);
        return Filters.and(filter, byInstance, byIdPrefix(), created(), payload());
    }

    /** A date in {@code updated_at}, and the age that is asked for. */
    BsonDocument dated() {
        BsonDocument age = SINCE_YEAR_ONE.clone().append("$not", AN_ARRAY);
        if (query.olderThan != null) {
            age.append("$lt", Filters.date(now.minus(query.olderThan)));
        }
        return new BsonDocument(Fields.UPDATED_AT, age);
    }

    /** A range, not a regular expression: ';' is the character after ':'. */
    static BsonDocument instance(String name) {
        return new BsonDocument(
                Fields.WORKER_ID,
                new BsonDocument("$gte", new BsonString(name + ":")).append("$lt", new BsonString(name + ";")));
    }

    /** A range, not a regular expression: strings are compared by their bytes in UTF-8. */
    private BsonDocument byIdPrefix() {
        if (query.idPrefix == null) {
            return new BsonDocument();
        }
        BsonDocument range = new BsonDocument("$gte", new BsonString(query.idPrefix));
        String behind = behindAllWith(query.idPrefix);
        return Filters.id(behind.isEmpty() ? range : range.append("$lt", new BsonString(behind)));
    }

    /** The first string behind all that begin with this one; empty if there is none. */
    static String behindAllWith(String prefix) {
        int end = prefix.length();
        while (end > 0) {
            int last = prefix.codePointBefore(end);
            end -= Character.charCount(last);
            if (last < Character.MAX_CODE_POINT) {
                int next = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
                return prefix.substring(0, end) + Character.toString(next);
            }
        }
        return "";
    }

    private BsonDocument payload() {
        if (query.payload == null) {
            return new BsonDocument();
        }
        return query.payload == PayloadFilter.WITH ? Filters.withPayload() : Filters.withoutPayload();
    }

    private BsonDocument created() {
        BsonDocument range = new BsonDocument();
        if (query.createdFrom != null) {
            range.append("$gte", Filters.date(query.createdFrom));
        }
        if (query.createdTo != null) {
            range.append("$lt", Filters.date(query.createdTo));
        }
        return range.isEmpty() ? range : new BsonDocument(Fields.CREATED_AT, range);
    }
}
