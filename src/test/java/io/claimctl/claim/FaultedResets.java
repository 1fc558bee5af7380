package io.claimctl.claim;

import static io.claimctl.claim.FaultBench.BEFORE;

import io.claimctl.claim.FaultedMutation.Said;
import io.claimctl.claim.FaultedMutation.Says;
import io.claimctl.claim.FaultedMutation.Settled;
import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.testing.ProxyFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.bson.BsonDocument;

/** Every reset and sweep, for the fault table. */
final class FaultedResets {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private static final ResetOptions DELETING = new ResetOptions(Payloads.SKIP, true, null);
    private static final SweepRequest SWEEP = SweepRequest.olderThan(Duration.ofMinutes(2));

    private FaultedResets() {}

    static List<FaultedMutation> all() {
        List<FaultedMutation> all = new ArrayList<>();
        all.add(reset("reset", "findAndModify", ResetOptions.defaults()));
        all.add(reset("reset --delete: its reset", "findAndModify", DELETING));
        all.add(reset("reset --delete: its delete", "delete", DELETING).after(1));
        all.add(sweep("sweep", "update", SWEEP, FaultedResets::stale));
        all.add(sweep("sweep, one by one", "findAndModify", SWEEP, FaultedResets::staleWithOddTokens));
        all.add(sweep("sweep --delete: its update", "update", SWEEP.withReset(DELETING), FaultedResets::stale)
                .variant());
        all.add(sweep("sweep --delete: its delete", "delete", SWEEP.withReset(DELETING), FaultedResets::stale)
                .after(1));
        all.add(sweep("sweep, unfenced", "delete", SWEEP.unfenced(), FaultedResets::stale)
                .unfenced());
        all.add(sweep("sweep, unfenced, capped", "update", SWEEP.unfenced(), FaultedResets::staleAndCapped)
                .unfenced()
                .variant());
        return all;
    }

    private static FaultedMutation reset(String name, String write, ResetOptions options) {
        return new FaultedMutation(
                name,
                write,
                b -> {
                    b.insert("a", BEFORE, MINUTE, HOUR);
                    b.see();
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
                    case NOT_ASKED -> FaultBench.is(stored, "reset_by", Objects.requireNonNull(reset.by()));
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
}
