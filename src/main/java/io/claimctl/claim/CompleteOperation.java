package io.claimctl.claim;

import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import io.claimctl.claim.StoreAccess.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** Completes a claim by its token: {@code complete} of the protocol, with {@code --record-missing}. */
final class CompleteOperation {
    private static final int TRIES = 5;

    private final StoreAccess store;
    private final String id;
    private final Token token;
    private final Duration memory;
    private final boolean recordMissing;
    private final Deadline deadline;

    CompleteOperation(StoreAccess store, Lease lease, Duration memory, boolean recordMissing) {
        this.store = store;
        this.id = lease.id();
        this.token = lease.token();
        this.memory = memory;
        this.recordMissing = recordMissing;
        this.deadline = store.deadline();
    }

    CompleteOutcome run() {
        store.check.require(store, deadline);
        ServerTime time = store.time.recent(deadline.left());
        boolean everSeen = false;
        @Nullable StoreException duplicate = null;
        for (int i = 0; i < TRIES; i++) {
            Instant now = time.earliest();
            Reply reply = update(now, deadline.leftForFirstAttempt());
            if (reply.kind() == Reply.Kind.UNKNOWN) {
                return settle(now, time, reply, () -> update(now, deadline.left()), false);
            }
            refuseOtherIndex(reply);
            if (reply.document() != null) {
                return completed(now, reply.document(), time);
            }
            BsonDocument standing = store.explain(new BsonString(id), deadline.left());
            if (standing != null) {
                everSeen = true;
                Optional<CompleteOutcome> why = explained(standing);
                if (why.isPresent()) {
                    return why.get();
                }
                continue; // it carries our token and is processing: the miss has passed
            }
            if (!recordMissing) {
                return new NotFound(id);
            }
            Reply inserted = insert(now, deadline.leftForFirstAttempt());
            if (inserted.kind() == Reply.Kind.UNKNOWN) {
                return settle(now, time, inserted, () -> insert(now, deadline.left()), true);
            }
            if (inserted.kind() == Reply.Kind.ANSWERED) {
                return new Completed(id, now.plus(memory), true, true);
            }
            duplicate = inserted.cause();
        }
        if (duplicate != null && !everSeen) {
            throw duplicate; // no document has this id: another unique index holds it
        }
        throw new StoreException(
                StoreException.Kind.TIMED_OUT,
                "the server neither completes the claim nor shows why not; its state changes with every look",
                0,
                null);
    }

    /** An update never inserts, so it is not the {@code _id} that is there twice. */
    private static void refuseOtherIndex(Reply reply) {
        if (reply.kind() == Reply.Kind.DUPLICATE_ID) {
            throw Objects.requireNonNull(reply.cause());
        }
    }

    private Reply update(Instant now, Duration limit) {
        BsonDocument filter = Filters.and(Filters.id(id), Filters.heldBy(token));
        BsonDocument update = new BsonDocument(
                        "$set",
                        new BsonDocument(Fields.STATUS, new BsonString(Status.COMPLETED.stored()))
                                .append(Fields.EXPIRES_AT, Filters.date(now.plus(memory)))
                                .append(Fields.UPDATED_AT, Filters.date(now)))
                .append("$unset", new BsonDocument(Fields.PAYLOAD, new BsonString("")));
        FindOneAndUpdateOptions options = new FindOneAndUpdateOptions()
                .returnDocument(ReturnDocument.BEFORE)
                .projection(Projections.WITHOUT_PAYLOAD);
        return store.send(limit, null, c -> c.findOneAndUpdate(filter, update, options));
    }

    private Reply insert(Instant now, Duration limit) {
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

    private CompleteOutcome completed(Instant now, BsonDocument before, ServerTime time) {
        Claim claim = Documents.row(before).readable();
        if (!claim.id().equals(id)) {
            return Malformed.matchedByCollation(claim, id);
        }
        Instant leaseEnd = claim.expiresAt();
        boolean late = leaseEnd != null && !leaseEnd.isAfter(time.latest());
        return new Completed(id, now.plus(memory), late, false);
    }

    /** Why the token has no say (any more); empty if it has. */
    private Optional<CompleteOutcome> explained(BsonDocument standing) {
        ClaimRow row = Documents.row(standing);
        if (row instanceof Malformed malformed) {
            return Optional.of(malformed);
        }
        Claim claim = row.readable();
        if (!token.value().equals(claim.workerId())) {
            return Optional.of(new Fenced(claim));
        }
        if (claim.is(Status.COMPLETED)) {
            return Optional.of(new AlreadyCompleted(claim));
        }
        if (claim.is(Status.PROCESSING)) {
            return Optional.empty();
        }
        if (!claim.is(Status.RELEASED)) {
            String status = claim.status() == null ? "is missing" : "is '" + claim.status() + "', which no claim has";
            return Optional.of(new Malformed(id, claim, List.of(new Defect(Fields.STATUS, status))));
        }
        Optional<ResetMark> reset = claim.presentReset();
        return Optional.of(new Reset(
                claim,
                reset.map(ResetMark::by).orElse(null),
                reset.map(ResetMark::reason).orElse(null),
                Reset.Deletion.NOT_ASKED));
    }

    /** After an unknown outcome: only our token on a completed claim, or a repeat that was applied, proves anything. */
    private CompleteOutcome settle(
            Instant now, ServerTime time, Reply first, Supplier<Reply> again, boolean inserting) {
        StoreException cause = Objects.requireNonNull(first.cause());
        while (!deadline.passed() && !Thread.currentThread().isInterrupted()) {
            try {
                Optional<CompleteOutcome> proof = proof(inserting);
                if (proof.isPresent()) {
                    return proof.get();
                }
                Reply reply = again.get();
                if (reply.kind() == Reply.Kind.ANSWERED && inserting) {
                    return new Completed(id, now.plus(memory), true, true);
                }
                if (reply.document() != null) {
                    return completed(now, reply.document(), time);
                }
                if (reply.kind() != Reply.Kind.UNKNOWN) {
                    return proof(inserting).orElseGet(() -> unknown(cause));
                }
            } catch (StoreException e) {
                // as unknown as before
            }
            Pauses.beforeRepeat(deadline);
        }
        return unknown(cause);
    }

    private Optional<CompleteOutcome> proof(boolean inserting) {
        @Nullable BsonDocument standing = store.explain(new BsonString(id), deadline.left());
        return Optional.ofNullable(standing)
                .map(s -> Documents.row(s).readable())
                .filter(claim -> token.value().equals(claim.workerId()) && claim.is(Status.COMPLETED))
                .flatMap(claim -> Optional.ofNullable(claim.expiresAt()))
                .map(until -> new Completed(id, until, inserting, inserting));
    }

    private Unknown unknown(StoreException cause) {
        return new Unknown(id, token, null, cause);
    }
}
