package io.claimctl.claim;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * Waits until a claim is free, or completed. It looks at the pace of {@link Waiting}, and listens for changes once that has
 * become slow.
 */
final class WaitOperation {
    private static final Duration AN_ANSWER = Duration.ofSeconds(1);

    private final StoreAccess store;
    private final String id;
    private final Awaited awaited;
    private final Waiting waiting;
    private @Nullable ClaimChanges changes;
    private boolean mayListen = true;
    private boolean everLooked;

    WaitOperation(StoreAccess store, String id, Awaited awaited, Waiting waiting) {
        this.store = store;
        this.id = id;
        this.awaited = awaited;
        this.waiting = waiting;
    }

    private record Look(@Nullable ClaimRow row, Instant now) {
        @Nullable
        Claim claim() {
            return row == null ? null : row.readable();
        }
    }

    WaitOutcome run() {
        waiting.restart();
        try {
            Look look = look();
            while (true) {
                Optional<WaitOutcome> outcome = judged(look);
                if (outcome.isPresent()) {
                    return outcome.get();
                }
                if (!pause(leaseEnd(look))) {
                    return new RanOut(id, look.claim());
                }
                look = nextLook();
            }
        } finally {
            stopListening();
        }
    }

    /** What is left of the waiting bounds a look, too, but leaves it the time that an answer may need. */
    private Look look() {
        Deadline deadline = new Deadline(store.clock, longestLook());
        Instant now = store.time.recent(deadline.left()).earliest();
        BsonDocument standing = store.certain(new BsonString(id), deadline.left(), Projections.WITHOUT_PAYLOAD);
        everLooked = true;
        return new Look(standing == null ? null : Documents.row(standing), now);
    }

    private Duration longestLook() {
        Duration left = waiting.left();
        Duration some = left.compareTo(AN_ANSWER) < 0 ? AN_ANSWER : left;
        return !everLooked || store.timeout.compareTo(some) < 0 ? store.timeout : some;
    }

    /** A store that has answered once, and fails now for a while, is waited for, too. */
    private Look nextLook() {
        while (true) {
            try {
                return look();
            } catch (StoreException e) {
                stopListening();
                if (!e.passes() || !waiting.pause(Optional.empty())) {
                    throw e;
                }
            }
        }
    }

    private Optional<WaitOutcome> judged(Look look) {
        Claim claim = look.claim();
        boolean free = claim == null || claim.freeAt(look.now());
        boolean completed = claim != null && claim.is(Status.COMPLETED);
        if (awaited == Awaited.FREE ? free : completed) {
            return Optional.of(new Reached(id, claim));
        }
        if (look.row() instanceof Malformed malformed) {
            return Optional.of(malformed);
        }
        boolean forgottenInTime =
                leaseEnd(look).filter(end -> end.compareTo(waiting.left()) <= 0).isPresent();
        return claim != null && completed && !forgottenInTime
                ? Optional.of(new AlreadyCompleted(claim))
                : Optional.empty();
    }

    private Optional<Duration> leaseEnd(Look look) {
        Claim claim = look.claim();
        return awaited == Awaited.FREE ? Waiting.untilFree(claim, look.now()) : Optional.empty();
    }

    private boolean pause(Optional<Duration> leaseEnd) {
        boolean endsSoon =
                leaseEnd.filter(end -> end.compareTo(Waiting.MOST) < 0).isPresent();
        if (endsSoon || !waiting.slow()) {
            return waiting.pause(leaseEnd);
        }
        if (mayListen) {
            mayListen = false;
            changes = ClaimChanges.of(store, id).orElse(null);
            if (changes != null) {
                return true; // what happened before it listened shows in the next look
            }
        }
        if (changes == null) {
            return waiting.pause(leaseEnd);
        }
        if (!waiting.pauseBriefly()) {
            return false;
        }
        if (!changes.await()) {
            stopListening();
        }
        return true;
    }

    private void stopListening() {
        if (changes != null) {
            changes.close();
            changes = null;
        }
    }
}
