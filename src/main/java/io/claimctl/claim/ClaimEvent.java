package io.claimctl.claim;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link ClaimWatch} saw happen to a claim. Its rows come without the bytes of their payloads, whose size they know:
 * no fingerprint can be taken of them.
 *
 * @param kind what happened
 * @param id the claim id; for an {@code _id} that is no string, its extended JSON
 * @param at server time just before it was seen
 * @param now the claim as it has become; null if it is not there
 * @param before the claim as it was seen last; null if it was not seen, or is not remembered
 * @param ttlPossible whether what {@code before} was remembered until is over, so that a deletion may be TTL's
 */
public record ClaimEvent(
        Kind kind,
        String id,
        Instant at,
        @Nullable ClaimRow now,
        @Nullable ClaimRow before,
        boolean ttlPossible) {

    /** What can happen to a claim. */
    public enum Kind {
        /** It was there at the first look. */
        SEEN,
        /** It was named, and not there at the first look. */
        MISSING,
        /** Somebody took it that nobody held. */
        ACQUIRED,
        /** Somebody took it from a holder, after the lease or, for a recovery, before. */
        TAKEN_OVER,
        /** Its lease runs on under the same token. */
        RENEWED,
        /** Its work is done. */
        COMPLETED,
        /** Its holder let it go. */
        RELEASED,
        /** A reset or a sweep let it go. */
        RESET,
        /** A message was stored with it; another in place of one is seen only where something else has changed, too. */
        PAYLOAD_STORED,
        /** Its message was dropped. */
        PAYLOAD_CLEARED,
        /** Its holder let it go, and it is kept for recovery, since it holds a message. */
        KEPT,
        /** Its lease ended, by the server's time. */
        EXPIRED,
        /** It is there no more. */
        DELETED,
        /** Something else: a write that is none of the protocol's. */
        CHANGED,
        /** It cannot be read as a claim. */
        MALFORMED
    }

    /**
     * Who did it, as far as the document says: the token of the holder; for a reset the id of the reset or of the sweep's
     * batch. A Go worker completes by the id alone, so the token of a completion may be another's.
     */
    public Optional<String> by() {
        Claim claim = now == null ? null : now.readable();
        if (claim == null) {
            return Optional.empty();
        }
        return switch (kind) {
            case ACQUIRED, TAKEN_OVER, RENEWED, COMPLETED, PAYLOAD_STORED, PAYLOAD_CLEARED, KEPT, EXPIRED ->
                Optional.ofNullable(claim.workerId());
            case RELEASED -> claim.presentReset().map(mark -> mark.by().substring(ResetMark.OF_ITS_HOLDER.length()));
            case RESET -> claim.presentReset().map(ResetMark::by);
            case SEEN, MISSING, DELETED, CHANGED, MALFORMED -> Optional.empty();
        };
    }

    /** The token of whom it was taken from, or who held it until then, where that was seen and is another than {@link #by}. */
    public Optional<String> from() {
        Claim earlier = before == null ? null : before.readable();
        return Optional.ofNullable(earlier)
                .filter(claim -> claim.is(Status.PROCESSING))
                .map(Claim::workerId)
                .filter(worker -> !worker.equals(by().orElse(null)));
    }

    /** The operator's words for a reset, if any were given. */
    public Optional<String> reason() {
        return kind == Kind.RESET && now != null
                ? now.readable().presentReset().map(ResetMark::reason)
                : Optional.empty();
    }

    /** The names of the fields that the document had otherwise before, sorted; none where that is not known. */
    public List<String> changedFields() {
        if (now == null || before == null) {
            return List.of();
        }
        BsonDocument one = before.readable().document();
        BsonDocument two = now.readable().document();
        Set<String> names = new TreeSet<>(one.keySet());
        names.addAll(two.keySet());
        names.removeIf(name -> Objects.equals(one.get(name), two.get(name)));
        return List.copyOf(names);
    }
}
