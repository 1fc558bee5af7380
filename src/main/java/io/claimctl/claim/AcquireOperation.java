package io.claimctl.claim;

import io.claimctl.claim.StoreAccess.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** Takes a claim that is free: {@code acquire} of the protocol. */
final class AcquireOperation {
    private static final int TRIES = 5;

    private final StoreAccess store;
    private final String id;
    private final Duration ttl;
    private final Tokens tokens;
    private final Deadline deadline;

    AcquireOperation(StoreAccess store, String id, Duration ttl, Tokens tokens) {
        this.store = store;
        this.id = id;
        this.ttl = ttl;
        this.tokens = tokens;
        this.deadline = store.deadline();
    }

    AcquireOutcome run() {
        store.check.require(store, deadline);
        long storedFence = 0;
        @Nullable StoreException duplicate = null;
        Set<BsonDocument> looks = new HashSet<>();
        for (int i = 0; i < TRIES; i++) {
            ServerTime time = store.time.read(deadline.left());
            Instant now = time.earliest();
            long fence = Math.max(now.toEpochMilli() * 1_000, storedFence + 1);
            if (fence >= Documents.FENCE_LIMIT) {
                return Malformed.fenceExhausted(Documents.row(new BsonDocument(Fields.ID, new BsonString(id))
                                .append(Fields.FENCE, new BsonInt64(storedFence)))
                        .readable());
            }
            Acquisition attempt = new Acquisition(id, tokens.next(), fence, time, now, ttl);
            Reply reply = send(attempt, time, deadline.leftForFirstAttempt());
            if (reply.kind() == Reply.Kind.ANSWERED) {
                return judged(attempt, time, reply.document());
            }
            if (reply.kind() == Reply.Kind.UNKNOWN) {
                StoreException cause = Objects.requireNonNull(reply.cause());
                return new Repeat(attempt)
                        .settle(deadline)
                        .orElseGet(() -> new Unknown(id, attempt.token(), null, cause));
            }
            duplicate = reply.cause();
            BsonDocument standing = store.explain(new BsonString(id), deadline.left());
            looks.add(standing == null ? new BsonDocument() : standing);
            if (standing != null) {
                Optional<AcquireOutcome> why = explained(attempt, standing);
                if (why.isPresent()) {
                    return why.get();
                }
                storedFence = fenceOf(standing);
            }
        }
        if (looks.size() == 1 && duplicate != null) {
            throw duplicate; // the server names no index, and the id was free all along: another unique index holds it
        }
        return new Contended(id, TRIES);
    }

    /** @param holds what the server's clock said last; the literals stay those of the attempt */
    private Reply send(Acquisition attempt, ServerTime holds, Duration limit) {
        BsonDocument filter = Filters.and(Filters.id(id), Filters.freeAt(attempt.now(), attempt.fence()));
        BsonDocument update = attempt.update()
                .append("$setOnInsert", new BsonDocument(Fields.CREATED_AT, Filters.date(attempt.now())));
        return store.send(
                limit,
                holds,
                c -> c.findOneAndUpdate(filter, update, Projections.before().upsert(true)));
    }

    /** The command was applied; what is left of the lease decides whether it can be relied on. */
    private AcquireOutcome judged(Acquisition attempt, ServerTime read, @Nullable BsonDocument before) {
        Claim previous = before == null ? null : Documents.row(before).readable();
        if (previous != null && !previous.id().equals(id)) {
            return collated(previous);
        }
        return attempt.marginIsLeft(store, deadline, read)
                ? new Acquired(attempt.lease(), previous)
                : new Expired(attempt.lease());
    }

    /** Why the claim was not free; empty if it is by now. */
    private Optional<AcquireOutcome> explained(Acquisition attempt, BsonDocument standing) {
        ClaimRow row = Documents.row(standing);
        if (row instanceof Malformed malformed) {
            return Optional.of(malformed);
        }
        Claim claim = row.readable();
        if (!claim.id().equals(id)) {
            return Optional.of(collated(claim));
        }
        if (attempt.token().value().equals(claim.workerId())) {
            return Optional.of(
                    attempt.heldIn(claim) && attempt.marginIsLeft(store, deadline, attempt.time())
                            ? new Acquired(attempt.lease(), null)
                            : new Expired(attempt.lease()));
        }
        if (claim.freeAt(attempt.time().earliest())) {
            return Optional.empty();
        }
        return Optional.of(claim.is(Status.COMPLETED) ? new AlreadyCompleted(claim) : new Held(claim));
    }

    private static long fenceOf(BsonDocument standing) {
        Long fence = Documents.row(standing).readable().fence();
        return fence == null ? 0 : fence;
    }

    private Malformed collated(Claim other) {
        return Malformed.matchedByCollation(other, id);
    }

    private final class Repeat implements Doubt<AcquireOutcome> {
        private final Acquisition attempt;
        private ServerTime time;

        Repeat(Acquisition attempt) {
            this.attempt = attempt;
            this.time = attempt.time();
        }

        @Override
        public Optional<AcquireOutcome> proof() {
            return attempt.proof(store, deadline).map(acquired -> acquired);
        }

        @Override
        public Optional<Reply> again() {
            time = store.time.read(deadline.left()); // the primary may be another by now
            if (time.earliest().isBefore(attempt.now())) {
                return Optional.empty(); // by its clock the repeat could take a live lease
            }
            return Optional.of(send(attempt, time, deadline.left()));
        }

        @Override
        public Optional<AcquireOutcome> applied(Reply answered) {
            return answered.kind() == Reply.Kind.ANSWERED
                    ? Optional.of(judged(attempt, time, answered.document()))
                    : Optional.empty();
        }
    }
}
