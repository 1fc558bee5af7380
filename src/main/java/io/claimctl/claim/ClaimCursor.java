package io.claimctl.claim;

import com.mongodb.MongoException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCursor;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Rows as the server sends them, a batch at a time; nothing is held for the whole collection. Each fetch has a time limit
 * of its own. To be closed. Not thread-safe.
 *
 * <p>Every method throws {@link StoreException} where the store fails.
 */
public final class ClaimCursor implements Iterator<ClaimRow>, AutoCloseable {
    private final StoreAccess store;
    private final Instant asOf;
    private final Deque<Supplier<FindIterable<BsonDocument>>> ahead;
    private final long limit;
    private final boolean pageable;
    private @Nullable MongoCursor<BsonDocument> open;
    private @Nullable BsonDocument last;
    private long given;

    /** @param ahead the finds to send one after the other */
    ClaimCursor(
            StoreAccess store,
            Instant asOf,
            List<Supplier<FindIterable<BsonDocument>>> ahead,
            @Nullable Long limit,
            boolean pageable) {
        this.store = store;
        this.asOf = asOf;
        this.ahead = new ArrayDeque<>(ahead);
        this.limit = limit == null ? Long.MAX_VALUE : limit;
        this.pageable = pageable;
    }

    /** Server time just before the rows were read: what "expired" and "older than" were judged by. */
    public Instant asOf() {
        return asOf;
    }

    @Override
    public boolean hasNext() {
        return given < limit && more();
    }

    @Override
    public ClaimRow next() {
        if (!hasNext() || open == null) {
            throw new NoSuchElementException();
        }
        last = fetch(open::next);
        given++;
        return Documents.row(last);
    }

    /** Whether the limit has been reached and there are more rows. */
    public boolean limited() {
        return given == limit && more();
    }

    /**
     * Where the next page begins, once the limit has been reached and there are more rows; empty otherwise, and where
     * rows are sorted by something else than {@code updated_at}.
     */
    public Optional<String> nextPage() {
        return pageable && last != null && limited()
                ? Optional.of(PageCursor.after(last).text())
                : Optional.empty();
    }

    private boolean more() {
        return Boolean.TRUE.equals(fetch(() -> {
            while (open == null || !open.hasNext()) {
                if (ahead.isEmpty()) {
                    return false;
                }
                close();
                open = ahead.poll().get().cursor();
            }
            return true;
        }));
    }

    private <T> T fetch(Supplier<T> step) {
        try {
            return step.get();
        } catch (MongoException e) {
            throw store.failure(e);
        }
    }

    @Override
    public void close() {
        if (open != null) {
            open.close();
            open = null;
        }
    }
}
