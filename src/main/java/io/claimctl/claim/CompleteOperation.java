package io.claimctl.claim;

import io.claimctl.claim.StoreAccess.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** Completes a claim by its token: {@code complete} of the protocol, with {@code --record-missing}. */
final class CompleteOperation extends TokenOperation<CompleteOutcome> {
    private final Lease lease;
    private final Duration memory;
    private final boolean recordMissing;
    private final ServerTime time;
    private final Instant now;
    private boolean everSeen;
    private @Nullable StoreException duplicate;

    CompleteOperation(StoreAccess store, Lease lease, Duration memory, boolean recordMissing) {
        super(store, lease);
        this.lease = lease;
        this.memory = memory;
        this.recordMissing = recordMissing;
        this.time = store.time.recent(deadline.left());
        this.now = time.earliest();
    }

    @Override
    Reply send(Duration limit) {
        BsonDocument filter = Filters.and(Filters.id(id), Filters.heldBy(token));
        BsonDocument update = new BsonDocument(
                        "$set",
                        new BsonDocument(Fields.STATUS, new BsonString(Status.COMPLETED.stored()))
                                .append(Fields.EXPIRES_AT, Filters.date(now.plus(memory)))
                                .append(Fields.UPDATED_AT, Filters.date(now)))
                .append("$unset", new BsonDocument(Fields.PAYLOAD, new BsonString("")));
        return store.send(limit, null, c -> c.findOneAndUpdate(filter, update, Projections.before()));
    }

    @Override
    CompleteOutcome applied(BsonDocument before) {
        Instant leaseEnd = Documents.row(before).readable().expiresAt();
        boolean late = leaseEnd != null && !leaseEnd.isAfter(time.latest());
        return new Completed(id, now.plus(memory), late, false);
    }

    @Override
    Optional<CompleteOutcome> proof(Claim standing) {
        return proof(standing, false);
    }

    private Optional<CompleteOutcome> proof(Claim standing, boolean recorded) {
        return heldByToken(standing) && standing.is(Status.COMPLETED)
                ? Optional.ofNullable(standing.expiresAt())
                        .map(until -> new Completed(id, until, recorded || overBefore(standing), recorded))
                : Optional.empty();
    }

    /** The document says no more when the lease ended; the lease itself may. */
    private boolean overBefore(Claim completed) {
        Instant at = completed.updatedAt();
        return at != null && lease.expiresAt().filter(end -> !end.isAfter(at)).isPresent();
    }

    @Override
    Optional<CompleteOutcome> heldButNotMatched(Claim standing) {
        everSeen = true;
        return Optional.empty();
    }

    @Override
    Optional<CompleteOutcome> absent() {
        if (!recordMissing) {
            return super.absent();
        }
        Reply inserted = insert(deadline.leftForFirstAttempt());
        if (inserted.kind() == Reply.Kind.UNKNOWN) {
            return Optional.of(settle(inserted, new RepeatedInsert()));
        }
        duplicate = inserted.cause();
        return recorded(inserted);
    }

    @Override
    StoreException givenUp() {
        // If no document has this id, another unique index holds it.
        return duplicate != null && !everSeen ? duplicate : super.givenUp();
    }

    private Reply insert(Duration limit) {
        BsonString worker = new BsonString(token.value());
        BsonDocument document = Filters.id(id)
                .append(Fields.STATUS, new BsonString(Status.COMPLETED.stored()))
                .append(Fields.WORKER_ID, worker)
                .append(Fields.EXPIRES_AT, Filters.date(now.plus(memory)))
                .append(Fields.CREATED_AT, Filters.date(now))
                .append(Fields.UPDATED_AT, Filters.date(now))
                .append(Fields.FENCE, new BsonInt64(now.toEpochMilli() * 1_000))
                .append(Fields.FENCE_WORKER, worker);
        return store.send(limit, null, c -> {
            c.insertOne(document);
            return null;
        });
    }

    private Optional<CompleteOutcome> recorded(Reply inserted) {
        return inserted.kind() == Reply.Kind.ANSWERED
                ? Optional.of(new Completed(id, now.plus(memory), true, true))
                : Optional.empty();
    }

    @Override
    CompleteOutcome miss(Miss why) {
        return why;
    }

    @Override
    CompleteOutcome unknown(Unknown outcome) {
        return outcome;
    }

    private final class RepeatedInsert implements Doubt<CompleteOutcome> {
        @Override
        public Optional<CompleteOutcome> proof() {
            return standing().flatMap(standing -> CompleteOperation.this.proof(standing, true));
        }

        @Override
        public Optional<Reply> again() {
            return Optional.of(insert(deadline.left()));
        }

        @Override
        public Optional<CompleteOutcome> applied(Reply answered) {
            return recorded(answered);
        }
    }
}
