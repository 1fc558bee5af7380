package io.claimctl.claim;

import com.mongodb.MongoException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** What {@code listCollections} says of a collection. */
record CollectionInfo(String type, BsonDocument options) {

    /**
     * Asks the server.
     *
     * @return null if there is no such collection
     * @throws MongoException also where the user may not ask
     */
    static @Nullable CollectionInfo read(StoreAccess store, Duration limit) {
        BsonDocument command = new BsonDocument("listCollections", new BsonInt32(1))
                .append("filter", new BsonDocument("name", new BsonString(store.namespace.getCollectionName())));
        BsonDocument reply = store.client
                .getDatabase(store.namespace.getDatabaseName())
                .withCodecRegistry(StoreAccess.BSON)
                .withTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                .runCommand(command, BsonDocument.class);
        return reply.getDocument("cursor", new BsonDocument()).getArray("firstBatch", new BsonArray()).stream()
                .map(c -> of(c.asDocument()))
                .findFirst()
                .orElse(null);
    }

    private static CollectionInfo of(BsonDocument found) {
        return new CollectionInfo(
                found.getString("type", new BsonString("collection")).getValue(),
                found.getDocument("options", new BsonDocument()));
    }

    boolean isCapped() {
        return options.getBoolean("capped", BsonBoolean.FALSE).getValue();
    }

    @Nullable
    Capped capped() {
        if (!isCapped()) {
            return null;
        }
        long size = number("size");
        long max = number("max");
        // a server's own word is not refused for being no size that we would ask for
        return new Capped(Math.max(size, 4_096), max < 1 || max > Integer.MAX_VALUE ? null : max);
    }

    private long number(String option) {
        return options.isNumber(option) ? options.getNumber(option).longValue() : 0;
    }

    /** The default collation's locale; {@code simple} where it compares bytes. */
    String locale() {
        return options.getDocument("collation", new BsonDocument())
                .getString("locale", new BsonString("simple"))
                .getValue();
    }
}
