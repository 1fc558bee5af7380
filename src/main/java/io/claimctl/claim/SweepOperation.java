package io.claimctl.claim;

import io.claimctl.claim.SweptClaim.Result;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code stale reset}: walks the stale claims, oldest first, batch by batch, holding one batch at a time. */
final class SweepOperation {
    private static final int MOST_BYTES = 8 << 20; // ids, tokens and payloads of a batch; a command takes 16 MiB

    private final StoreAccess store;
    private final SweepRequest request;
    private final SweepListener listener;
    private final String sweepId;
    private final Map<Result, Long> counts = new EnumMap<>(Result.class);
    private final List<Claim> batch = new ArrayList<>();
    private final Set<String> batchIds = new HashSet<>();
    private final List<SweptClaim> left = new ArrayList<>();
    private int batchBytes;
    private long taken;
    private int batchNumber;
    private long liveLeft;
    private long payloadsLeft;
    private long malformedLeft;
    private long deleted;
    private long notDeleted;

    SweepOperation(StoreAccess store, SweepRequest request, SweepListener listener) {
        this.store = store;
        this.request = request;
        this.listener = listener;
        this.sweepId = "sweep-" + Tokens.random().next().value();
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
        listener.begin(at, sweepId);
        @Nullable StoreException stopped = null;
        boolean limited = false;
        try (ClaimCursor stale = StaleQuery.cursor(store, cutoff, LeaseFilter.ANY, at, null)) {
            limited = walk(stale, at, cutoff);
            flush();
        } catch (StoreException e) {
            if (counts.isEmpty()) {
                throw e; // nothing was reported, and nothing changed
            }
            stopped = e;
            batch.forEach(c -> left.add(new SweptClaim(c, Result.SKIPPED, SweepBatch.STOPPED)));
            reportLeft();
        }
        return new SweepReport(
                sweepId,
                at,
                cutoff,
                request.dryRun(),
                counts,
                liveLeft,
                payloadsLeft,
                malformedLeft,
                deleted,
                notDeleted,
                limited,
                stopped);
    }

    /** Whether the limit ended the walk while more stale claims were there. */
    private boolean walk(ClaimCursor stale, Instant at, Instant cutoff) {
        while (stale.hasNext()) {
            ClaimRow row = stale.next();
            if (!isStillStale(row, cutoff)) {
                continue;
            }
            @Nullable SweptClaim leftAlone = leftAlone(row, at);
            if (leftAlone != null) {
                left.add(leftAlone);
                weigh(row.readable());
            } else if (request.limit().isPresent() && taken == request.limit().getAsLong()) {
                return true;
            } else {
                if (batchIds.contains(row.id())) {
                    flush(); // it moved while the server walked: another state of the same claim
                }
                take(row.readable());
            }
            if (batch.size() >= request.batch() || batchBytes >= MOST_BYTES || left.size() >= request.batch()) {
                flush();
            }
        }
        return false;
    }

    /** A later page may show a document as it is by now: another sweep has released it, or its worker has moved. */
    private static boolean isStillStale(ClaimRow row, Instant cutoff) {
        return row instanceof Malformed || StaleQuery.isStale(row.readable(), cutoff);
    }

    private void take(Claim claim) {
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

    /** What the rules skip, with the reason; null for what is to be reset. */
    private @Nullable SweptClaim leftAlone(ClaimRow row, Instant at) {
        if (row instanceof Malformed malformed) {
            malformedLeft++;
            return new SweptClaim(
                    row, Result.SKIPPED, "malformed: " + malformed.defects().get(0));
        }
        Claim claim = row.readable();
        if (request.lease() == LeaseFilter.EXPIRED && claim.leaseAt(at) == LeaseState.LIVE) {
            liveLeft++;
            return new SweptClaim(row, Result.SKIPPED, "its lease is live");
        }
        if (request.reset().payloads() == Payloads.SKIP && claim.payload() != null) {
            payloadsLeft++;
            return new SweptClaim(row, Result.SKIPPED, "it holds a payload");
        }
        return null;
    }

    private void flush() {
        List<Claim> claims = List.copyOf(batch);
        batch.clear();
        batchIds.clear();
        batchBytes = 0;
        if (claims.isEmpty()) {
            reportLeft();
            return;
        }
        if (request.dryRun()) {
            report(claims.stream()
                    .map(c -> new SweptClaim(c, Result.WOULD_RESET, null))
                    .toList());
            return;
        }
        listener.beforeBatch(claims);
        batchNumber++;
        SweepBatch.Swept swept = request.fenced()
                ? new SweepBatch(store, request, claims, sweepId + ":" + batchNumber).run()
                : new UnfencedBatch(
                                store,
                                claims,
                                sweepId + ":" + batchNumber,
                                request.reset().reason())
                        .run();
        deleted += swept.deleted();
        notDeleted += swept.notDeleted();
        if (swept.refusal() != null && counts.isEmpty() && swept.changedNothing()) {
            throw swept.refusal();
        }
        report(swept.claims());
        if (swept.refusal() != null) {
            throw swept.refusal();
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

    private void reportLeft() {
        report(List.of());
    }
}
