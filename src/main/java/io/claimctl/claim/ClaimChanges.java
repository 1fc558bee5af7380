package io.claimctl.claim;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCursor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * Listens for changes of one claim's status, where the server has change streams and the user may watch them. What it
 * hears is a reason to look sooner and proves nothing; where it hears nothing, the looks go on at their pace.
 */
final class ClaimChanges implements AutoCloseable {
    private final MongoCursor<BsonDocument> stream;
    private final HostClock clock;
    private final Duration atOnce;

    private ClaimChanges(MongoCursor<BsonDocument> stream, HostClock clock, Duration await) {
        this.clock = clock;
        this.stream = stream;
        Duration half = await.dividedBy(2);
        this.atOnce = half.compareTo(Waiting.FIRST) < 0 ? half : Waiting.FIRST;
    }

    /** What came of waiting for a change. */
    enum Heard {
        CHANGE,
        NOTHING,
        /** The stream has ended, or is one on which the server does not wait. */
        ENDED
    }

    /** Empty where the server or the user cannot. */
    static Optional<ClaimChanges> of(StoreAccess store, String id) {
        return of(store, List.of(new BsonDocument("$match", statusOf(id))), Waiting.MOST);
    }

    /**
     * For changes of any kind; empty where the server or the user cannot.
     *
     * @param ids of which claims; empty for all
     * @param longest how long it waits at most
     */
    static Optional<ClaimChanges> ofAny(StoreAccess store, List<String> ids, Duration longest) {
        BsonArray keys = new BsonArray(ids.stream().map(BsonString::new).toList());
        BsonDocument named = new BsonDocument("documentKey._id", new BsonDocument("$in", keys));
        Duration most = longest.compareTo(Waiting.MOST) < 0 ? longest : Waiting.MOST;
        BsonDocument itsPlaceAlone = new BsonDocument("$project", new BsonDocument(Fields.ID, new BsonInt32(1)));
        return of(
                store,
                ids.isEmpty() ? List.of(itsPlaceAlone) : List.of(new BsonDocument("$match", named), itsPlaceAlone),
                most);
    }

    private static Optional<ClaimChanges> of(StoreAccess store, List<BsonDocument> pipeline, Duration most) {
        Duration half = store.timeout.dividedBy(2);
        Duration await = half.compareTo(most) < 0 ? half : most;
        Duration withAnswer = await.plusSeconds(1);
        Duration limit = withAnswer.compareTo(store.timeout) < 0 ? withAnswer : store.timeout;
        try {
            return Optional.of(new ClaimChanges(
                    store.collection(limit)
                            .watch(pipeline, BsonDocument.class)
                            .maxAwaitTime(Math.max(1, await.toMillis()), TimeUnit.MILLISECONDS)
                            .withDocumentClass(BsonDocument.class)
                            .cursor(),
                    store.clock,
                    await));
        } catch (MongoException e) {
            return Optional.empty();
        }
    }

    /** A renewal changes no status, so a holder who renews wakes nobody. */
    private static BsonDocument statusOf(String id) {
        BsonDocument noUpdate = new BsonDocument("operationType", new BsonDocument("$ne", new BsonString("update")));
        BsonDocument status = new BsonDocument(
                "updateDescription.updatedFields." + Fields.STATUS, new BsonDocument("$exists", BsonBoolean.TRUE));
        return new BsonDocument("documentKey._id", new BsonString(id))
                .append("$or", new BsonArray(List.of(noUpdate, status)));
    }

    /**
     * Waits for a change, at most as long as the slowest pace.
     *
     * @return false if the stream has ended, or is one on which the server does not wait
     */
    boolean await() {
        return hear() != Heard.ENDED;
    }

    /** The same, and whether there was one. */
    Heard hear() {
        long start = clock.nanos();
        try {
            if (stream.tryNext() != null) {
                return Heard.CHANGE;
            }
            return clock.nanos() - start > atOnce.toNanos() ? Heard.NOTHING : Heard.ENDED;
        } catch (MongoException e) {
            return Heard.ENDED;
        }
    }

    /** Forgets what has been sent of further changes. */
    void skip() {
        try {
            while (stream.available() > 0) {
                stream.tryNext();
            }
        } catch (MongoException e) {
            return; // the next time it is heard, too
        }
    }

    @Override
    public void close() {
        stream.close();
    }
}
