package io.claimctl.claim;

import io.claimctl.claim.StoreAccess.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.bson.BsonDocument;

/**
 * Lets a claim go by its token: {@code release} of the protocol. A claim that holds a payload, which is a message, is kept
 * for recovery instead, for long enough that TTL does not delete it meanwhile.
 */
final class ReleaseOperation extends TokenOperation<ReleaseOutcome> {
    private static final Duration KEPT = Duration.ofMinutes(10);

    private final Payloads payloads;
    private final Instant now;
    private final String by;
    private Instant keptAt;

    ReleaseOperation(StoreAccess store, Lease lease, Payloads payloads) {
        super(store, lease);
        this.payloads = payloads;
        this.now = store.time.recent(deadline.left()).earliest();
        this.by = mark(token.value());
        this.keptAt = now;
    }

    /** What a release by this token leaves in {@code reset_by}. */
    static String mark(String token) {
        return ResetMark.OF_ITS_HOLDER + token;
    }

    @Override
    Reply send(Duration limit) {
        BsonDocument filter = Filters.and(
                Filters.id(id),
                Filters.heldBy(token),
                payloads == Payloads.SKIP ? Filters.withoutPayload() : new BsonDocument());
        BsonDocument update = Releases.update(now, by, null);
        return store.send(limit, null, c -> c.findOneAndUpdate(filter, update, Projections.before()));
    }

    @Override
    ReleaseOutcome applied(BsonDocument before) {
        return new Released(id);
    }

    @Override
    Optional<ReleaseOutcome> proof(Claim standing) {
        return Releases.carries(standing.document(), by) ? Optional.of(new Released(id)) : Optional.empty();
    }

    /** A token is released once, so its mark stays true whoever has taken the claim since. */
    @Override
    Optional<ReleaseOutcome> markFound(Claim standing) {
        return proof(standing);
    }

    @Override
    Optional<ReleaseOutcome> heldButNotMatched(Claim standing) {
        if (payloads == Payloads.INCLUDE || standing.payload() == null) {
            return Optional.empty();
        }
        Instant updated = standing.updatedAt();
        keptAt = updated != null && updated.isAfter(now)
                ? updated
                : now; // else it would be a mark of another generation
        Reply kept = keep(deadline.leftForFirstAttempt());
        return kept.kind() == Reply.Kind.UNKNOWN ? Optional.of(settle(kept, new RepeatedKeeping())) : kept(kept);
    }

    private Reply keep(Duration limit) {
        BsonDocument filter = Filters.and(Filters.id(id), Filters.heldBy(token), Filters.withPayload());
        BsonDocument update = new BsonDocument("$set", new BsonDocument(Fields.KEPT_AT, Filters.date(keptAt)))
                .append("$max", new BsonDocument(Fields.EXPIRES_AT, Filters.date(keptAt.plus(KEPT))));
        return store.send(limit, null, c -> c.findOneAndUpdate(filter, update, Projections.after()));
    }

    private Optional<ReleaseOutcome> kept(Reply answered) {
        return Optional.ofNullable(answered.document())
                .map(after -> new KeptForRecovery(Documents.row(after).readable()));
    }

    @Override
    ReleaseOutcome miss(Miss why) {
        return why;
    }

    @Override
    ReleaseOutcome unknown(Unknown outcome) {
        return outcome;
    }

    private final class RepeatedKeeping implements Doubt<ReleaseOutcome> {
        @Override
        public Optional<ReleaseOutcome> proof() {
            return standing()
                    .filter(claim -> heldByToken(claim)
                            && claim.is(Status.PROCESSING)
                            && claim.payload() != null
                            && keptAt.equals(claim.keptAt()))
                    .map(KeptForRecovery::new);
        }

        @Override
        public Optional<Reply> again() {
            return Optional.of(keep(deadline.left()));
        }

        @Override
        public Optional<ReleaseOutcome> applied(Reply answered) {
            return kept(answered);
        }
    }
}
