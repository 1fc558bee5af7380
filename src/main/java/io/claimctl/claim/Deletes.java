package io.claimctl.claim;

import com.mongodb.MongoException;
import java.time.Duration;
import org.bson.BsonDocument;

/** The deletes that end a reset or a sweep where they are asked for. */
final class Deletes {
    private Deletes() {}

    /**
     * Deletes an {@code _id} that nobody has: a refusal stops before anything is changed.
     *
     * @throws StoreException if the user may not delete, or the collection does not allow it
     */
    static void probe(StoreAccess store, Deadline deadline) {
        store.check.requireDeletes(store);
        String nobody = "claimctl-delete-probe-" + Tokens.random().next().value();
        try {
            store.writes(deadline.left()).deleteOne(Filters.id(nobody));
        } catch (MongoException e) {
            throw DriverErrors.refusesDeletes(e)
                    ? DriverErrors.refusal(CollectionCheck.noDeletesFrom(store.namespace), e)
                    : store.failure(e);
        }
    }

    /** Deletes the one document that matches, and says what the server's count says. */
    static Reset.Deletion one(StoreAccess store, BsonDocument filter, Duration limit) {
        try {
            long deleted = store.writes(limit).deleteOne(filter);
            return deleted == 1 ? Reset.Deletion.DELETED : Reset.Deletion.LEFT;
        } catch (MongoException e) {
            store.failure(e);
            return Reset.Deletion.FAILED;
        }
    }
}
