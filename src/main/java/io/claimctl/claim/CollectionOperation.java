package io.claimctl.claim;

import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.IndexModel;
import io.claimctl.claim.ClaimCollection.State;
import io.claimctl.claim.ClaimIndex.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInvalidOperationException;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the collection and its indexes, and makes what is missing, as the reference makes it. A collection that is not
 * capped is made by the command that makes its indexes, so that it is never there without them.
 */
final class CollectionOperation {
    private static final int NAMESPACE_EXISTS = 48;
    private static final Set<Integer> INDEX_CONFLICT = Set.of(85, 86);

    private final StoreAccess store;

    CollectionOperation(StoreAccess store) {
        this.store = store;
    }

    ClaimCollection look() {
        Deadline deadline = store.deadline();
        try {
            CollectionInfo info = CollectionInfo.read(store, deadline.left());
            store.check.refuse(store, info, deadline);
            Capped capped = info == null ? null : info.capped();
            List<BsonDocument> found = new ArrayList<>();
            if (info != null) {
                store.collection(deadline.left())
                        .listIndexes(BsonDocument.class)
                        .batchSize(100)
                        .into(found);
            }
            return new ClaimCollection(
                    name(),
                    info == null ? State.ABSENT : State.EXISTS,
                    capped,
                    capped != null && refusesSizeChanges(deadline),
                    WantedIndex.compare(WantedIndex.all(capped == null), found),
                    null);
        } catch (MongoException e) {
            throw store.failure(e);
        }
    }

    private boolean refusesSizeChanges(Deadline deadline) {
        try {
            return Capped.sizesAreFixedBy(database()
                    .withTimeout(deadline.left().toMillis(), TimeUnit.MILLISECONDS)
                    .runCommand(new BsonDocument("buildInfo", new BsonInt32(1)), BsonDocument.class));
        } catch (MongoException | BsonInvalidOperationException e) {
            return false;
        }
    }

    /** Makes the indexes that are missing, and with them the collection if it is not there. */
    ClaimCollection createIndexes(ClaimCollection seen) {
        seen.requireNoConflict();
        List<IndexModel> missing = WantedIndex.all(seen.capped() == null).stream()
                .filter(w -> seen.indexes().stream()
                        .anyMatch(i -> i.is(Standing.MISSING) && i.name().equals(w.name())))
                .map(WantedIndex::model)
                .toList();
        boolean absent = seen.state() == State.ABSENT;
        if (missing.isEmpty()) {
            return seen;
        }
        try {
            store.collection(store.timeout).createIndexes(missing);
        } catch (MongoException e) {
            if (DriverErrors.leavesWriteUnknown(e)) {
                return seen.withMissing(Standing.UNKNOWN, store.failure(e))
                        .with(absent ? State.UNKNOWN : seen.state(), store.failure(e));
            }
            if (INDEX_CONFLICT.contains(e.getCode())) {
                look().requireNoConflict(); // made by somebody since we looked
            }
            throw store.failure(e);
        }
        return seen.withMissing(Standing.CREATED, null).with(absent ? State.CREATED : seen.state(), null);
    }

    /** @param as null for one that is not capped */
    ClaimCollection create(@Nullable Capped as) {
        ClaimCollection seen = look();
        if (seen.state() == State.EXISTS) {
            refuseOtherKind(seen, as);
            return createIndexes(seen);
        }
        return as == null ? createIndexes(seen) : createCapped(as);
    }

    private ClaimCollection createCapped(Capped as) {
        CreateCollectionOptions options =
                new CreateCollectionOptions().capped(true).sizeInBytes(as.sizeBytes());
        if (as.maxDocuments() != null) {
            options.maxDocuments(as.maxDocuments());
        }
        try {
            database().createCollection(store.namespace.getCollectionName(), options);
        } catch (MongoException e) {
            return createdBySomebody(as, e);
        }
        return withIndexes(as);
    }

    /** Somebody was faster, or no reply came: what is there now decides. */
    private ClaimCollection createdBySomebody(Capped as, MongoException e) {
        boolean exists = e.getCode() == NAMESPACE_EXISTS;
        if (!exists && !DriverErrors.leavesWriteUnknown(e)) {
            throw store.failure(e);
        }
        ClaimCollection unknown = new ClaimCollection(
                name(),
                State.UNKNOWN,
                as,
                false,
                WantedIndex.compare(WantedIndex.all(false), List.of()),
                store.failure(e));
        ClaimCollection now;
        try {
            now = look();
        } catch (StoreException stillSilent) {
            return unknown;
        }
        if (now.state() == State.ABSENT) {
            if (exists) {
                throw store.failure(e);
            }
            return unknown;
        }
        refuseOtherKind(now, as);
        return createIndexes(now);
    }

    /** From here on the collection is there, so that a failure is told beside it and not instead of it. */
    private ClaimCollection withIndexes(Capped as) {
        ClaimCollection made = new ClaimCollection(
                name(), State.CREATED, as, false, WantedIndex.compare(WantedIndex.all(false), List.of()), null);
        try {
            made = look().with(State.CREATED, null);
            if (made.capped() == null) {
                throw refusal("the server made it, but not as a capped one: it has none, or does not say so");
            }
            return createIndexes(made);
        } catch (StoreException e) {
            return made.with(State.CREATED, e);
        }
    }

    private void refuseOtherKind(ClaimCollection found, @Nullable Capped as) {
        if ((found.capped() == null) != (as == null)) {
            throw refusal("the collection " + name() + " exists and is " + (as == null ? "" : "not ")
                    + "capped; name another, or keep it as it is");
        }
    }

    private String name() {
        return store.namespace.getFullName();
    }

    private MongoDatabase database() {
        return store.client
                .getDatabase(store.namespace.getDatabaseName())
                .withCodecRegistry(StoreAccess.BSON)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withTimeout(store.timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static StoreException refusal(String why) {
        return new StoreException(StoreException.Kind.REFUSED, why, 0, null);
    }
}
