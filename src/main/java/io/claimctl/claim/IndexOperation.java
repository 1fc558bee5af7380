package io.claimctl.claim;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;

/** Makes the collection and its indexes as the reference makes them. */
final class IndexOperation {
    private static final int NAMESPACE_EXISTS = 48;
    private static final java.util.Set<Integer> INDEX_CONFLICT = java.util.Set.of(85, 86);

    private final StoreAccess store;

    IndexOperation(StoreAccess store) {
        this.store = store;
    }

    /** @param ttl whether the server is to delete claims some time after {@code expires_at}; never in a capped collection */
    void createIndexes(boolean ttl) {
        List<IndexModel> wanted = wanted(ttl);
        refuseConflict(wanted);
        try {
            store.collection(store.timeout).createIndexes(wanted);
        } catch (MongoException e) {
            if (INDEX_CONFLICT.contains(e.getCode())) {
                refuseConflict(wanted); // made by somebody since we looked
            }
            throw store.failure(e);
        }
    }

    void createCapped(long sizeBytes, @Nullable Long maxDocuments) {
        if (sizeBytes < 4_096) {
            throw new IllegalArgumentException(
                    "size is " + sizeBytes + "; a capped collection has at least 4,096 bytes");
        }
        CreateCollectionOptions options =
                new CreateCollectionOptions().capped(true).sizeInBytes(sizeBytes);
        if (maxDocuments != null) {
            options.maxDocuments(maxDocuments);
        }
        try {
            database().createCollection(store.namespace.getCollectionName(), options);
        } catch (MongoCommandException e) {
            if (e.getErrorCode() != NAMESPACE_EXISTS) {
                throw store.failure(e);
            }
            refuseUncapped();
        } catch (MongoException e) {
            throw store.failure(e);
        }
        createIndexes(false);
    }

    private MongoDatabase database() {
        return store.client
                .getDatabase(store.namespace.getDatabaseName())
                .withCodecRegistry(StoreAccess.BSON)
                .withTimeout(store.timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void refuseUncapped() {
        BsonDocument found;
        try {
            found = database()
                    .listCollections(BsonDocument.class)
                    .filter(new BsonDocument("name", new org.bson.BsonString(store.namespace.getCollectionName())))
                    .first();
        } catch (MongoException e) {
            throw store.failure(e);
        }
        boolean capped = found != null
                && found.getDocument("options", new BsonDocument())
                        .getBoolean("capped", org.bson.BsonBoolean.FALSE)
                        .getValue();
        if (!capped) {
            throw refusal("the collection " + store.namespace.getFullName() + " exists and is not capped;"
                    + " name another, or keep it as it is");
        }
    }

    private static List<IndexModel> wanted(boolean ttl) {
        IndexOptions expiry = new IndexOptions();
        if (ttl) {
            expiry.expireAfter(0L, TimeUnit.SECONDS);
        }
        return List.of(
                new IndexModel(keys(Fields.EXPIRES_AT), expiry),
                new IndexModel(keys(Fields.STATUS, Fields.UPDATED_AT, Fields.ID)),
                new IndexModel(keys(Fields.UPDATED_AT, Fields.ID)),
                new IndexModel(keys(Fields.EVENT_NAME, Fields.UPDATED_AT, Fields.ID)));
    }

    private static BsonDocument keys(String... fields) {
        BsonDocument keys = new BsonDocument();
        for (String field : fields) {
            keys.append(field, new BsonInt32(1));
        }
        return keys;
    }

    /** A server with the same keys under other options, or the name under other keys, refuses; some accept it silently. */
    private void refuseConflict(List<IndexModel> wanted) {
        List<BsonDocument> present = new ArrayList<>();
        try {
            store.collection(store.timeout)
                    .listIndexes(BsonDocument.class)
                    .batchSize(100)
                    .into(present);
        } catch (MongoException e) {
            throw store.failure(e);
        }
        for (IndexModel index : wanted) {
            BsonDocument keys = index.getKeys().toBsonDocument();
            Optional<BsonDocument> conflict = present.stream()
                    .filter(p -> conflicts(p, keys, index.getOptions().getExpireAfter(TimeUnit.SECONDS)))
                    .findFirst();
            if (conflict.isPresent()) {
                throw refusal(
                        "an index stands in the way: there is " + conflict.get().toJson() + ", wanted is "
                                + definition(keys, index.getOptions().getExpireAfter(TimeUnit.SECONDS))
                                        .toJson()
                                + "; drop the one that is there, or keep it and do without");
            }
        }
    }

    private static boolean conflicts(BsonDocument present, BsonDocument keys, @Nullable Long expireAfter) {
        boolean sameKeys = present.getDocument("key").equals(keys) || numbersEqual(present.getDocument("key"), keys);
        boolean sameName = present.getString("name").getValue().equals(name(keys));
        boolean sameExpiry = expireAfter == null
                ? !present.containsKey("expireAfterSeconds")
                : present.containsKey("expireAfterSeconds")
                        && present.getNumber("expireAfterSeconds").longValue() == expireAfter;
        boolean partial = present.containsKey("partialFilterExpression");
        return (sameKeys || sameName) && !(sameKeys && sameName && sameExpiry && !partial);
    }

    /** The same keys in the same order; servers return 1 as int32, int64 or double. */
    private static boolean numbersEqual(BsonDocument present, BsonDocument keys) {
        return List.copyOf(present.keySet()).equals(List.copyOf(keys.keySet()))
                && present.values().stream()
                        .allMatch(v -> v.isNumber() && v.asNumber().intValue() == 1);
    }

    private static String name(BsonDocument keys) {
        return String.join("_", keys.keySet().stream().map(k -> k + "_1").toList());
    }

    private static BsonDocument definition(BsonDocument keys, @Nullable Long expireAfter) {
        BsonDocument definition = new BsonDocument("key", keys).append("name", new org.bson.BsonString(name(keys)));
        return expireAfter == null
                ? definition
                : definition.append("expireAfterSeconds", new org.bson.BsonInt64(expireAfter));
    }

    private static StoreException refusal(String why) {
        return new StoreException(StoreException.Kind.REFUSED, why, 0, null);
    }
}
