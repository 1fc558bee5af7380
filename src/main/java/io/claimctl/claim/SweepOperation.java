package io.claimctl.claim;

import io.claimctl.claim.SweepBatch.Swept;
import io.claimctl.claim.SweepReport.End;
import io.claimctl.claim.SweptClaim.Result;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code stale reset}: walks the stale claims, oldest first, batch by batch, holding only the batches on their way. */
final class SweepOperation {
    private static final int MOST_BYTES = 8 << 20; // ids, tokens and payloads of a batch; a command takes 16 MiB

    private final StoreAccess store;
    private final SweepRequest request;
    private final @Nullable Planned planned;
    private final SweepListener listener;
    private final String sweepId;
    private final BatchesOnTheirWay onTheirWay;
    private final Map<Result, Long> counts = new EnumMap<>(Result.class);
    private final List<Claim> batch = new ArrayList<>();
    private final Set<String> batchIds = new HashSet<>();
    private final List<SweptClaim> left = new ArrayList<>();
    private int batchBytes;
    private long taken;
    private int batchNumber;
    private long deleted;
    private long notDeleted;
    private @Nullable StoreException failure;
    private @Nullable String reason;

    /**
     * Claims to go by instead of a query.
     *
     * @param evenYoung whether their age is no rule
     */
    record Planned(Iterator<PlannedClaim> claims, boolean evenYoung) {}

    SweepOperation(StoreAccess store, SweepRequest request, @Nullable Planned planned, SweepListener listener) {
        this.store = store;
        this.request = request;
        this.planned = planned;
        this.listener = listener;
        this.sweepId = "sweep-" + Tokens.random().next().value();
        this.onTheirWay = new BatchesOnTheirWay(request.parallel());
    }

    SweepReport run() {
        Deadline deadline = store.deadline();
        store.check.require(store, deadline);
        if (request.reset().delete() && !request.dryRun()) {
            Deletes.probe(store, deadline);
        }
        ServerTime time = store.time.read(deadline.left());
        Instant at = time.earliest();
        Instant cutoff = at.minus(request.olderThan());
        SweepRules rules = new SweepRules(request, at);
        listener.begin(at, sweepId);
        End end;
        try (onTheirWay;
                SweepRows rows = rows(at, cutoff)) {
            end = walk(rows, rules, cutoff);
        }
        return new SweepReport(
                sweepId,
                at,
                cutoff,
                request.dryRun(),
                counts,
                rules.live(),
                rules.payloads(),
                rules.malformed(),
                deleted,
                notDeleted,
                end,
                failure,
                reason);
    }

    private SweepRows rows(Instant at, Instant cutoff) {
        if (planned != null) {
            return new PlannedRows(
                    store, planned.claims(), sweepId, planned.evenYoung() ? null : cutoff, request.batch());
        }
        return new StaleRows(store, cutoff, new Conditions(request.which(), at).besideAge(), request.batch());
    }

    private End walk(SweepRows rows, SweepRules rules, Instant cutoff) {
        boolean limited = false;
        try {
            while (failure == null && reason == null && !limited && rows.hasNext()) {
                limited = !take(rows.next(), rules, cutoff);
            }
            if (failure == null && reason == null && !batch.isEmpty()) {
                flush();
            }
        } catch (StoreException e) {
            failure = failure == null ? e : failure;
        } catch (RuntimeException e) {
            drain(e);
            throw e;
        }
        while (!onTheirWay.areNone()) {
            retire();
        }
        if (failure != null) {
            if (counts.isEmpty()) {
                throw failure; // nothing was reported, and nothing changed
            }
            batch.forEach(c -> left.add(new SweptClaim(c, Result.SKIPPED, SweepBatch.STOPPED)));
        }
        report(List.of());
        return failure != null ? End.STORE : reason != null ? End.STOPPED : limited ? End.LIMITED : End.DONE;
    }

    /** What is on its way is reported also where something else than the store fails. */
    private void drain(RuntimeException failing) {
        while (!onTheirWay.areNone()) {
            try {
                retire();
            } catch (RuntimeException also) {
                failing.addSuppressed(also);
            }
        }
    }

    /** @return false if the limit does not allow it */
    private boolean take(SweepRows.Row row, SweepRules rules, Instant cutoff) {
        SweptClaim leftAlone = row.verdict().orElse(null);
        if (leftAlone == null) {
            if (planned == null && !isStillStale(row.row(), cutoff)) {
                return true;
            }
            leftAlone = rules.leftAlone(row.row());
        }
        if (leftAlone != null) {
            left.add(leftAlone);
            weigh(row.row().readable());
        } else if (request.limit().isPresent() && taken == request.limit().getAsLong()) {
            return false;
        } else {
            if (batchIds.contains(row.row().id())) {
                flush(); // it moved while the server walked: another state of the same claim
            }
            add(row.row().readable());
        }
        if (batch.size() >= request.batch() || batchBytes >= MOST_BYTES || left.size() >= request.batch()) {
            flush();
        }
        return true;
    }

    /** A later page may show a document as it is by now: another sweep has released it, or its worker has moved. */
    private static boolean isStillStale(ClaimRow row, Instant cutoff) {
        return row instanceof Malformed || StaleQuery.isStale(row.readable(), cutoff);
    }

    private void add(Claim claim) {
        taken++;
        batch.add(claim);
        batchIds.add(claim.id());
        weigh(claim);
    }

    private void weigh(Claim claim) {
        batchBytes += claim.id().length() * 3
                + 64
                + (claim.workerId() == null ? 0 : claim.workerId().length() * 3);
        batchBytes += claim.payload() == null ? 0 : claim.payload().size();
    }

    private void flush() {
        reason = listener.reasonToStop().orElse(null);
        if (reason != null) {
            return;
        }
        List<Claim> claims = List.copyOf(batch);
        if (claims.isEmpty() || request.dryRun()) {
            clear();
            report(claims.stream()
                    .map(c -> new SweptClaim(c, Result.WOULD_RESET, null))
                    .toList());
            return;
        }
        String by = sweepId + ":" + (batchNumber + 1);
        reason = listener.beforeBatch(by, claims).orElse(null);
        if (reason != null) {
            return;
        }
        batchNumber++;
        clear();
        onTheirWay.send(() -> send(claims, by));
        if (onTheirWay.areFull()) {
            retire();
        }
    }

    private void clear() {
        batch.clear();
        batchIds.clear();
        batchBytes = 0;
    }

    private Swept send(List<Claim> claims, String by) {
        return request.fenced()
                ? new SweepBatch(store, request, claims, by).run()
                : new UnfencedBatch(store, claims, by, request.reset().reason()).run();
    }

    private void retire() {
        Swept swept = onTheirWay.oldest();
        deleted += swept.deleted();
        notDeleted += swept.notDeleted();
        if (swept.refusal() != null && counts.isEmpty() && onTheirWay.areNone() && swept.changedNothing()) {
            throw swept.refusal();
        }
        report(swept.claims());
        if (swept.refusal() != null && failure == null) {
            failure = swept.refusal();
        }
    }

    private void report(List<SweptClaim> swept) {
        List<SweptClaim> all = new ArrayList<>(left);
        left.clear();
        all.addAll(swept);
        all.forEach(s -> counts.merge(s.result(), 1L, Long::sum));
        if (!all.isEmpty()) {
            listener.afterBatch(all);
        }
    }
}
