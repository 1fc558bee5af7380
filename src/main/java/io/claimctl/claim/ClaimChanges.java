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
import org.bson.BsonString;

/**
 * Listens for changes of one claim's status, where the server has change streams and the user may watch them. What it
 * hears is a reason to look sooner and proves nothing; where it hears nothing, the looks go on at their pace.
 */
final class ClaimChanges implements AutoCloseable {
    private final MongoCursor<BsonDocument> stream;
    private final HostClock clock;

    private ClaimChanges(MongoCursor<BsonDocument> stream, HostClock clock) {
        this.clock = clock;
        this.stream = stream;
    }

    /** Empty where the server or the user cannot. */
    static Optional<ClaimChanges> of(StoreAccess store, String id) {
        Duration half = store.timeout.dividedBy(2);
        Duration await = half.compareTo(Waiting.MOST) < 0 ? half : Waiting.MOST;
        Duration withAnswer = await.plusSeconds(1);
        Duration limit = withAnswer.compareTo(store.timeout) < 0 ? withAnswer : store.timeout;
        try {
            return Optional.of(new ClaimChanges(
                    store.collection(limit)
                            .watch(List.of(new BsonDocument("$match", statusOf(id))), BsonDocument.class)
                            .maxAwaitTime(Math.max(1, await.toMillis()), TimeUnit.MILLISECONDS)
                            .withDocumentClass(BsonDocument.class)
                            .cursor(),
                    store.clock));
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
        long start = clock.nanos();
        try {
            return stream.tryNext() != null || clock.nanos() - start > Waiting.FIRST.toNanos();
        } catch (MongoException e) {
            return false;
        }
    }

    @Override
    public void close() {
        stream.close();
    }
}
