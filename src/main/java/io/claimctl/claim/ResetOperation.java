package io.claimctl.claim;

import io.claimctl.claim.StoreAccess.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Releases one claim by the fingerprint seen: {@code reset} of the protocol, with {@code --delete}. */
final class ResetOperation {
    private final StoreAccess store;
    private final Fingerprint seen;
    private final ResetOptions options;
    private final String by;
    private final @Nullable Instant endedBefore;
    private final Deadline deadline;
    private @Nullable ServerTime holds;

    /**
     * @param by what finds this reset again
     * @param expiredBy the time at which the lease must have ended; null to reset live leases too
     */
    ResetOperation(
            StoreAccess store,
            Fingerprint seen,
            ResetOptions options,
            String by,
            @Nullable ServerTime expiredBy,
            Deadline deadline) {
        this.store = store;
        this.seen = seen;
        this.options = options;
        this.by = by;
        this.endedBefore = expiredBy == null ? null : expiredBy.earliest();
        this.holds = expiredBy;
        this.deadline = deadline;
    }

    ResetOutcome run() {
        Instant now = store.time.recent(deadline.left()).earliest();
        Reply reply = update(now, deadline.leftForFirstAttempt());
        if (reply.kind() == Reply.Kind.UNKNOWN) {
            StoreException cause = Objects.requireNonNull(reply.cause());
            String id = Documents.idText(seen.id());
            return new Repeat(now).settle(deadline).orElseGet(() -> new Unknown(id, null, by, cause));
        }
        if (reply.kind() == Reply.Kind.DUPLICATE_ID) {
            throw Objects.requireNonNull(reply.cause()); // an update never inserts: it is another unique index
        }
        return reply.document() != null ? done(reply.document()) : explained();
    }

    private Reply update(Instant now, Duration limit) {
        BsonDocument filter = Filters.and(
                Filters.id(seen.id()),
                Filters.unchangedSince(seen),
                options.payloads() == Payloads.SKIP ? Filters.withoutPayload() : new BsonDocument(),
                endedBefore == null ? new BsonDocument() : Filters.expiredAt(endedBefore));
        BsonDocument update = Releases.update(now, by, options.reason());
        return store.send(limit, holds, c -> c.findOneAndUpdate(filter, update, Projections.before()));
    }

    private ResetOutcome done(BsonDocument before) {
        Claim claim = Documents.row(before).readable();
        String id = Documents.idText(seen.id());
        return claim.id().equals(id) ? reset(claim) : Malformed.matchedByCollation(claim, id);
    }

    private Reset reset(Claim claim) {
        return new Reset(claim, by, options.reason(), options.delete() ? delete() : Reset.Deletion.NOT_ASKED);
    }

    private Reset.Deletion delete() {
        BsonValue worker = seen.value(Fields.WORKER_ID);
        BsonDocument filter = Filters.and(
                Filters.id(seen.id()),
                Releases.leftBy(by),
                new BsonDocument(Fields.WORKER_ID, Filters.exactly(worker)),
                // Not one that somebody has stored by id alone since: nobody has consented to lose that.
                new BsonDocument(Fields.PAYLOAD, Filters.exactly(seen.value(Fields.PAYLOAD))));
        return Deletes.one(store, filter, deadline.left());
    }

    private ResetOutcome explained() {
        BsonDocument standing = store.explain(seen.id(), deadline.left());
        if (standing == null) {
            return new Gone(Documents.idText(seen.id()));
        }
        if (Releases.carries(standing, by)) {
            return proved(standing); // it was sent twice on its way, unseen, and the first has done it
        }
        ClaimRow now = Documents.row(standing);
        if (options.payloads() == Payloads.SKIP
                && seen.hasPayload()
                && Fingerprint.of(standing).equals(seen)) {
            return new KeptForRecovery(now.readable());
        }
        return new Changed(now);
    }

    /** What stands there is what we, or others since, have made of the claim; what it was before is what was seen. */
    private Reset proved(BsonDocument standing) {
        BsonDocument before = standing.clone();
        for (String field : Fingerprint.fields()) {
            BsonValue value = seen.value(field);
            if (value == null) {
                before.remove(field);
            } else {
                before.put(field, value);
            }
        }
        return reset(Documents.row(before).readable());
    }

    private final class Repeat implements Doubt<ResetOutcome> {
        private final Instant now;

        Repeat(Instant now) {
            this.now = now;
        }

        @Override
        public Optional<ResetOutcome> proof() {
            return Optional.ofNullable(store.explain(seen.id(), deadline.left()))
                    .filter(standing -> Releases.carries(standing, by))
                    .map(ResetOperation.this::proved);
        }

        @Override
        public Optional<Reply> again() {
            if (endedBefore != null) {
                holds = store.time.read(deadline.left()); // the primary may be another by now
                if (holds.earliest().isBefore(endedBefore)) {
                    return Optional.empty(); // by its clock the repeat could reset a live lease
                }
            }
            return Optional.of(update(now, deadline.left()));
        }

        @Override
        public Optional<ResetOutcome> applied(Reply answered) {
            return Optional.ofNullable(answered.document()).map(ResetOperation.this::done);
        }
    }
}
