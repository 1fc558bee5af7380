package io.claimctl.sweep;

import io.claimctl.claim.AcquireOutcome;
import io.claimctl.claim.Acquired;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Payloads;
import io.claimctl.claim.ReleaseOutcome;
import io.claimctl.worker.KeptLease;
import io.claimctl.worker.LeaseKeeper;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The claim under which a sweep runs, so that one sweeps and the others need not: acquired before, renewed while it goes on,
 * released after it, and never completed. What the sweep changes is fenced without it; it only spares the work. To be closed.
 */
public final class SingleFlight implements AutoCloseable {
    private final AcquireOutcome outcome;
    private final @Nullable LeaseKeeper keeper;
    private final @Nullable KeptLease kept;

    private SingleFlight(AcquireOutcome outcome, @Nullable LeaseKeeper keeper, @Nullable KeptLease kept) {
        this.outcome = outcome;
        this.keeper = keeper;
        this.kept = kept;
    }

    /**
     * How long its lease runs: for so long a sweep that was killed keeps the others away.
     *
     * @param timeout how long a renewal may take
     */
    public static Duration ttl(Duration timeout) {
        Duration usual = Duration.ofMinutes(1);
        Duration shortest = LeaseKeeper.shortestTtl(timeout, Duration.ZERO);
        return shortest.compareTo(usual) > 0 ? shortest : usual;
    }

    /**
     * Tries to take the claim.
     *
     * @param store with the tokens to take it under
     * @throws io.claimctl.claim.StoreException if the store failed
     */
    public static SingleFlight take(ClaimStore store, String id) {
        return take(store, id, ttl(store.timeout()));
    }

    static SingleFlight take(ClaimStore store, String id, Duration ttl) {
        AcquireOutcome outcome = store.acquire(id, ttl);
        Optional<Acquired> acquired = outcome.acquired();
        if (acquired.isEmpty()) {
            return new SingleFlight(outcome, null, null);
        }
        LeaseKeeper keeper = LeaseKeeper.on(store);
        try {
            KeptLease kept = keeper.keep(acquired.get().lease(), ttl, Duration.ZERO, loss -> {});
            return new SingleFlight(outcome, keeper, kept);
        } catch (RuntimeException e) {
            keeper.close();
            store.release(acquired.get().lease(), Payloads.SKIP);
            throw e;
        }
    }

    /** What came of the try; the sweep may go on only if it is {@code Acquired}. */
    public AcquireOutcome outcome() {
        return outcome;
    }

    /** Whether the claim cannot be relied on any more. */
    public boolean lost() {
        return kept != null && kept.lost();
    }

    /**
     * Lets the claim go; another sweep may begin at once.
     *
     * @return what came of it; empty if it was never taken, or lost
     * @throws io.claimctl.claim.StoreException if the store failed
     */
    public Optional<ReleaseOutcome> letGo() {
        boolean held = kept != null && !kept.lost();
        close();
        return held && kept != null ? Optional.of(kept.release(Payloads.SKIP)) : Optional.empty();
    }

    /** Renews it no more; it releases nothing. */
    @Override
    public void close() {
        if (keeper != null) {
            keeper.close();
        }
    }
}
