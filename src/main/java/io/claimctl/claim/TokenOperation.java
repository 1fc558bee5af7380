package io.claimctl.claim;

import io.claimctl.claim.StoreAccess.Reply;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * An operation by token: one conditional command whose filter names the token and {@code processing}. A miss is explained
 * by one read, the same way for all of them; a command without an answer is settled.
 *
 * @param <O> the outcome
 */
abstract class TokenOperation<O> {
    private static final int TRIES = 5;

    final StoreAccess store;
    final String id;
    final Token token;
    final Deadline deadline;

    TokenOperation(StoreAccess store, Lease lease) {
        this.store = store;
        this.id = lease.id();
        this.token = lease.token();
        this.deadline = store.deadline();
        store.check.require(store, deadline);
    }

    /** Sends the command, once; a repeat after an unknown outcome is this again. */
    abstract Reply send(Duration limit);

    /** The server's answer shows that the command was applied. */
    abstract O applied(BsonDocument answer);

    /** What a document proves after an unknown outcome; empty if nothing. */
    abstract Optional<O> proof(Claim standing);

    abstract O miss(Miss why);

    abstract O unknown(Unknown outcome);

    /** What the token's own mark on a claim that was not matched says, whoever has the claim now. */
    Optional<O> markFound(Claim standing) {
        return Optional.empty();
    }

    /** Why a claim was not matched that the token holds; empty if the reason has passed by now. */
    Optional<O> heldButNotMatched(Claim standing) {
        return Optional.empty();
    }

    /** There is no document; empty to try again. */
    Optional<O> absent() {
        return Optional.of(miss(new NotFound(id)));
    }

    /** The claim's state changed with every look. */
    StoreException givenUp() {
        return new StoreException(
                StoreException.Kind.TIMED_OUT,
                "the server neither changes the claim nor shows why not; its state changes with every look",
                0,
                null);
    }

    final O run() {
        for (int i = 0; i < TRIES; i++) {
            Reply reply = send(deadline.leftForFirstAttempt());
            if (reply.kind() == Reply.Kind.UNKNOWN) {
                return settle(reply, new Repeat());
            }
            if (reply.kind() == Reply.Kind.DUPLICATE_ID) {
                throw Objects.requireNonNull(reply.cause()); // an update never inserts: it is another unique index
            }
            Optional<O> outcome = reply.document() != null
                    ? Optional.of(ofThisId(reply.document()))
                    : explained(store.explain(new BsonString(id), deadline.left()));
            if (outcome.isPresent()) {
                return outcome.get();
            }
        }
        throw givenUp();
    }

    final O settle(Reply unanswered, Doubt<O> doubt) {
        StoreException cause = Objects.requireNonNull(unanswered.cause());
        return doubt.settle(deadline).orElseGet(() -> unknown(new Unknown(id, token, null, cause)));
    }

    private O ofThisId(BsonDocument answer) {
        Claim claim = Documents.row(answer).readable();
        return claim.id().equals(id) ? applied(answer) : miss(Malformed.matchedByCollation(claim, id));
    }

    private Optional<O> explained(@Nullable BsonDocument standing) {
        if (standing == null) {
            return absent();
        }
        ClaimRow row = Documents.row(standing);
        if (row instanceof Malformed malformed) {
            return Optional.of(miss(malformed));
        }
        Claim claim = row.readable();
        Optional<O> mark = markFound(claim);
        if (mark.isPresent()) {
            return mark;
        }
        if (!heldByToken(claim)) {
            return Optional.of(miss(new Fenced(claim)));
        }
        if (claim.is(Status.PROCESSING)) {
            return heldButNotMatched(claim);
        }
        return Optional.of(miss(over(claim)));
    }

    final boolean heldByToken(Claim claim) {
        return token.value().equals(claim.workerId());
    }

    /** How our own claim has ended. */
    private Miss over(Claim claim) {
        if (claim.is(Status.COMPLETED)) {
            return new AlreadyCompleted(claim);
        }
        if (claim.is(Status.RELEASED)) {
            Optional<ResetMark> reset = claim.presentReset();
            return new Reset(
                    claim,
                    reset.map(ResetMark::by).orElse(null),
                    reset.map(ResetMark::reason).orElse(null),
                    Reset.Deletion.NOT_ASKED);
        }
        String status = claim.status() == null ? "is missing" : "is '" + claim.status() + "', which no claim has";
        return new Malformed(id, claim, List.of(new Defect(Fields.STATUS, status)));
    }

    /** What stands there, if a read finds anything that can be read. */
    final Optional<Claim> standing() {
        return Optional.ofNullable(store.explain(new BsonString(id), deadline.left()))
                .map(document -> Documents.row(document).readable())
                .filter(claim -> claim.id().equals(id));
    }

    private final class Repeat implements Doubt<O> {
        @Override
        public Optional<O> proof() {
            return standing().flatMap(TokenOperation.this::proof);
        }

        @Override
        public Optional<Reply> again() {
            return Optional.of(send(deadline.left()));
        }

        @Override
        public Optional<O> applied(Reply answered) {
            return Optional.ofNullable(answered.document()).map(TokenOperation.this::ofThisId);
        }
    }
}
