package io.claimctl.claim;

import com.mongodb.MongoException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.cursor.TimeoutMode;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Finds claims that are {@code processing} and have not been touched since a cut-off, oldest first. */
final class StaleQuery {
    static final int BATCH = 1_000;
    private static final int MOST_MOVED = 100;
    private static final BsonDocument OLDEST_FIRST =
            new BsonDocument(Fields.UPDATED_AT, new BsonInt32(1)).append(Fields.ID, new BsonInt32(1));

    private StaleQuery() {}

    /** @param now what leases are judged by; a claim without a date in {@code expires_at} counts as live */
    static ClaimCursor cursor(
            StoreAccess store, Instant cutoff, LeaseFilter lease, Instant now, ClaimQuery which, @Nullable Long limit) {
        BsonDocument filter = Filters.and(Filters.staleBefore(cutoff), new Conditions(which, now).besideAge());
        if (lease == LeaseFilter.EXPIRED) {
            filter = Filters.and(filter, Filters.expiredAt(now));
        } else if (lease == LeaseFilter.LIVE) {
            BsonDocument expired = Filters.expiredAt(now).getDocument(Fields.EXPIRES_AT);
            filter = Filters.and(filter, new BsonDocument(Fields.EXPIRES_AT, new BsonDocument("$not", expired)));
        }
        BsonDocument stale = filter;
        return new ClaimCursor(store, now, List.of(() -> find(store, stale, OLDEST_FIRST, limit)), limit, false);
    }

    /**
     * The next claim with a message that recovery may take over, whole; one at a time, since publishing takes its time and
     * payloads their space.
     *
     * @param cutoff for those that were not kept
     * @param lease {@code EXPIRED}: those that are free, and those whose holder is known to be gone; {@code ANY}: all
     * @param after the one before it; null for the first
     */
    static Optional<ClaimRow> recoverable(
            StoreAccess store, Instant cutoff, LeaseFilter lease, @Nullable ClaimRow after) {
        Instant now = store.time.recent(store.timeout).earliest();
        BsonDocument stale = Filters.and(
                Filters.staleBefore(cutoff), lease == LeaseFilter.ANY ? new BsonDocument() : Filters.abandonedAt(now));
        BsonDocument wanted = Filters.and(
                Filters.status(Status.PROCESSING),
                Filters.dated(Fields.UPDATED_AT),
                new BsonDocument(Fields.ID, new BsonDocument("$type", new BsonInt32(BsonType.STRING.getValue()))),
                Filters.withPayload(),
                new BsonDocument("$or", new BsonArray(List.of(stale, Filters.kept()))));
        ClaimRow place = after;
        for (int moved = 0; moved < MOST_MOVED; ) {
            ClaimRow row = first(store, place == null ? wanted : Filters.and(wanted, behind(place)));
            if (!(row instanceof Claim claim) || isRecoverable(claim, cutoff, lease, now)) {
                return Optional.ofNullable(row);
            }
            if (isStale(claim, cutoff) || claim.keptAt() != null) {
                place = row;
            } else {
                moved++; // and is not found any more from the same place
            }
        }
        return Optional.empty(); // so it is left to the next one who asks
    }

    /**
     * Whether what was read is what was asked for, which the server may not be able to tell: a mark of a former generation
     * says nothing about this one, and some servers find a document in one state and send it in the next. What is taken
     * over is the state that was read.
     */
    private static boolean isRecoverable(Claim claim, Instant cutoff, LeaseFilter lease, Instant now) {
        return claim.isKept()
                || (isStale(claim, cutoff)
                        && (lease == LeaseFilter.ANY
                                || claim.leaseAt(now) == LeaseState.EXPIRED
                                || claim.isRecovered()));
    }

    static boolean isStale(Claim claim, Instant cutoff) {
        return claim.is(Status.PROCESSING)
                && claim.updatedAt() != null
                && claim.updatedAt().isBefore(cutoff);
    }

    private static BsonDocument behind(ClaimRow row) {
        BsonDocument seen = row.readable().document();
        BsonValue at = Objects.requireNonNull(seen.get(Fields.UPDATED_AT));
        BsonDocument later = new BsonDocument(Fields.UPDATED_AT, new BsonDocument("$gt", at));
        BsonDocument sameInstant = new BsonDocument(Fields.UPDATED_AT, at)
                .append(Fields.ID, new BsonDocument("$gt", Documents.idOf(seen)));
        return new BsonDocument("$or", new BsonArray(List.of(later, sameInstant)));
    }

    private static @Nullable ClaimRow first(StoreAccess store, BsonDocument filter) {
        try {
            BsonDocument first = store.collection(store.timeout)
                    .find(filter)
                    .sort(OLDEST_FIRST)
                    .batchSize(2)
                    .limit(1)
                    .first();
            return first == null ? null : Documents.row(first);
        } catch (MongoException e) {
            throw store.failure(e);
        }
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
