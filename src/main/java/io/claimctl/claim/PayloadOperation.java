package io.claimctl.claim;

import io.claimctl.claim.StoreAccess.Reply;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * Stores the message of a claim with it, or clears it: {@code payload put, clear} of the protocol. As the reference does
 * it, {@code updated_at} stays as it is, and clearing leaves metadata and event name.
 */
final class PayloadOperation extends TokenOperation<PayloadOutcome> {
    private final BsonDocument update;
    private final PayloadOutcome done;

    private PayloadOperation(StoreAccess store, Lease lease, BsonDocument update, PayloadOutcome done) {
        super(store, lease);
        this.update = update;
        this.done = done;
    }

    static PayloadOperation put(
            StoreAccess store, Lease lease, byte[] payload, Map<String, String> metadata, @Nullable String eventName) {
        BsonDocument set = new BsonDocument(Fields.PAYLOAD, new BsonBinary(payload.clone()));
        if (!metadata.isEmpty()) {
            BsonDocument strings = new BsonDocument();
            metadata.forEach((key, value) -> strings.append(key, new BsonString(value)));
            set.append(Fields.METADATA, strings);
        }
        if (eventName != null && !eventName.isEmpty()) {
            set.append(Fields.EVENT_NAME, new BsonString(eventName));
        }
        return new PayloadOperation(
                store, lease, new BsonDocument("$set", set), new PayloadStored(lease.id(), payload.length));
    }

    static PayloadOperation clear(StoreAccess store, Lease lease) {
        BsonDocument unset = new BsonDocument("$unset", new BsonDocument(Fields.PAYLOAD, new BsonString("")));
        return new PayloadOperation(store, lease, unset, new PayloadCleared(lease.id()));
    }

    @Override
    Reply send(Duration limit) {
        BsonDocument filter = Filters.and(Filters.id(id), Filters.heldBy(token));
        return store.send(limit, null, c -> c.findOneAndUpdate(filter, update, Projections.before()));
    }

    @Override
    PayloadOutcome applied(BsonDocument before) {
        return done;
    }

    /** A payload carries no mark of its writer: it is written again instead, and the answer to that decides. */
    @Override
    Optional<PayloadOutcome> proof(Claim standing) {
        return Optional.empty();
    }

    @Override
    PayloadOutcome miss(Miss why) {
        return why;
    }

    @Override
    PayloadOutcome unknown(Unknown outcome) {
        return outcome;
    }
}
