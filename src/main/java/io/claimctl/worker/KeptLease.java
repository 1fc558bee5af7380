package io.claimctl.worker;

import io.claimctl.claim.AlreadyCompleted;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Lease;
import io.claimctl.claim.LeaseTime;
import io.claimctl.claim.Payloads;
import io.claimctl.claim.ReleaseOutcome;
import io.claimctl.claim.RenewOutcome;
import io.claimctl.claim.Renewed;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.Unknown;
import io.claimctl.worker.LeaseWatch.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** One lease in a {@link LeaseKeeper}'s hands. Thread-safe. */
public final class KeptLease implements AutoCloseable {
    private static final Duration LEAST = Duration.ofMillis(1);

    private final ClaimStore store;
    private final LeaseWatch watch;
    private final Duration ttl;
    private final Duration beyond;
    private final LeaseListener listener;
    private final Executor teller;
    private final Consumer<KeptLease> whenOver;

    /**
     * @param beyond how much longer than {@code ttl} each renewal lets the lease run in the store
     * @param teller runs what hears of the loss, without waiting for it
     * @param whenOver hears that there is nothing more to do
     */
    KeptLease(
            ClaimStore store,
            LeaseWatch watch,
            Duration ttl,
            Duration beyond,
            LeaseListener listener,
            Executor teller,
            Consumer<KeptLease> whenOver) {
        this.store = store;
        this.watch = watch;
        this.ttl = ttl;
        this.beyond = beyond;
        this.listener = listener;
        this.teller = teller;
        this.whenOver = whenOver;
    }

    /** The lease as it can be relied on, where others may take it before its end in the store. */
    static Lease endingEarlier(Lease lease, Duration by) {
        return new Lease(
                lease.id(), lease.token(), lease.fence(), lease.expiresAt().map((Instant end) -> end.minus(by)));
    }

    /** The lease with its end as it was last confirmed. */
    public Lease lease() {
        return watch.lease();
    }

    /** How long the lease can be relied on, as far as it was confirmed. */
    public LeaseTime time() {
        return watch.time();
    }

    /**
     * Whether the lease is lost, or will be within the notice: work must stop. It asks nobody, is true in time also where
     * every thread hangs, and stays true.
     */
    public boolean lost() {
        return loss().isPresent();
    }

    /** Why it is lost; empty if it is not. */
    public Optional<LeaseLoss> loss() {
        look();
        return watch.loss();
    }

    /** Whether a renewal has found the claim completed under this lease's own token: there is nothing left to lose. */
    public boolean completed() {
        return watch.is(State.COMPLETED);
    }

    /** Lets the lease run out, renewing it no more. It releases nothing. Repeating it does nothing. */
    @Override
    public void close() {
        end(State.CLOSED);
    }

    private void end(State how) {
        watch.end(how);
        whenOver.accept(this);
    }

    /**
     * Renews it no more, and lets the claim go.
     *
     * @throws StoreException if the store failed; the claim was not released
     */
    public ReleaseOutcome release(Payloads payloads) {
        close();
        return store.release(lease(), payloads);
    }

    LeaseWatch watch() {
        return watch;
    }

    /** Tells the loss if the time for it has come. */
    void look() {
        watch.look().ifPresent(this::tell);
    }

    /**
     * Renews it once if that is due.
     *
     * @param longest how long that may take at most; never longer than until the notice, or than the store's timeout
     */
    void renewIfDue(Duration longest) {
        look(); // on waking from a suspend, before anything is sent
        Duration before = watch.untilNotice();
        Duration limit = shorter(shorter(before, store.timeout()), longest);
        if (!watch.due() || limit.compareTo(LEAST) < 0) {
            return;
        }
        renewed(limit, before).ifPresent(listener::renewed);
    }

    /** Empty if it does not go on, or if nobody knows. */
    private Optional<Lease> renewed(Duration limit, Duration before) {
        try {
            RenewOutcome outcome = store.withTimeout(limit).renew(lease(), ttl.plus(beyond));
            Optional<Lease> renewed = outcome.renewed().map(Renewed::lease).map(lease -> endingEarlier(lease, beyond));
            if (renewed.isEmpty()) {
                ended(outcome);
                return renewed;
            }
            Duration rest = limit.minus(before).plus(watch.untilNotice());
            LeaseTime time = store.withTimeout(longer(rest, LEAST)).leaseTime(renewed.get(), ttl);
            return renewed.filter(lease -> watch.goesOn(lease, time));
        } catch (RuntimeException e) { // whatever it is: the lease is not confirmed, and the renewals of others go on
            watch.failed(e);
            return Optional.empty();
        }
    }

    private void ended(RenewOutcome outcome) {
        if (outcome instanceof Unknown unknown) {
            watch.failed(unknown.cause());
        } else if (outcome instanceof AlreadyCompleted) {
            end(State.COMPLETED);
        } else {
            watch.lose(new LeaseLoss.Refused(lease(), outcome)).ifPresent(this::tell);
        }
    }

    private void tell(LeaseLoss found) {
        whenOver.accept(this);
        try {
            teller.execute(() -> listener.lost(found));
        } catch (OutOfMemoryError e) {
            listener.lost(found); // no further thread can be had, and still it must be told
        }
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
