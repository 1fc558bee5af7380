package io.claimctl.claim;

import static io.claimctl.claim.FaultBench.BEFORE;
import static io.claimctl.claim.FaultBench.OURS;

import io.claimctl.claim.FaultedMutation.Said;
import io.claimctl.claim.FaultedMutation.Says;
import io.claimctl.claim.FaultedMutation.Settled;
import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.testing.ProxyFault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Every mutation of the library, each with a way to tell from the documents whether it has happened. */
final class FaultedMutations {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final BsonBinary MESSAGE = new BsonBinary(new byte[] {1, 2, 3});
    private static final ResetOptions DELETING = new ResetOptions(Payloads.SKIP, true, null);
    private static final SweepRequest SWEEP = SweepRequest.olderThan(Duration.ofMinutes(2));

    private FaultedMutations() {}

    static List<FaultedMutation> all() {
        List<FaultedMutation> all = new ArrayList<>();
        all.add(acquire("acquire, new", b -> {}, true));
        all.add(acquire("acquire, lapsed", b -> b.insert("a", BEFORE, MINUTE.negated(), HOUR), false));
        all.add(acquire("acquire, released", FaultedMutations::released, true).variant());
        all.add(takeOver("take over, lapsed", MINUTE.negated(), LeaseFilter.EXPIRED));
        all.add(takeOver("take over, live", MINUTE, LeaseFilter.ANY).variant());
        all.add(renew());
        all.add(complete("complete", MINUTE, HOUR));
        all.add(complete("complete, late", MINUTE.negated(), HOUR).variant());
        all.add(recordMissing("record missing: its update", "findAndModify"));
        all.add(recordMissing("record missing: its insert", "insert"));
        all.add(release("release", b -> held(b), Payloads.SKIP));
        all.add(release("release, with payload", FaultedMutations::heldWithPayload, Payloads.INCLUDE)
                .variant());
        all.add(keep("release, kept: its release"));
        all.add(keep("release, kept: its keeping").after(1));
        all.add(putPayload());
        all.add(clearPayload());
        all.add(reset("reset", "findAndModify", ResetOptions.defaults()));
        all.add(reset("reset --delete: its reset", "findAndModify", DELETING));
        all.add(reset("reset --delete: its delete", "delete", DELETING).after(1));
        all.add(sweep("sweep", "update", SWEEP, FaultedMutations::stale));
        all.add(sweep("sweep, one by one", "findAndModify", SWEEP, FaultedMutations::staleWithOddTokens));
        all.add(sweep("sweep --delete: its update", "update", SWEEP.withReset(DELETING), FaultedMutations::stale)
                .variant());
        all.add(sweep("sweep --delete: its delete", "delete", SWEEP.withReset(DELETING), FaultedMutations::stale)
                .after(1));
        all.add(sweep("sweep, unfenced", "delete", SWEEP.unfenced(), FaultedMutations::stale)
                .unfenced());
        all.add(sweep("sweep, unfenced, capped", "update", SWEEP.unfenced(), FaultedMutations::staleAndCapped)
                .unfenced()
                .variant());
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
                    see(b);
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
        BsonString token = string(lease.token().value());
        return Said.applied(
                acquired,
                new BsonDocument("worker_id", token)
                        .append("status", string("processing"))
                        .append("expires_at", date(lease.expiresAt().orElseThrow()))
                        .append("fence", new BsonInt64(lease.fence().orElseThrow()))
                        .append("fence_worker", token));
    }

    /** Under any token that was drawn: one that nobody was told of would be as bad. */
    private static boolean heldByDrawn(FaultBench b) {
        BsonDocument stored = b.stored("a");
        return is(stored, "status", "processing")
                && b.drawn.contains(stored.getString("worker_id").getValue());
    }

    private static Settled keepIt(FaultBench b, Said said) {
        RenewOutcome outcome = b.store.renew(lease(said), MINUTE);
        return settled(outcome.renewed().isPresent(), outcome);
    }

    private static Settled giveItUp(FaultBench b, Said said) {
        ReleaseOutcome outcome = b.store.release(lease(said), Payloads.SKIP);
        return settled(false, outcome);
    }

    private static Lease lease(Said said) {
        return Lease.of("a", Objects.requireNonNull(said.unknown().token()));
    }

    private static FaultedMutation renew() {
        return new FaultedMutation(
                "renew",
                "findAndModify",
                FaultedMutations::held,
                FaultedMutations::renewed,
                (b, id) -> {
                    BsonDocument stored = b.stored("a");
                    return is(stored, "worker_id", OURS.value())
                            && is(stored, "status", "processing")
                            && stored.getDateTime("expires_at").compareTo(FaultBench.fromNow(MINUTE.multipliedBy(5)))
                                    > 0;
                },
                (b, said) -> again(renewed(b)));
    }

    private static List<Said> renewed(FaultBench b) {
        RenewOutcome outcome = b.store.renew(Lease.of("a", OURS), MINUTE.multipliedBy(10));
        return outcome instanceof Renewed renewed
                ? Said.applied(
                        renewed,
                        new BsonDocument("worker_id", string(OURS.value()))
                                .append("status", string("processing"))
                                .append(
                                        "expires_at",
                                        date(renewed.lease().expiresAt().orElseThrow())))
                : Said.other(outcome);
    }

    private static FaultedMutation complete(String name, Duration lease, Duration memory) {
        return new FaultedMutation(
                name,
                "findAndModify",
                b -> b.insert("a", OURS, lease, HOUR),
                b -> completed(b.store.complete(Lease.of("a", OURS), memory)),
                (b, id) -> completedByUs(b),
                (b, said) -> again(completed(b.store.complete(Lease.of("a", OURS), memory))));
    }

    private static FaultedMutation recordMissing(String name, String write) {
        return new FaultedMutation(
                name,
                write,
                b -> {},
                b -> completed(b.store.completeOrRecord(Lease.of("a", OURS), HOUR)),
                (b, id) -> completedByUs(b),
                (b, said) -> again(completed(b.store.completeOrRecord(Lease.of("a", OURS), HOUR))));
    }

    private static List<Said> completed(CompleteOutcome outcome) {
        BsonDocument ours = new BsonDocument("worker_id", string(OURS.value())).append("status", string("completed"));
        if (outcome instanceof Completed completed) {
            return Said.applied(outcome, ours.append("expires_at", date(completed.until())));
        }
        return outcome instanceof AlreadyCompleted ? Said.applied(outcome, ours) : Said.other(outcome);
    }

    private static boolean completedByUs(FaultBench b) {
        BsonDocument stored = b.stored("a");
        return is(stored, "worker_id", OURS.value()) && is(stored, "status", "completed");
    }

    private static FaultedMutation release(String name, Consumer<FaultBench> arrange, Payloads payloads) {
        return new FaultedMutation(
                name,
                "findAndModify",
                arrange,
                b -> released(b, payloads),
                (b, id) -> is(b.stored("a"), "reset_by", "release:" + OURS.value()),
                (b, said) -> again(released(b, payloads)));
    }

    private static FaultedMutation keep(String name) {
        return new FaultedMutation(
                name,
                "findAndModify",
                FaultedMutations::heldWithPayload,
                b -> released(b, Payloads.SKIP),
                (b, id) -> {
                    BsonDocument stored = b.stored("a");
                    return is(stored, "worker_id", OURS.value())
                            && (stored.containsKey("kept_at") || stored.containsKey("reset_at"));
                },
                (b, said) -> again(released(b, Payloads.SKIP)));
    }

    private static List<Said> released(FaultBench b, Payloads payloads) {
        ReleaseOutcome outcome = b.store.release(Lease.of("a", OURS), payloads);
        if (outcome instanceof KeptForRecovery kept) {
            return Said.applied(
                    outcome,
                    new BsonDocument(
                                    "kept_at",
                                    date(Objects.requireNonNull(kept.claim().keptAt())))
                            .append("status", string("processing"))
                            .append("payload", MESSAGE)
                            .append("worker_id", string(OURS.value())));
        }
        return outcome instanceof Released
                ? Said.applied(outcome, new BsonDocument("reset_by", string("release:" + OURS.value())))
                : Said.other(outcome);
    }

    private static FaultedMutation putPayload() {
        return new FaultedMutation(
                "put payload",
                "findAndModify",
                FaultedMutations::held,
                FaultedMutations::stored,
                (b, id) -> {
                    BsonDocument stored = b.stored("a");
                    return is(stored, "worker_id", OURS.value()) && MESSAGE.equals(stored.get("payload"));
                },
                (b, said) -> again(stored(b)));
    }

    private static List<Said> stored(FaultBench b) {
        PayloadOutcome outcome = b.store.putPayload(Lease.of("a", OURS), MESSAGE.getData(), Map.of(), null);
        return outcome instanceof PayloadStored
                ? Said.applied(outcome, new BsonDocument("payload", MESSAGE).append("worker_id", string(OURS.value())))
                : Said.other(outcome);
    }

    private static FaultedMutation clearPayload() {
        return new FaultedMutation(
                "clear payload",
                "findAndModify",
                FaultedMutations::heldWithPayload,
                FaultedMutations::cleared,
                (b, id) -> {
                    BsonDocument stored = b.stored("a");
                    return is(stored, "worker_id", OURS.value()) && !stored.containsKey("payload");
                },
                (b, said) -> again(cleared(b)));
    }

    private static List<Said> cleared(FaultBench b) {
        PayloadOutcome outcome = b.store.clearPayload(Lease.of("a", OURS));
        return outcome instanceof PayloadCleared
                ? Said.applied(
                        outcome, new BsonDocument("payload", BsonNull.VALUE).append("worker_id", string(OURS.value())))
                : Said.other(outcome);
    }

    private static FaultedMutation reset(String name, String write, ResetOptions options) {
        return new FaultedMutation(
                name,
                write,
                b -> {
                    b.insert("a", BEFORE, MINUTE, HOUR);
                    see(b);
                },
                b -> {
                    ResetOutcome outcome = b.store.reset(Objects.requireNonNull(b.seen), options);
                    return outcome instanceof Reset reset ? List.of(said(reset)) : Said.other(outcome);
                },
                (b, id) -> resetByUs(b, "a", "reset-", options.delete()),
                (b, said) -> {
                    String by = Objects.requireNonNull(said.unknown().resetBy());
                    return foundReset(b, "a", by, options.delete());
                });
    }

    private static Said said(Reset reset) {
        return new Said(
                "a",
                reset.deletion() == Reset.Deletion.NOT_ASKED ? "Reset" : "Reset+" + reset.deletion(),
                Says.APPLIED,
                stored -> switch (reset.deletion()) {
                    case NOT_ASKED -> is(stored, "reset_by", Objects.requireNonNull(reset.by()));
                    case DELETED -> stored == null;
                    case LEFT, FAILED -> true; // it was not confirmed, and somebody else may have it by now
                },
                reset);
    }

    private static boolean resetByUs(FaultBench b, String id, String by, boolean deleting) {
        BsonDocument stored = b.stored(id);
        if (stored == null) {
            return deleting && !b.deletedByOthers;
        }
        return stored.isString("reset_by")
                && stored.getString("reset_by").getValue().startsWith(by);
    }

    /** What {@code inspect} shows. */
    private static Settled foundReset(FaultBench b, String id, String by, boolean deleting) {
        Optional<ClaimRow> row = b.store.find(id);
        if (row.isEmpty()) {
            return deleting && !b.deletedByOthers ? Settled.APPLIED : Settled.NOT_APPLIED;
        }
        ResetMark mark = row.get().readable().lastReset();
        return mark != null && mark.by().startsWith(by) ? Settled.APPLIED : Settled.NOT_APPLIED;
    }

    private static FaultedMutation sweep(
            String name, String write, SweepRequest request, Consumer<FaultBench> arrange) {
        boolean deleting = request.reset().delete() || (!request.fenced() && write.equals("delete"));
        return new FaultedMutation(
                        name,
                        write,
                        arrange,
                        b -> swept(b, request, deleting),
                        (b, id) -> resetByUs(b, id, "sweep-", deleting),
                        (b, said) -> foundReset(b, said.id(), "sweep-", deleting))
                .on("a", "b");
    }

    private static List<Said> swept(FaultBench b, SweepRequest request, boolean deleting) {
        List<SweptClaim> swept = new ArrayList<>();
        SweepReport report = b.store.sweep(request, new SweepListener() {
            @Override
            public void afterBatch(List<SweptClaim> batch) {
                swept.addAll(batch);
            }
        });
        Set<String> told = Set.copyOf(swept.stream().map(s -> s.seen().id()).toList());
        if (swept.size() != 2 || told.size() != 2) {
            throw new AssertionError("the sweep came to two claims and told of " + swept);
        }
        boolean all = deleting && report.deleted() == 2;
        return swept.stream().map(s -> said(s, all)).toList();
    }

    private static Said said(SweptClaim swept, boolean deleted) {
        Says says = switch (swept.result()) {
            case RESET -> Says.APPLIED;
            case UNCLEAR -> Says.UNKNOWN;
            default -> Says.NOT_APPLIED;
        };
        String word = swept.result().name().toLowerCase(Locale.ROOT);
        boolean done = deleted && swept.result() == Result.RESET;
        return new Said(
                swept.seen().id(), done ? word + "+deleted" : word, says, stored -> !done || stored == null, swept);
    }

    private static void held(FaultBench b) {
        b.insert("a", OURS, MINUTE, MINUTE);
    }

    private static void heldWithPayload(FaultBench b) {
        held(b);
        b.set("a", new BsonDocument("payload", MESSAGE));
    }

    private static void released(FaultBench b) {
        b.insert("a", BEFORE, MINUTE, MINUTE);
        b.set("a", new BsonDocument("status", string("released")).append("fence", new BsonInt64(5)));
    }

    private static void see(FaultBench b) {
        b.seen = b.beside.find("a").orElseThrow().readable();
    }

    private static void stale(FaultBench b) {
        b.insert("a", Tokens.random().next(), MINUTE.negated(), HOUR);
        b.insert("b", Tokens.random().next(), MINUTE.negated(), HOUR);
    }

    private static void staleWithOddTokens(FaultBench b) {
        b.insert("a", new Token("worker-1"), MINUTE.negated(), HOUR.plus(MINUTE));
        b.insert("b", new Token("worker-2"), MINUTE.negated(), HOUR);
    }

    private static void staleAndCapped(FaultBench b) {
        stale(b);
        b.proxy.always("delete", ProxyFault.error(10_089, false));
    }

    private static Settled again(List<Said> said) {
        return settled(said.get(0).says() == Says.APPLIED, said.get(0).outcome());
    }

    private static Settled settled(boolean applied, Object outcome) {
        if (outcome instanceof Unknown) {
            return Settled.STILL_UNKNOWN;
        }
        return applied ? Settled.APPLIED : Settled.NOT_APPLIED;
    }

    private static boolean is(@Nullable BsonDocument stored, String field, String value) {
        return stored != null && string(value).equals(stored.get(field));
    }

    private static BsonString string(String value) {
        return new BsonString(value);
    }

    private static BsonValue date(Instant instant) {
        return new BsonDateTime(instant.toEpochMilli());
    }
}
