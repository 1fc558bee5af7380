package io.claimctl.claim;

import static io.claimctl.claim.FaultBench.OURS;

import io.claimctl.claim.FaultedMutation.Said;
import io.claimctl.claim.FaultedMutation.Settled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonNull;

/** Every operation by token, for the fault table. */
final class FaultedTokenOperations {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final BsonBinary MESSAGE = new BsonBinary(new byte[] {1, 2, 3});

    private FaultedTokenOperations() {}

    static List<FaultedMutation> all() {
        List<FaultedMutation> all = new ArrayList<>();
        all.add(renew());
        all.add(complete("complete", MINUTE, HOUR));
        all.add(complete("complete, late", MINUTE.negated(), HOUR).variant());
        all.add(recordMissing("record missing: its update", "findAndModify"));
        all.add(recordMissing("record missing: its insert", "insert"));
        all.add(release("release", FaultedTokenOperations::held, Payloads.SKIP));
        all.add(release("release, with payload", FaultedTokenOperations::heldWithPayload, Payloads.INCLUDE)
                .variant());
        all.add(keep("release, kept: its release"));
        all.add(keep("release, kept: its keeping").after(1));
        all.add(putPayload());
        all.add(clearPayload());
        return all;
    }

    private static FaultedMutation renew() {
        return new FaultedMutation(
                "renew",
                "findAndModify",
                FaultedTokenOperations::held,
                FaultedTokenOperations::renewed,
                (b, id) -> {
                    BsonDocument stored = b.stored("a");
                    return FaultBench.is(stored, "worker_id", OURS.value())
                            && FaultBench.is(stored, "status", "processing")
                            && stored.getDateTime("expires_at").compareTo(FaultBench.fromNow(MINUTE.multipliedBy(5)))
                                    > 0;
                },
                (b, said) -> Settled.of(renewed(b)));
    }

    private static List<Said> renewed(FaultBench b) {
        RenewOutcome outcome = b.store.renew(Lease.of("a", OURS), MINUTE.multipliedBy(10));
        return outcome instanceof Renewed renewed
                ? Said.applied(
                        renewed,
                        new BsonDocument("worker_id", FaultBench.string(OURS.value()))
                                .append("status", FaultBench.string("processing"))
                                .append(
                                        "expires_at",
                                        FaultBench.date(
                                                renewed.lease().expiresAt().orElseThrow())))
                : Said.other(outcome);
    }

    private static FaultedMutation complete(String name, Duration lease, Duration memory) {
        return new FaultedMutation(
                name,
                "findAndModify",
                b -> b.insert("a", OURS, lease, HOUR),
                b -> completed(b.store.complete(Lease.of("a", OURS), memory)),
                (b, id) -> completedByUs(b),
                (b, said) -> Settled.of(completed(b.store.complete(Lease.of("a", OURS), memory))));
    }

    private static FaultedMutation recordMissing(String name, String write) {
        return new FaultedMutation(
                name,
                write,
                b -> {},
                b -> completed(b.store.completeOrRecord(Lease.of("a", OURS), HOUR)),
                (b, id) -> completedByUs(b),
                (b, said) -> Settled.of(completed(b.store.completeOrRecord(Lease.of("a", OURS), HOUR))));
    }

    private static List<Said> completed(CompleteOutcome outcome) {
        BsonDocument ours = new BsonDocument("worker_id", FaultBench.string(OURS.value()))
                .append("status", FaultBench.string("completed"));
        if (outcome instanceof Completed completed) {
            return Said.applied(outcome, ours.append("expires_at", FaultBench.date(completed.until())));
        }
        return outcome instanceof AlreadyCompleted ? Said.applied(outcome, ours) : Said.other(outcome);
    }

    private static boolean completedByUs(FaultBench b) {
        BsonDocument stored = b.stored("a");
        return FaultBench.is(stored, "worker_id", OURS.value()) && FaultBench.is(stored, "status", "completed");
    }

    private static FaultedMutation release(String name, Consumer<FaultBench> arrange, Payloads payloads) {
        return new FaultedMutation(
                name,
                "findAndModify",
                arrange,
                b -> released(b, payloads),
                (b, id) -> FaultBench.is(b.stored("a"), "reset_by", "release:" + OURS.value()),
                (b, said) -> Settled.of(released(b, payloads)));
    }

    private static FaultedMutation keep(String name) {
        return new FaultedMutation(
                name,
                "findAndModify",
                FaultedTokenOperations::heldWithPayload,
                b -> released(b, Payloads.SKIP),
                (b, id) -> {
                    BsonDocument stored = b.stored("a");
                    return FaultBench.is(stored, "worker_id", OURS.value())
                            && (stored.containsKey("kept_at") || stored.containsKey("reset_at"));
                },
                (b, said) -> Settled.of(released(b, Payloads.SKIP)));
    }

    private static List<Said> released(FaultBench b, Payloads payloads) {
        ReleaseOutcome outcome = b.store.release(Lease.of("a", OURS), payloads);
        if (outcome instanceof KeptForRecovery kept) {
            return Said.applied(
                    outcome,
                    new BsonDocument(
                                    "kept_at",
                                    FaultBench.date(
                                            Objects.requireNonNull(kept.claim().keptAt())))
                            .append("status", FaultBench.string("processing"))
                            .append("payload", MESSAGE)
                            .append("worker_id", FaultBench.string(OURS.value())));
        }
        return outcome instanceof Released
                ? Said.applied(outcome, new BsonDocument("reset_by", FaultBench.string("release:" + OURS.value())))
                : Said.other(outcome);
    }

    private static FaultedMutation putPayload() {
        return new FaultedMutation(
                "put payload",
                "findAndModify",
                FaultedTokenOperations::held,
                FaultedTokenOperations::stored,
                (b, id) -> {
                    BsonDocument stored = b.stored("a");
                    return FaultBench.is(stored, "worker_id", OURS.value()) && MESSAGE.equals(stored.get("payload"));
                },
                (b, said) -> Settled.of(stored(b)));
    }

    private static List<Said> stored(FaultBench b) {
        PayloadOutcome outcome = b.store.putPayload(Lease.of("a", OURS), MESSAGE.getData(), Map.of(), null);
        return outcome instanceof PayloadStored
                ? Said.applied(
                        outcome,
                        new BsonDocument("payload", MESSAGE).append("worker_id", FaultBench.string(OURS.value())))
                : Said.other(outcome);
    }

    private static FaultedMutation clearPayload() {
        return new FaultedMutation(
                "clear payload",
                "findAndModify",
                FaultedTokenOperations::heldWithPayload,
                FaultedTokenOperations::cleared,
                (b, id) -> {
                    BsonDocument stored = b.stored("a");
                    return FaultBench.is(stored, "worker_id", OURS.value()) && !stored.containsKey("payload");
                },
                (b, said) -> Settled.of(cleared(b)));
    }

    private static List<Said> cleared(FaultBench b) {
        PayloadOutcome outcome = b.store.clearPayload(Lease.of("a", OURS));
        return outcome instanceof PayloadCleared
                ? Said.applied(
                        outcome,
                        new BsonDocument("payload", BsonNull.VALUE)
                                .append("worker_id", FaultBench.string(OURS.value())))
                : Said.other(outcome);
    }

    private static void held(FaultBench b) {
        b.insert("a", OURS, MINUTE, MINUTE);
    }

    private static void heldWithPayload(FaultBench b) {
        held(b);
        b.set("a", new BsonDocument("payload", MESSAGE));
    }
}
