package io.claimctl.claim;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import java.time.Instant;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** Puts claims in numbers, in one aggregation. */
final class StatsOperation {
    private final StoreAccess store;
    private final StatsQuery query;
    private final Deadline deadline;

    StatsOperation(StoreAccess store, StatsQuery query) {
        this.store = store;
        this.query = query;
        this.deadline = store.deadline();
    }

    ClaimStats run() {
        Instant now = store.time.recent(deadline.left()).earliest();
        try {
            return run(now, sampling());
        } catch (MongoException e) {
            throw store.failure(e);
        }
    }

    /** Null where there are no more claims than are to be drawn: then all of them are as cheap. */
    private @Nullable Sampling sampling() {
        Long size = query.sample();
        if (size == null) {
            return null;
        }
        long all = store.collection(deadline.left()).estimatedDocumentCount();
        return all <= size ? null : new Sampling(size, all);
    }

    private ClaimStats run(Instant now, @Nullable Sampling sampling) {
        try {
            return run(now, sampling, true);
        } catch (MongoCommandException e) {
            if (DriverErrors.failure(e, store.client.getClusterDescription()).kind() != StoreException.Kind.REFUSED) {
                throw e;
            }
            return run(now, sampling, false); // whatever else the server refuses, it will refuse again
        }
    }

    private ClaimStats run(Instant now, @Nullable Sampling sampling, boolean sized) {
        Long drawn = sampling == null ? null : (Long) sampling.size();
        BsonDocument answer = store.collection(deadline.left())
                .aggregate(new StatsPipeline(query, now, drawn, sized).stages())
                .allowDiskUse(true)
                .first();
        return new StatsAnswer(answer == null ? new BsonDocument() : answer, query, sized).stats(now, sampling);
    }
}
