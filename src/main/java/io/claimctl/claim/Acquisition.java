package io.claimctl.claim;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * One acquisition: its literals, the same in every repeat after an unknown outcome, which its fence makes harmless.
 *
 * @param time what the server's clock said before it
 */
record Acquisition(String id, Token token, long fence, ServerTime time, Instant now, Duration ttl) {

    Instant expiresAt() {
        return now.plus(ttl);
    }

    BsonDocument update() {
        BsonString worker = new BsonString(token.value());
        return new BsonDocument(
                "$set",
                new BsonDocument(Fields.STATUS, new BsonString(Status.PROCESSING.stored()))
                        .append(Fields.WORKER_ID, worker)
                        .append(Fields.EXPIRES_AT, Filters.date(expiresAt()))
                        .append(Fields.UPDATED_AT, Filters.date(now))
                        .append(Fields.FENCE, new BsonInt64(fence))
                        .append(Fields.FENCE_WORKER, worker));
    }

    Lease lease() {
        return new Lease(id, token, OptionalLong.of(fence), Optional.of(expiresAt()));
    }

    boolean heldIn(Claim claim) {
        return token.value().equals(claim.workerId()) && claim.is(Status.PROCESSING);
    }

    /** Whether the lease can be relied on, by a reading of the clock before the answer. */
    boolean marginIsLeft(StoreAccess store, Deadline deadline, ServerTime read) {
        return LeaseMargin.isLeft(store, deadline, read, ttl, expiresAt());
    }

    /**
     * What a read after an unknown outcome proves.
     *
     * @throws StoreException if the read failed
     */
    Optional<Acquired> proof(StoreAccess store, Deadline deadline) {
        return Optional.ofNullable(store.explain(new BsonString(id), deadline.left()))
                .map(standing -> Documents.row(standing).readable())
                .filter(claim ->
                        claim.id().equals(id) && heldIn(claim) && expiresAt().equals(claim.expiresAt()))
                .filter(claim -> marginIsLeft(store, deadline, store.time.read(deadline.left())))
                .map(claim -> new Acquired(lease(), null));
    }
}
