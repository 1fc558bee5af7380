package io.claimctl.claim;

import com.mongodb.MongoException;
import io.claimctl.claim.SweptClaim.Result;
import java.time.Instant;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * One batch of a sweep as the reference does it: by {@code _id} alone, deleting, or releasing where the collection is
 * capped. Whatever happened to a claim after it was listed is destroyed all the same. For parity and emergencies.
 */
final class UnfencedBatch {
    private final StoreAccess store;
    private final List<Claim> claims;
    private final String by;
    private final @Nullable String reason;
    private final Deadline deadline;

    UnfencedBatch(StoreAccess store, List<Claim> claims, String by, @Nullable String reason) {
        this.store = store;
        this.claims = claims;
        this.by = by;
        this.reason = reason;
        this.deadline = store.deadline();
    }

    SweepBatch.Swept run() {
        BsonDocument ids = Filters.id(new BsonDocument(
                "$in",
                new BsonArray(claims.stream().map(c -> new BsonString(c.id())).toList())));
        try {
            return counted(store.collection(deadline.left()).deleteMany(ids).getDeletedCount(), true);
        } catch (MongoException e) {
            if (!DriverErrors.refusesDeletes(e)) {
                return failed(store.failure(e));
            }
        }
        try {
            Instant now = store.time.recent(deadline.left()).earliest();
            BsonDocument update = Releases.update(now, by, reason);
            return counted(
                    store.collection(deadline.left()).updateMany(ids, update).getModifiedCount(), false);
        } catch (StoreException e) {
            return failed(e);
        } catch (MongoException e) {
            return failed(store.failure(e));
        }
    }

    private SweepBatch.Swept counted(long changed, boolean deleting) {
        boolean all = changed == claims.size();
        List<SweptClaim> swept = claims.stream()
                .map(c -> all
                        ? new SweptClaim(c, Result.RESET, null)
                        : new SweptClaim(c, Result.UNCLEAR, "the server changed " + changed + " of " + claims.size()))
                .toList();
        return new SweepBatch.Swept(swept, deleting ? changed : 0, 0, null, false);
    }

    private SweepBatch.Swept failed(StoreException failure) {
        boolean unchanged = failure.kind() == StoreException.Kind.DENIED;
        List<SweptClaim> swept = claims.stream()
                .map(c -> new SweptClaim(c, Result.UNCLEAR, failure.getMessage()))
                .toList();
        return new SweepBatch.Swept(swept, 0, 0, failure, unchanged);
    }
}
