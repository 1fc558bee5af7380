package io.claimctl.claim;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoNamespace;
import com.mongodb.connection.ClusterType;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * Refuses collections in which an id is not one claim: with a collation that makes two ids equal, or sharded by another
 * key than {@code _id}. It looks once per store, before the first mutation, and lets pass what the user may not see.
 */
final class CollectionCheck {
    private volatile boolean passed;
    private volatile boolean capped;

    void require(StoreAccess store, Deadline deadline) {
        if (passed) {
            return;
        }
        CollectionInfo info;
        try {
            info = CollectionInfo.read(store, deadline.left());
        } catch (MongoCommandException e) {
            if (DriverErrors.passes(e)) {
                return; // the next operation looks
            }
            info = null; // not allowed to look, or the server cannot say
        } catch (MongoException e) {
            throw store.failure(e);
        }
        refuse(store, info, deadline);
        passed = true;
    }

    /** Refuses by what is known of the collection; null if nothing is. */
    void refuse(StoreAccess store, @Nullable CollectionInfo info, Deadline deadline) {
        if (info != null) {
            capped = info.isCapped();
            refuseKind(info);
        }
        if (store.client.getClusterDescription().getType() == ClusterType.SHARDED) {
            refuseShardKey(store, deadline.left());
        }
    }

    /** Refuses to delete from a collection that is known to be capped: older servers refuse it, some ignore it. */
    void requireDeletes(StoreAccess store) {
        if (capped) {
            throw new StoreException(StoreException.Kind.REFUSED, noDeletesFrom(store.namespace), 0, null);
        }
    }

    static String noDeletesFrom(MongoNamespace collection) {
        return "the collection " + collection.getFullName() + " is capped, and nothing is deleted from a capped"
                + " collection; without --delete the claim is released, and so free at once";
    }

    static String noChangeOfSizeIn(MongoNamespace collection) {
        return "the collection " + collection.getFullName() + " is capped, and this server (MongoDB up to 5.0) refuses"
                + " any change of a document's size in a capped collection; keep claims in a collection that is not"
                + " capped, or on a newer server";
    }

    private static void refuseKind(CollectionInfo info) {
        if (!info.type().equals("collection")) {
            throw refusal("it is a " + info.type());
        }
        if (!info.locale().equals("simple")) {
            throw refusal("its default collation is '" + info.locale() + "', under which two different ids can be one"
                    + " claim; claims need a collection without a collation");
        }
    }

    private static void refuseShardKey(StoreAccess store, Duration limit) {
        BsonDocument found;
        try {
            found = store.client
                    .getDatabase("config")
                    .withCodecRegistry(StoreAccess.BSON)
                    .withTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                    .getCollection("collections", BsonDocument.class)
                    .find(new BsonDocument(Fields.ID, new BsonString(store.namespace.getFullName())))
                    .batchSize(1)
                    .first();
        } catch (MongoCommandException e) {
            return; // not allowed to look
        } catch (MongoException e) {
            throw store.failure(e);
        }
        BsonDocument key = found == null ? null : found.getDocument("key", null);
        if (key != null && !(key.size() == 1 && key.containsKey(Fields.ID))) {
            throw refusal("it is sharded by " + key.toJson() + ", so that an id is not unique in it; claims need a"
                    + " collection sharded by _id or hashed _id");
        }
    }

    private static StoreException refusal(String why) {
        return new StoreException(StoreException.Kind.REFUSED, "the collection cannot hold claims: " + why, 0, null);
    }
}
