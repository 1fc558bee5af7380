package io.claimctl.worker;

import io.claimctl.claim.Acquired;
import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Lease;
import io.claimctl.claim.LeaseFilter;
import io.claimctl.claim.LeaseState;
import io.claimctl.claim.Malformed;
import io.claimctl.claim.Sleeper;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.SweepReport;
import io.claimctl.claim.SweepRequest;
import io.claimctl.claim.TakeOverOutcome;
import io.claimctl.claim.Unknown;
import io.claimctl.worker.RecoveredClaim.Result;
import io.claimctl.worker.RecoveryReport.End;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One pass of a {@link Recovery}; used once, on one thread. */
final class RecoveryPass {
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    /** Each message would go the same way. */
    private static final Set<Result> FAILURES = EnumSet.of(Result.FAILED, Result.LOST, Result.UNCLEAR);

    private final ClaimStore store;
    private final Sleeper sleeper;
    private final RecoveryRequest request;
    private final Publisher publisher;
    private final RecoveryListener listener;
    private final Map<Result, Long> counts = new EnumMap<>(Result.class);
    private final List<Lease> failed = new ArrayList<>();
    private long tried;
    private int failures;
    private Duration pause = Duration.ZERO;
    private @Nullable StoreException failure;

    RecoveryPass(
            ClaimStore store,
            Sleeper sleeper,
            RecoveryRequest request,
            Publisher publisher,
            RecoveryListener listener) {
        this.store = store;
        this.sleeper = sleeper;
        this.request = request;
        this.publisher = publisher;
        this.listener = listener;
    }

    RecoveryReport run() {
        Instant at = store.readTime().earliest();
        Instant cutoff = at.minus(request.olderThan());
        listener.begin(at);
        End end = publishAll(at, cutoff);
        if (end != End.STORE && !sleeper.sleep(Duration.ZERO)) {
            end = End.STOPPED;
        }
        Optional<SweepReport> rest = end == End.STOPPED || end == End.STORE ? Optional.empty() : sweep();
        if (rest.filter(swept -> swept.end() == SweepReport.End.STOPPED).isPresent()) {
            end = End.STOPPED;
        }
        return new RecoveryReport(
                at, cutoff, request.dryRun(), counts, failure == null ? end : End.STORE, failure, rest);
    }

    private End publishAll(Instant at, Instant cutoff) {
        try (LeaseKeeper keeper = LeaseKeeper.on(store)) {
            Publishing publishing = new Publishing(store, keeper, request, publisher, listener);
            Optional<ClaimRow> next = store.findRecoverable(cutoff, request.lease(), null);
            while (next.isPresent()) {
                End end = reasonToEnd();
                if (end != End.DONE) {
                    return end;
                }
                if (!tooManyFailed() || isNobodys(next.get(), at)) {
                    recover(next.get(), publishing);
                }
                if (Thread.currentThread().isInterrupted()) {
                    return End.STOPPED; // the driver would refuse to send anything
                }
                next = store.findRecoverable(cutoff, request.lease(), next.get());
            }
            if (!counts.containsKey(Result.HELD)) {
                return End.DONE;
            }
            // So that the next pass comes to those first that were not tried: a few bad ones must not hold up all.
            failed.forEach(lease -> store.renew(lease, request.hold()));
            return End.FAILURES;
        } catch (StoreException e) {
            storeFailed(e);
            return End.STORE;
        }
    }

    /** Where a claim was not counted, nothing was changed by this pass. */
    private void storeFailed(StoreException e) {
        if (counts.isEmpty()) {
            throw e;
        }
        failure = e;
    }

    /** {@code DONE} if there is none. */
    private End reasonToEnd() {
        if (request.limit().isPresent() && tried >= request.limit().getAsLong()) {
            return End.LIMITED;
        }
        return sleeper.sleep(tooManyFailed() ? Duration.ZERO : pause) ? End.DONE : End.STOPPED;
    }

    /** From then on nothing is published, and what TTL might delete is held for a later pass. */
    private boolean tooManyFailed() {
        return failures >= request.failuresInARow();
    }

    private static boolean isNobodys(ClaimRow row, Instant at) {
        Claim claim = row.readable();
        return claim.leaseAt(at) == LeaseState.EXPIRED || claim.isKept() || claim.isRecovered();
    }

    private void recover(ClaimRow row, Publishing publishing) {
        if (row instanceof Malformed malformed) {
            String defect = "malformed: " + malformed.defects().get(0);
            note(new RecoveredClaim(row, Result.ERROR, defect));
            return;
        }
        Claim claim = row.readable();
        if (request.dryRun()) {
            tried++;
            note(new RecoveredClaim(claim, Result.WOULD_PUBLISH, null));
            return;
        }
        TakeOverOutcome outcome;
        try {
            outcome = store.takeOver(claim, request.hold(), leaseOf(claim));
        } catch (StoreException e) {
            if (!ofThisClaimAlone(e)) {
                throw e;
            }
            note(new RecoveredClaim(claim, Result.ERROR, e.getMessage()));
            return;
        }
        note(takenOver(claim, outcome, publishing));
        if (outcome instanceof Unknown unknown) {
            throw unknown.cause(); // its whole time has passed; the next would wait as long
        }
    }

    private RecoveredClaim takenOver(Claim claim, TakeOverOutcome outcome, Publishing publishing) {
        Optional<Acquired> acquired = outcome.takenOver();
        if (acquired.isEmpty()) {
            return outcome.match(new NotTakenOver(claim));
        }
        if (tooManyFailed()) {
            return new RecoveredClaim(claim, Result.HELD, null);
        }
        tried++;
        failed.add(acquired.get().lease());
        return publishing.publish(claim, acquired.get().lease());
    }

    /** The fingerprint fences all of them; where nobody is behind the lease, it says nothing. */
    private LeaseFilter leaseOf(Claim claim) {
        return claim.isKept() || claim.isRecovered() ? LeaseFilter.ANY : request.lease();
    }

    private static boolean ofThisClaimAlone(StoreException e) {
        return e.kind() == StoreException.Kind.REFUSED || e.kind() == StoreException.Kind.DUPLICATE_KEY;
    }

    private void note(RecoveredClaim recovered) {
        counts.merge(recovered.result(), 1L, Long::sum);
        if (FAILURES.contains(recovered.result())) {
            failures++;
            pause = pause.isZero() ? FIRST_PAUSE : shorter(pause.multipliedBy(2), LONGEST_PAUSE);
        } else if (recovered.result() == Result.PUBLISHED) {
            failures = 0;
            failed.clear();
            pause = Duration.ZERO;
        }
        listener.afterPublish(recovered);
    }

    /** What holds a payload by now is left alone, whether this pass has seen it or not. */
    private Optional<SweepReport> sweep() {
        SweepRequest rest = SweepRequest.olderThan(request.olderThan())
                .withLease(request.lease())
                .withLimit(request.limit().isPresent() ? (Long) request.limit().getAsLong() : null);
        try {
            return Optional.of(store.sweep(request.dryRun() ? rest.asDryRun() : rest, listener));
        } catch (StoreException e) {
            storeFailed(e);
            return Optional.empty();
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
