package io.claimctl.claim;

import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import io.claimctl.claim.StoreAccess.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** Takes a claim that is free: {@code acquire} of the protocol. */
final class AcquireOperation {
    private static final int TRIES = 5;
    private static final Duration MOST_MARGIN = Duration.ofMillis(500);

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

    /** One acquisition: its literals. Sent again after an unknown outcome they are the same, which its fence makes harmless. */
    private record Try(Token token, long fence, ServerTime time, Instant now, Instant expiresAt) {}

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
                return fenceExhausted(storedFence);
            }
            Try attempt = new Try(tokens.next(), fence, time, now, now.plus(ttl));
            Reply reply = send(attempt, time, deadline.leftForFirstAttempt());
            if (reply.kind() == Reply.Kind.ANSWERED) {
                return judged(attempt, time, reply.document());
            }
            if (reply.kind() == Reply.Kind.UNKNOWN) {
                return settle(attempt, Objects.requireNonNull(reply.cause()));
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
    private Reply send(Try attempt, ServerTime holds, Duration limit) {
        BsonDocument filter = Filters.and(Filters.id(id), Filters.freeAt(attempt.now, attempt.fence));
        FindOneAndUpdateOptions options = new FindOneAndUpdateOptions()
                .upsert(true)
                .returnDocument(ReturnDocument.BEFORE)
                .projection(Projections.WITHOUT_PAYLOAD);
        return store.send(limit, holds, c -> c.findOneAndUpdate(filter, update(attempt), options));
    }

    private BsonDocument update(Try attempt) {
        BsonString token = new BsonString(attempt.token.value());
        return new BsonDocument(
                        "$set",
                        new BsonDocument(Fields.STATUS, new BsonString(Status.PROCESSING.stored()))
                                .append(Fields.WORKER_ID, token)
                                .append(Fields.EXPIRES_AT, Filters.date(attempt.expiresAt))
                                .append(Fields.UPDATED_AT, Filters.date(attempt.now))
                                .append(Fields.FENCE, new BsonInt64(attempt.fence))
                                .append(Fields.FENCE_WORKER, token))
                .append("$setOnInsert", new BsonDocument(Fields.CREATED_AT, Filters.date(attempt.now)));
    }

    /** The command was applied; what is left of the lease decides whether it can be relied on. */
    private AcquireOutcome judged(Try attempt, ServerTime read, @Nullable BsonDocument before) {
        Claim previous = before == null ? null : Documents.row(before).readable();
        if (previous != null && !previous.id().equals(id)) {
            return collated(previous);
        }
        return marginIsLeft(attempt, read) ? new Acquired(lease(attempt), previous) : new Expired(lease(attempt));
    }

    private boolean marginIsLeft(Try attempt, ServerTime read) {
        try {
            ServerTime time = read.hostWasSuspended() ? store.time.read(deadline.left()) : read;
            return time.latest().plus(margin(ttl)).isBefore(attempt.expiresAt);
        } catch (StoreException e) {
            return false; // nobody says what time it is: not to be relied on
        }
    }

    /** What a lease must have left to be relied on: clocks of members may disagree by as much. */
    static Duration margin(Duration ttl) {
        Duration quarter = ttl.dividedBy(4);
        return quarter.compareTo(MOST_MARGIN) < 0 ? quarter : MOST_MARGIN;
    }

    private Lease lease(Try attempt) {
        return new Lease(id, attempt.token, OptionalLong.of(attempt.fence), Optional.of(attempt.expiresAt));
    }

    /** Why the claim was not free; empty if it is by now. */
    private Optional<AcquireOutcome> explained(Try attempt, BsonDocument standing) {
        ClaimRow row = Documents.row(standing);
        if (row instanceof Malformed malformed) {
            return Optional.of(malformed);
        }
        Claim claim = row.readable();
        if (!claim.id().equals(id)) {
            return Optional.of(collated(claim));
        }
        if (attempt.token.value().equals(claim.workerId())) {
            return Optional.of(
                    claim.is(Status.PROCESSING) && marginIsLeft(attempt, attempt.time)
                            ? new Acquired(lease(attempt), null)
                            : new Expired(lease(attempt)));
        }
        if (claim.freeAt(attempt.time.earliest())) {
            return Optional.empty();
        }
        return Optional.of(claim.is(Status.COMPLETED) ? new AlreadyCompleted(claim) : new Held(claim));
    }

    /**
     * After an unknown outcome only a read that finds the token, with the lease ahead, or a repeat that was applied
     * proves anything; whatever else is seen, the first command may still come.
     */
    private AcquireOutcome settle(Try attempt, StoreException firstCause) {
        while (!deadline.passed() && !Thread.currentThread().isInterrupted()) {
            try {
                Optional<AcquireOutcome> proof = proof(attempt);
                if (proof.isPresent()) {
                    return proof.get();
                }
                ServerTime time = store.time.read(deadline.left()); // the primary may be another by now
                if (time.earliest().isBefore(attempt.now)) {
                    break; // by its clock the repeat could take a live lease
                }
                Reply reply = send(attempt, time, deadline.left());
                if (reply.kind() == Reply.Kind.ANSWERED) {
                    return judged(attempt, time, reply.document());
                }
                if (reply.kind() == Reply.Kind.DUPLICATE_ID) {
                    return proof(attempt).orElseGet(() -> unknown(attempt, firstCause));
                }
            } catch (StoreException e) {
                // as unknown as before
            }
            Pauses.beforeRepeat(deadline);
        }
        return unknown(attempt, firstCause);
    }

    private Optional<AcquireOutcome> proof(Try attempt) {
        BsonDocument standing = store.explain(new BsonString(id), deadline.left());
        ClaimRow row = standing == null ? null : Documents.row(standing);
        boolean ours = row instanceof Claim claim
                && attempt.token.value().equals(claim.workerId())
                && claim.is(Status.PROCESSING)
                && attempt.expiresAt.equals(claim.expiresAt());
        return ours && marginIsLeft(attempt, store.time.read(deadline.left()))
                ? Optional.of(new Acquired(lease(attempt), null))
                : Optional.empty();
    }

    private Unknown unknown(Try attempt, StoreException cause) {
        return new Unknown(id, attempt.token, null, cause);
    }

    private static long fenceOf(BsonDocument standing) {
        Long fence = Documents.row(standing).readable().fence();
        return fence == null ? 0 : fence;
    }

    private Malformed fenceExhausted(long storedFence) {
        Claim nothing = Documents.row(new BsonDocument(Fields.ID, new BsonString(id))
                        .append(Fields.FENCE, new BsonInt64(storedFence)))
                .readable();
        return new Malformed(id, nothing, List.of(new Defect(Fields.FENCE, "cannot rise further below 2^53")));
    }

    private Malformed collated(Claim other) {
        return Malformed.matchedByCollation(other, id);
    }
}
