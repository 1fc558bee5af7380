package io.claimctl.claim;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCursor;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The stale claims in ({@code updated_at}, {@code _id}) order, a page for each batch: a find of its own for each, so that a
 * sweep may pause between two for as long as it likes, and a server that was restarted has nothing to remember. Documents
 * with an array in {@code updated_at} have no place in that order; where there is more than one page, they come last.
 */
final class StaleRows implements SweepRows {
    private static final BsonDocument OLDEST_FIRST =
            new BsonDocument(Fields.UPDATED_AT, new BsonInt32(1)).append(Fields.ID, new BsonInt32(1));
    private static final BsonDocument NO_ARRAY =
            new BsonDocument(Fields.UPDATED_AT, new BsonDocument("$not", Conditions.AN_ARRAY));

    private final StoreAccess store;
    private final Instant cutoff;
    private final BsonDocument stale;
    private final int page;
    private final Deque<Row> arrays = new ArrayDeque<>();
    private @Nullable MongoCursor<BsonDocument> open;
    private @Nullable Row ahead;
    private @Nullable BsonDocument last;
    private int pages;
    private int read;
    private boolean atArrays;

    /** @param page how many rows to ask for at a time */
    StaleRows(StoreAccess store, Instant cutoff, BsonDocument which, int page) {
        this.store = store;
        this.cutoff = cutoff;
        this.stale = Filters.and(Filters.staleBefore(cutoff), which);
        this.page = page;
    }

    @Override
    public boolean hasNext() {
        try {
            while (ahead == null && (isMoreInPage() || openNext())) {
                ahead = isMoreInPage() ? read() : null;
            }
        } catch (MongoException e) {
            throw store.failure(e);
        }
        if (ahead == null) {
            ahead = arrays.poll();
        }
        return ahead != null;
    }

    @Override
    public Row next() {
        if (!hasNext() || ahead == null) {
            throw new NoSuchElementException();
        }
        Row next = ahead;
        ahead = null;
        return next;
    }

    private boolean isMoreInPage() {
        return open != null && open.hasNext();
    }

    /** Null for one with an array, which is kept for the end. */
    private @Nullable Row read() {
        BsonDocument document = Objects.requireNonNull(open).next();
        read++;
        Row row = Row.of(Documents.row(document));
        BsonValue updated = document.get(Fields.UPDATED_AT);
        if (!atArrays && updated != null && updated.isArray()) {
            arrays.add(row);
            return null;
        }
        if (isStale(updated)) {
            last = document;
        }
        return row;
    }

    /** @return false if there is nothing further to ask for */
    private boolean openNext() {
        if (atArrays || (pages == 1 && read < page)) {
            return false;
        }
        boolean ended = pages > 1 && read < page;
        close();
        read = 0;
        pages++;
        arrays.clear(); // they are found again
        atArrays = ended;
        open = ended ? inArrays() : nextPage();
        return true;
    }

    /** Not where a server has sent a document in a later state than it had found: the next page would leave claims out. */
    private boolean isStale(@Nullable BsonValue updated) {
        return updated != null && updated.isDateTime() && updated.asDateTime().getValue() < cutoff.toEpochMilli();
    }

    private MongoCursor<BsonDocument> nextPage() {
        BsonDocument filter =
                pages == 1 ? stale : Filters.and(stale, NO_ARRAY, last == null ? new BsonDocument() : behind(last));
        return StaleQuery.find(store, filter, OLDEST_FIRST, null)
                .limit(page)
                .batchSize(page + 1) // so that the server closes the cursor with the page
                .cursor();
    }

    private MongoCursor<BsonDocument> inArrays() {
        BsonDocument arrays = new BsonDocument(Fields.UPDATED_AT, Conditions.AN_ARRAY);
        return StaleQuery.find(store, Filters.and(stale, arrays), new BsonDocument(Fields.ID, new BsonInt32(1)), null)
                .cursor();
    }

    /** The first part alone bounds the index. */
    private static BsonDocument behind(BsonDocument row) {
        BsonValue at = row.get(Fields.UPDATED_AT);
        BsonDocument later = new BsonDocument(Fields.UPDATED_AT, new BsonDocument("$gt", at));
        BsonDocument behindId = ListOperation.idBehind(Documents.idOf(row), false);
        return Filters.and(
                new BsonDocument(Fields.UPDATED_AT, new BsonDocument("$gte", at)),
                new BsonDocument("$or", new BsonArray(List.of(later, behindId))));
    }

    @Override
    public void close() {
        if (open != null) {
            open.close();
            open = null;
        }
    }
}
