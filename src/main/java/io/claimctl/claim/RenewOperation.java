package io.claimctl.claim;

import io.claimctl.claim.StoreAccess.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Lets an unexpired lease run on: {@code renew} of the protocol. What acquires judges by the earliest time that the
 * server's clock may show, what renews by the latest; so the two never overlap.
 */
final class RenewOperation extends TokenOperation<RenewOutcome> {
    private final Lease lease;
    private final Duration ttl;
    private ServerTime time;
    private final Instant wanted;
    private boolean sent;

    RenewOperation(StoreAccess store, Lease lease, Duration ttl) {
        super(store, lease);
        this.lease = lease;
        this.ttl = ttl;
        this.time = store.time.recent(deadline.left());
        this.wanted = time.earliest().plus(ttl);
    }

    @Override
    Reply send(Duration limit) {
        if (sent) {
            time = store.time.read(deadline.left()); // the primary may be another, or the lease over by now
        }
        sent = true;
        Instant now = time.earliest();
        BsonDocument filter = Filters.and(Filters.id(id), Filters.heldBy(token), Filters.unexpiredAt(time.latest()));
        BsonDocument update = new BsonDocument("$max", new BsonDocument(Fields.EXPIRES_AT, Filters.date(now.plus(ttl))))
                .append("$set", new BsonDocument(Fields.UPDATED_AT, Filters.date(now)));
        return store.send(atMostLease(limit), time, c -> c.findOneAndUpdate(filter, update, Projections.after()));
    }

    /** A renewal that is answered after the lease's end has come too late. */
    private Duration atMostLease(Duration limit) {
        Duration left = lease.expiresAt()
                .map(end -> Duration.between(time.latest(), end))
                .orElse(limit);
        boolean shorter = left.toMillis() >= 1 && left.compareTo(limit) < 0; // what is over is for the filter to say
        return shorter ? left : limit;
    }

    @Override
    RenewOutcome applied(BsonDocument after) {
        Claim claim = Documents.row(after).readable();
        return reliable(claim).orElseGet(() -> new Expired(leaseOf(claim)));
    }

    @Override
    Optional<RenewOutcome> proof(Claim standing) {
        Instant end = standing.expiresAt();
        boolean extended =
                heldByToken(standing) && standing.is(Status.PROCESSING) && end != null && !end.isBefore(wanted);
        if (!extended) {
            return Optional.empty();
        }
        time = store.time.read(deadline.left());
        return reliable(standing);
    }

    private Optional<RenewOutcome> reliable(Claim claim) {
        @Nullable Instant end = claim.expiresAt();
        return end != null && LeaseMargin.isLeft(store, deadline, time, ttl, end)
                ? Optional.of(new Renewed(leaseOf(claim)))
                : Optional.empty();
    }

    private Lease leaseOf(Claim claim) {
        Optional<Long> fence = claim.validFence();
        return new Lease(
                id,
                token,
                fence.isPresent() ? OptionalLong.of(fence.get()) : OptionalLong.empty(),
                Optional.ofNullable(claim.expiresAt()));
    }

    @Override
    Optional<RenewOutcome> heldButNotMatched(Claim standing) {
        Instant end = standing.expiresAt();
        boolean over = end == null || end.isBefore(time.latest());
        return over ? Optional.of(new Expired(leaseOf(standing))) : Optional.empty();
    }

    @Override
    RenewOutcome miss(Miss why) {
        return why;
    }

    @Override
    RenewOutcome unknown(Unknown outcome) {
        return outcome;
    }
}
