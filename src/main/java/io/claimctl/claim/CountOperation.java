package io.claimctl.claim;

import com.mongodb.MongoException;
import com.mongodb.client.AggregateIterable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Counts claims by status, in one aggregation. Every status is one group; all wrong ones of a type are one count. */
final class CountOperation {
    private static final String COUNT = "count";
    private static final List<String> KNOWN =
            Arrays.stream(Status.values()).map(Status::stored).toList();
    private static final Comparator<String> KNOWN_FIRST =
            Comparator.comparing(CountOperation::place).thenComparing(Comparator.naturalOrder());

    private final StoreAccess store;
    private final ClaimQuery query;
    private final Map<String, Long> words = new TreeMap<>(KNOWN_FIRST);
    private final Map<String, Long> wrong = new TreeMap<>();
    private long without;

    CountOperation(StoreAccess store, ClaimQuery query) {
        if (query.limit != null || query.after != null || query.sort != ClaimQuery.Sort.UPDATED || query.descending) {
            throw new IllegalArgumentException("a count has no limit, no cursor and no order");
        }
        this.store = store;
        this.query = query;
    }

    ClaimCounts run() {
        Deadline deadline = store.deadline();
        Instant now = store.time.recent(deadline.left()).earliest();
        (query.statuses.isEmpty() ? KNOWN : query.statuses).forEach(status -> words.put(status, 0L));
        try {
            groups(new Conditions(query, now).all(), deadline.left()).forEach(this::add);
        } catch (MongoException e) {
            throw store.failure(e);
        }
        return new ClaimCounts(now, counts());
    }

    private AggregateIterable<BsonDocument> groups(BsonDocument filter, Duration limit) {
        BsonDocument group = new BsonDocument(Fields.ID, new BsonString("$" + Fields.STATUS))
                .append(COUNT, new BsonDocument("$sum", new BsonInt32(1)));
        return store.collection(limit)
                .aggregate(List.of(new BsonDocument("$match", filter), new BsonDocument("$group", group)))
                .batchSize(StaleQuery.BATCH);
    }

    private void add(BsonDocument group) {
        BsonValue status = group.get(Fields.ID, BsonNull.VALUE);
        long count = group.getNumber(COUNT).longValue();
        if (status.isNull()) {
            without += count;
        } else if (status.isString()) {
            words.merge(status.asString().getValue(), count, Long::sum);
        } else {
            wrong.merge(Documents.noString(Fields.STATUS, status).problem(), count, Long::sum);
        }
    }

    private List<StatusCount> counts() {
        List<StatusCount> counts = new ArrayList<>();
        words.forEach((status, count) -> counts.add(new StatusCount(status, null, count)));
        if (without > 0) {
            counts.add(new StatusCount(null, null, without));
        }
        wrong.forEach((problem, count) -> counts.add(new StatusCount(null, new Defect(Fields.STATUS, problem), count)));
        return counts;
    }

    private static int place(String status) {
        return KNOWN.contains(status) ? KNOWN.indexOf(status) : KNOWN.size();
    }
}
