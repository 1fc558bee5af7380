package io.claimctl.claim;

import static io.claimctl.claim.FaultBench.BEFORE;

import io.claimctl.claim.FaultedMutation.Said;
import io.claimctl.claim.FaultedMutation.Settled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** Every mutation of the library, each with a way to tell from the documents whether it has happened. */
final class FaultedMutations {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private FaultedMutations() {}

    static List<FaultedMutation> all() {
        List<FaultedMutation> all = new ArrayList<>();
        all.add(acquire("acquire, new", b -> {}, true));
        all.add(acquire("acquire, lapsed", b -> b.insert("a", BEFORE, MINUTE.negated(), HOUR), false));
        all.add(acquire("acquire, released", FaultedMutations::putReleased, true)
                .variant());
        all.add(takeOver("take over, lapsed", MINUTE.negated(), LeaseFilter.EXPIRED));
        all.add(takeOver("take over, live", MINUTE, LeaseFilter.ANY).variant());
        all.addAll(FaultedTokenOperations.all());
        all.addAll(FaultedResets.all());
        return all;
    }

    /** @param keep whether the one who does not know what came of it renews the claim, or else gives it up */
    private static FaultedMutation acquire(String name, Consumer<FaultBench> arrange, boolean keep) {
        return new FaultedMutation(
                name,
                "findAndModify",
                arrange,
                b -> {
                    AcquireOutcome outcome = b.store.acquire("a", MINUTE);
                    return outcome instanceof Acquired acquired ? acquired(acquired) : Said.other(outcome);
                },
                (b, id) -> heldByDrawn(b),
                keep ? FaultedMutations::keepIt : FaultedMutations::giveItUp);
    }

    private static FaultedMutation takeOver(String name, Duration lease, LeaseFilter filter) {
        return new FaultedMutation(
                name,
                "findAndModify",
                b -> {
                    b.insert("a", BEFORE, lease, HOUR);
                    b.see();
                },
                b -> {
                    TakeOverOutcome outcome = b.store.takeOver(Objects.requireNonNull(b.seen), MINUTE, filter);
                    return outcome instanceof Acquired acquired ? acquired(acquired) : Said.other(outcome);
                },
                (b, id) -> heldByDrawn(b),
                FaultedMutations::keepIt);
    }

    private static List<Said> acquired(Acquired acquired) {
        Lease lease = acquired.lease();
        BsonString token = FaultBench.string(lease.token().value());
        return Said.applied(
                acquired,
                new BsonDocument("worker_id", token)
                        .append("status", FaultBench.string("processing"))
                        .append("expires_at", FaultBench.date(lease.expiresAt().orElseThrow()))
                        .append("fence", new BsonInt64(lease.fence().orElseThrow()))
                        .append("fence_worker", token));
    }

    /** Under any token that was drawn: one that nobody was told of would be as bad. */
    private static boolean heldByDrawn(FaultBench b) {
        BsonDocument stored = b.stored("a");
        return FaultBench.is(stored, "status", "processing")
                && b.drawn.contains(stored.getString("worker_id").getValue());
    }

    private static Settled keepIt(FaultBench b, Said said) {
        RenewOutcome outcome = b.store.renew(lease(said), MINUTE);
        return Settled.of(outcome.renewed().isPresent(), outcome);
    }

    private static Settled giveItUp(FaultBench b, Said said) {
        ReleaseOutcome outcome = b.store.release(lease(said), Payloads.SKIP);
        return Settled.of(false, outcome);
    }

    private static Lease lease(Said said) {
        return Lease.of("a", Objects.requireNonNull(said.unknown().token()));
    }

    private static void putReleased(FaultBench b) {
        b.insert("a", BEFORE, MINUTE, MINUTE);
        b.set("a", new BsonDocument("status", FaultBench.string("released")).append("fence", new BsonInt64(5)));
    }
}
