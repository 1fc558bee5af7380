package io.claimctl.claim;

import com.mongodb.client.FindIterable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Lists claims. By {@code updated_at} it sends two finds: the rows without a date there, by {@code _id}, and those with
 * one. Comparisons in MongoDB see only values of the operand's type, and look into arrays; so every boundary is named
 * here, and no row falls through or comes twice.
 */
final class ListOperation {
    /** The types that an {@code _id} can have, in the order in which the server sorts them. */
    private static final List<BsonType> ID_ORDER = List.of(
            BsonType.NULL,
            BsonType.DOUBLE,
            BsonType.STRING,
            BsonType.DOCUMENT,
            BsonType.BINARY,
            BsonType.OBJECT_ID,
            BsonType.BOOLEAN,
            BsonType.DATE_TIME,
            BsonType.TIMESTAMP);

    private final StoreAccess store;
    private final ClaimQuery query;
    private final Instant now;
    private final Conditions conditions;

    ListOperation(StoreAccess store, ClaimQuery query) {
        this.store = store;
        this.query = query;
        this.now = store.time.recent(store.timeout).earliest();
        this.conditions = new Conditions(query, now);
    }

    ClaimCursor run() {
        BsonDocument named = conditions.besideAge();
        if (query.sort == ClaimQuery.Sort.ID) {
            return cursor(List.of(() -> find(named, order(Fields.ID))), false);
        }
        if (query.sort == ClaimQuery.Sort.EXPIRES) {
            return cursor(List.of(() -> find(named, order(Fields.EXPIRES_AT, Fields.ID))), false);
        }
        List<Supplier<FindIterable<BsonDocument>>> finds = new ArrayList<>();
        PageCursor after = query.after;
        boolean undatedNeeded =
                query.olderThan == null && (after == null || after.updatedAt() == null || query.descending);
        boolean datedNeeded = after == null || after.updatedAt() != null || !query.descending;
        if (undatedNeeded) {
            finds.add(() -> find(Filters.and(named, undated(after)), order(Fields.ID)));
        }
        if (datedNeeded) {
            finds.add(() -> find(Filters.and(named, dated(after)), order(Fields.UPDATED_AT, Fields.ID)));
        }
        if (query.descending) {
            Collections.reverse(finds);
        }
        return cursor(finds, true);
    }

    private ClaimCursor cursor(List<Supplier<FindIterable<BsonDocument>>> finds, boolean pageable) {
        return new ClaimCursor(store, now, finds, query.limit, pageable);
    }

    private FindIterable<BsonDocument> find(BsonDocument filter, BsonDocument sort) {
        return StaleQuery.find(store, filter, sort, query.limit);
    }

    private BsonDocument order(String... fields) {
        BsonDocument order = new BsonDocument();
        for (String field : fields) {
            order.append(field, new BsonInt32(query.descending ? -1 : 1));
        }
        return order;
    }

    private BsonDocument undated(@Nullable PageCursor after) {
        BsonDocument undated = new BsonDocument(
                "$or",
                new BsonArray(List.of(
                        new BsonDocument(Fields.UPDATED_AT, new BsonDocument("$not", Conditions.SINCE_YEAR_ONE)),
                        new BsonDocument(Fields.UPDATED_AT, Conditions.AN_ARRAY))));
        return after == null || after.updatedAt() != null ? undated : Filters.and(undated, idAfter(after.id()));
    }

    private BsonDocument dated(@Nullable PageCursor after) {
        BsonDocument dated = conditions.dated();
        if (after == null || after.updatedAt() == null) {
            return dated;
        }
        BsonDateTime at = Filters.date(after.updatedAt());
        BsonDocument later = new BsonDocument(Fields.UPDATED_AT, new BsonDocument(beyond(query.descending), at));
        BsonDocument sameInstant = Filters.and(new BsonDocument(Fields.UPDATED_AT, at), idAfter(after.id()));
        return Filters.and(dated, new BsonDocument("$or", new BsonArray(List.of(later, sameInstant))));
    }

    private static String beyond(boolean descending) {
        return descending ? "$lt" : "$gt";
    }

    private BsonDocument idAfter(BsonValue id) {
        return idBehind(id, query.descending);
    }

    /** Ids that the server sorts behind this one: larger ones of its type, and all of the types behind it. */
    static BsonDocument idBehind(BsonValue id, boolean descending) {
        List<BsonDocument> behind = new ArrayList<>();
        behind.add(new BsonDocument(Fields.ID, new BsonDocument(beyond(descending), id)));
        BsonType type = id.isNumber() ? BsonType.DOUBLE : id.getBsonType();
        int place = ID_ORDER.indexOf(type);
        for (BsonType other :
                descending ? ID_ORDER.subList(0, Math.max(0, place)) : ID_ORDER.subList(place + 1, ID_ORDER.size())) {
            behind.add(new BsonDocument(Fields.ID, new BsonDocument("$type", typeName(other))));
        }
        return new BsonDocument("$or", new BsonArray(behind));
    }

    private static BsonValue typeName(BsonType type) {
        return type == BsonType.DOUBLE ? new BsonString("number") : new BsonInt32(type.getValue());
    }
}
