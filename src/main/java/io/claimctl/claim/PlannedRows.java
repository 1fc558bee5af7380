package io.claimctl.claim;

import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.cursor.TimeoutMode;
import io.claimctl.claim.SweptClaim.Result;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** The claims of a plan as they stand now, a batch at a time; those that are not as they were seen come settled. */
final class PlannedRows implements SweepRows {
    private final StoreAccess store;
    private final Iterator<PlannedClaim> plan;
    private final String sweepId;
    private final @Nullable Instant cutoff;
    private final int page;
    private final Map<String, PlannedClaim> asked = new LinkedHashMap<>();
    private final Deque<Row> gone = new ArrayDeque<>();
    private @Nullable PlannedClaim ahead;
    private @Nullable MongoCursor<BsonDocument> open;

    /**
     * @param sweepId what tells a claim that this very sweep has released
     * @param cutoff claims with a later {@code updated_at} are left alone; null for none
     */
    PlannedRows(StoreAccess store, Iterator<PlannedClaim> plan, String sweepId, @Nullable Instant cutoff, int page) {
        this.store = store;
        this.plan = plan;
        this.sweepId = sweepId;
        this.cutoff = cutoff;
        this.page = page;
    }

    @Override
    public boolean hasNext() {
        try {
            while (gone.isEmpty() && (open == null || !open.hasNext())) {
                close();
                asked.values().forEach(p -> gone.add(settled(unread(p.id()), Result.GONE, null)));
                asked.clear();
                if (!gone.isEmpty()) {
                    return true;
                }
                ask();
                if (asked.isEmpty()) {
                    return false;
                }
                open = store.reading(this::find);
            }
            return true;
        } catch (MongoException e) {
            throw store.failure(e);
        }
    }

    /** One id twice in one find would be one row. */
    private void ask() {
        while (asked.size() < page && (ahead != null || plan.hasNext())) {
            PlannedClaim next = ahead == null ? plan.next() : ahead;
            ahead = null;
            PlannedClaim same = asked.putIfAbsent(next.id(), next);
            if (same != null && !same.equals(next)) {
                ahead = next;
                return;
            }
        }
    }

    private MongoCursor<BsonDocument> find(ReadConcern concern) {
        List<BsonString> ids = asked.keySet().stream().map(BsonString::new).toList();
        return store.collection(store.timeout)
                .withReadConcern(concern)
                .find(Filters.id(new BsonDocument("$in", new BsonArray(ids))))
                .batchSize(page + 1)
                .timeoutMode(TimeoutMode.ITERATION)
                .cursor();
    }

    @Override
    public Row next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        if (open == null || !gone.isEmpty()) {
            return gone.remove();
        }
        try {
            ClaimRow row = Documents.row(open.next());
            PlannedClaim planned = asked.remove(row.id());
            return planned == null
                    ? settled(row, Result.SKIPPED, "it is not planned: the collection has a collation")
                    : judged(row, planned);
        } catch (MongoException e) {
            throw store.failure(e);
        }
    }

    private Row judged(ClaimRow row, PlannedClaim planned) {
        Claim claim = row.readable();
        if (!claim.fingerprint().text().equals(planned.fingerprint())) {
            boolean ours = claim.lastReset() != null && claim.lastReset().by().startsWith(sweepId + ":");
            return ours
                    ? settled(row, Result.SKIPPED, "this sweep has reset it already: it is planned twice")
                    : settled(row, Result.CHANGED, null);
        }
        if (row instanceof Claim && !claim.is(Status.PROCESSING)) {
            return settled(row, Result.SKIPPED, "nobody is processing it");
        }
        if (row instanceof Claim && cutoff != null && !StaleQuery.isStale(claim, cutoff)) {
            return settled(row, Result.SKIPPED, "it is not stale yet");
        }
        return Row.of(row);
    }

    private static Row settled(ClaimRow row, Result result, @Nullable String detail) {
        return Row.settled(new SweptClaim(row, result, detail));
    }

    /** All that is known of a claim that is not there. */
    private static Claim unread(String id) {
        return Documents.row(new BsonDocument(Fields.ID, new BsonString(id))).readable();
    }

    @Override
    public void close() {
        if (open != null) {
            open.close();
            open = null;
        }
    }
}
