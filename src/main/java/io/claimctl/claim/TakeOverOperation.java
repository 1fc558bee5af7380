package io.claimctl.claim;

import io.claimctl.claim.StoreAccess.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** Takes a claim from its holder if it is as it was seen: {@code take over} of the protocol, for recovery. */
final class TakeOverOperation {
    private final StoreAccess store;
    private final Claim seen;
    private final Duration ttl;
    private final LeaseFilter lease;
    private final Tokens tokens;
    private final Deadline deadline;

    TakeOverOperation(StoreAccess store, Claim seen, Duration ttl, LeaseFilter lease, Tokens tokens) {
        this.store = store;
        this.seen = seen;
        this.ttl = ttl;
        this.lease = lease;
        this.tokens = tokens;
        this.deadline = store.deadline();
    }

    TakeOverOutcome run() {
        if (Documents.row(seen.document()) instanceof Malformed malformed) {
            return malformed; // what could be read of it is no claim
        }
        store.check.require(store, deadline);
        ServerTime time = store.time.read(deadline.left());
        Instant now = time.earliest();
        long storedFence = seen.fence() == null ? 0 : seen.fence();
        long fence = Math.max(now.toEpochMilli() * 1_000, storedFence + 1);
        if (fence >= Documents.FENCE_LIMIT) {
            return Malformed.fenceExhausted(seen);
        }
        Acquisition attempt = new Acquisition(seen.id(), tokens.next(), fence, time, now, ttl);
        Reply reply = send(attempt, time, deadline.leftForFirstAttempt());
        if (reply.kind() == Reply.Kind.UNKNOWN) {
            StoreException cause = Objects.requireNonNull(reply.cause());
            return new Repeat(attempt)
                    .settle(deadline)
                    .orElseGet(() -> new Unknown(seen.id(), attempt.token(), null, cause));
        }
        if (reply.kind() == Reply.Kind.DUPLICATE_ID) {
            throw Objects.requireNonNull(reply.cause()); // nothing is inserted here: it is another unique index
        }
        return reply.document() == null ? explained(attempt) : judged(attempt, time, reply.document());
    }

    private Reply send(Acquisition attempt, ServerTime holds, Duration limit) {
        BsonDocument filter = Filters.and(
                Filters.id(seen.id()),
                Filters.unchangedSince(seen.fingerprint()),
                lease == LeaseFilter.EXPIRED ? Filters.expiredAt(attempt.now()) : new BsonDocument());
        return store.send(limit, holds, c -> c.findOneAndUpdate(filter, attempt.update(), Projections.before()));
    }

    private TakeOverOutcome judged(Acquisition attempt, ServerTime read, BsonDocument before) {
        Claim previous = Documents.row(before).readable();
        if (!previous.id().equals(seen.id())) {
            return Malformed.matchedByCollation(previous, seen.id());
        }
        return attempt.marginIsLeft(store, deadline, read)
                ? new Acquired(attempt.lease(), previous)
                : new Expired(attempt.lease());
    }

    private TakeOverOutcome explained(Acquisition attempt) {
        @Nullable BsonDocument standing = store.explain(new BsonString(seen.id()), deadline.left());
        if (standing == null) {
            return new Gone(seen.id());
        }
        ClaimRow row = Documents.row(standing);
        if (attempt.token().value().equals(row.readable().workerId())) { // it was sent twice on its way, unseen
            return attempt.heldIn(row.readable()) && attempt.marginIsLeft(store, deadline, attempt.time())
                    ? new Acquired(attempt.lease(), seen)
                    : new Expired(attempt.lease());
        }
        boolean unchanged = Fingerprint.of(standing).equals(seen.fingerprint());
        return unchanged && row instanceof Claim claim ? new Held(claim) : new Changed(row);
    }

    private final class Repeat implements Doubt<TakeOverOutcome> {
        private final Acquisition attempt;
        private ServerTime time;

        Repeat(Acquisition attempt) {
            this.attempt = attempt;
            this.time = attempt.time();
        }

        @Override
        public Optional<TakeOverOutcome> proof() {
            return attempt.proof(store, deadline).map(acquired -> new Acquired(acquired.lease(), seen));
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
        public Optional<TakeOverOutcome> applied(Reply answered) {
            return Optional.ofNullable(answered.document()).map(before -> judged(attempt, time, before));
        }
    }
}
