package io.claimctl.claim;

import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.cursor.TimeoutMode;
import io.claimctl.claim.WatchedClaim.Place;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.bson.BSONException;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;

/** The finds of a watch. What they return has been acknowledged by a majority, so no failover takes it back. */
final class WatchReads {
    private static final int MOST_BYTES = 8 << 20; // of ids; a command takes 16 MiB
    private static final BsonDocument WITH_PAYLOAD =
            new BsonDocument(Fields.PAYLOAD, new BsonDocument("$exists", BsonBoolean.TRUE));

    private final StoreAccess store;
    private final Conditions conditions;

    /** @param which names no age */
    WatchReads(StoreAccess store, ClaimQuery which) {
        this.store = store;
        this.conditions = new Conditions(which, Instant.EPOCH);
    }

    /** The claims that were changed last, without their payloads, last changed first. */
    List<BsonDocument> newest(int most) {
        BsonDocument filter = Filters.and(conditions.besideAge(), conditions.dated());
        return list(find(filter, Projections.WITHOUT_PAYLOAD).sort(order(-1)).limit(most));
    }

    /**
     * The claims that stand behind this place, without their payloads, in order.
     *
     * @param until none that were changed later; null for all
     */
    List<BsonDocument> behind(Place place, @Nullable Instant until, int most) {
        BsonDocument filter = Filters.and(conditions.besideAge(), conditions.dated(), beyond(place));
        if (until != null) {
            filter = Filters.and(
                    filter, new BsonDocument(Fields.UPDATED_AT, new BsonDocument("$lte", Filters.date(until))));
        }
        return list(find(filter, Projections.WITHOUT_PAYLOAD).sort(order(1)).limit(most));
    }

    private static BsonDocument beyond(Place place) {
        BsonDateTime at = new BsonDateTime(place.millis());
        if (place.id() == null) {
            return new BsonDocument(Fields.UPDATED_AT, new BsonDocument("$gte", at));
        }
        BsonDocument later = new BsonDocument(Fields.UPDATED_AT, new BsonDocument("$gt", at));
        BsonDocument sameInstant =
                Filters.and(new BsonDocument(Fields.UPDATED_AT, at), ListOperation.idBehind(place.id(), false));
        return new BsonDocument("$or", new BsonArray(List.of(later, sameInstant)));
    }

    /** These claims as far as they are there, without their payloads. */
    Map<BsonValue, BsonDocument> standing(Collection<BsonValue> ids) {
        Map<BsonValue, BsonDocument> found = new LinkedHashMap<>();
        each(ids, new BsonDocument(), Projections.WITHOUT_PAYLOAD, row -> found.put(Documents.idOf(row), row));
        return found;
    }

    /** Those of these claims that hold a payload. */
    Set<BsonValue> withPayload(Collection<BsonValue> ids) {
        Set<BsonValue> found = new LinkedHashSet<>();
        BsonDocument idAlone = new BsonDocument(Fields.ID, new BsonInt32(1));
        each(ids, WITH_PAYLOAD, idAlone, row -> found.add(Documents.idOf(row)));
        return found;
    }

    /** These claims as far as they are there; each was read whole, and the bytes of its payload are dropped at once. */
    Map<BsonValue, WatchedClaim> whole(Collection<BsonValue> ids) {
        Map<BsonValue, WatchedClaim> found = new LinkedHashMap<>();
        each(ids, new BsonDocument(), new BsonDocument(), row -> {
            WatchedClaim claim = WatchedClaim.of(row);
            found.put(claim.key(), claim);
        });
        return found;
    }

    private void each(
            Collection<BsonValue> ids, BsonDocument also, BsonDocument projection, Consumer<BsonDocument> taker) {
        BsonArray some = new BsonArray();
        int bytes = 0;
        for (BsonValue id : ids) {
            int size = bytes(id);
            if (bytes + size > MOST_BYTES) {
                among(some, also, projection, taker);
                some = new BsonArray();
                bytes = 0;
            }
            some.add(id);
            bytes += size;
        }
        among(some, also, projection, taker);
    }

    /** At least what it takes in a command. */
    private static int bytes(BsonValue id) {
        return id.isString()
                ? 16 + 3 * id.asString().getValue().length()
                : 16
                        + new RawBsonDocument(new BsonDocument(Fields.ID, id), new BsonDocumentCodec())
                                .getByteBuffer()
                                .remaining();
    }

    private void among(BsonArray ids, BsonDocument also, BsonDocument projection, Consumer<BsonDocument> taker) {
        if (!ids.isEmpty()) {
            BsonDocument among = Filters.id(new BsonDocument("$in", ids));
            attempt(() -> drain(find(Filters.and(among, also), projection), taker));
        }
    }

    private List<BsonDocument> list(FindIterable<BsonDocument> find) {
        List<BsonDocument> rows = new ArrayList<>();
        attempt(() -> drain(find, rows::add));
        return rows;
    }

    private static void drain(FindIterable<BsonDocument> find, Consumer<BsonDocument> taker) {
        try (MongoCursor<BsonDocument> cursor = find.cursor()) {
            cursor.forEachRemaining(taker);
        }
    }

    private void attempt(Runnable reading) {
        try {
            reading.run();
        } catch (MongoException e) {
            throw store.failure(e);
        } catch (BSONException e) {
            throw DriverErrors.unreadable(e);
        }
    }

    private FindIterable<BsonDocument> find(BsonDocument filter, BsonDocument projection) {
        return store.collection(store.timeout)
                .withReadConcern(ReadConcern.MAJORITY)
                .find(filter)
                .projection(projection.isEmpty() ? null : projection)
                .batchSize(StaleQuery.BATCH)
                .timeoutMode(TimeoutMode.ITERATION);
    }

    private static BsonDocument order(int direction) {
        return new BsonDocument(Fields.UPDATED_AT, new BsonInt32(direction))
                .append(Fields.ID, new BsonInt32(direction));
    }

    static BsonValue key(String id) {
        return new BsonString(id);
    }
}
