package io.claimctl.claim;

import com.mongodb.MongoException;
import com.mongodb.client.AggregateIterable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;

/** Counts claims by status, in one aggregation. */
final class CountOperation {
    private static final String COUNT = "count";

    private final StoreAccess store;
    private final ClaimQuery query;

    CountOperation(StoreAccess store, ClaimQuery query) {
        if (!query.isUnordered()) {
            throw new IllegalArgumentException("a count has no limit, no cursor and no order");
        }
        this.store = store;
        this.query = query;
    }

    ClaimCounts run() {
        Deadline deadline = store.deadline();
        Instant now = store.time.recent(deadline.left()).earliest();
        StatusTally tally = new StatusTally(query.statuses.isEmpty() ? StatusTally.KNOWN : query.statuses);
        try {
            groups(new Conditions(query, now).all(), deadline.left())
                    .forEach(group -> tally.add(
                            group.get(Fields.ID, BsonNull.VALUE),
                            group.getNumber(COUNT).longValue()));
        } catch (MongoException e) {
            throw store.failure(e);
        }
        return new ClaimCounts(now, tally.counts());
    }

    private AggregateIterable<BsonDocument> groups(BsonDocument filter, Duration limit) {
        BsonDocument group = new BsonDocument(Fields.ID, new BsonString("$" + Fields.STATUS))
                .append(COUNT, new BsonDocument("$sum", new BsonInt32(1)));
        return store.collection(limit)
                .aggregate(List.of(new BsonDocument("$match", filter), new BsonDocument("$group", group)))
                .batchSize(StaleQuery.BATCH);
    }
}
