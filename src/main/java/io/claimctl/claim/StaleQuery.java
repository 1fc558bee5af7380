package io.claimctl.claim;

import com.mongodb.client.FindIterable;
import com.mongodb.client.cursor.TimeoutMode;
import java.time.Instant;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;

/** Finds claims that are {@code processing} and have not been touched since a cut-off, oldest first. */
final class StaleQuery {
    static final int BATCH = 1_000;
    private static final BsonDocument OLDEST_FIRST =
            new BsonDocument(Fields.UPDATED_AT, new BsonInt32(1)).append(Fields.ID, new BsonInt32(1));

    private StaleQuery() {}

    /** @param now what leases are judged by; a claim without a date in {@code expires_at} counts as live */
    static ClaimCursor cursor(StoreAccess store, Instant cutoff, LeaseFilter lease, Instant now, @Nullable Long limit) {
        BsonDocument filter = Filters.staleBefore(cutoff);
        if (lease == LeaseFilter.EXPIRED) {
            filter = Filters.and(filter, Filters.expiredAt(now));
        } else if (lease == LeaseFilter.LIVE) {
            BsonDocument expired = Filters.expiredAt(now).getDocument(Fields.EXPIRES_AT);
            filter = filter.append(Fields.EXPIRES_AT, new BsonDocument("$not", expired));
        }
        BsonDocument stale = filter;
        return new ClaimCursor(store, now, List.of(() -> find(store, stale, OLDEST_FIRST, limit)), limit, false);
    }

    /** A find in batches, each with a time limit of its own; one row more than the limit tells whether there is more. */
    static FindIterable<BsonDocument> find(
            StoreAccess store, BsonDocument filter, BsonDocument sort, @Nullable Long limit) {
        int most = limit == null || limit >= Integer.MAX_VALUE ? 0 : (int) (limit + 1);
        return store.collection(store.timeout)
                .find(filter)
                .sort(sort)
                .limit(most)
                .batchSize(most == 0 ? BATCH : Math.min(most, BATCH))
                .timeoutMode(TimeoutMode.ITERATION);
    }
}
