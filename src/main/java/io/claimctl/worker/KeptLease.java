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
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One lease in a {@link LeaseKeeper}'s hands. Thread-safe. */
public final class KeptLease implements AutoCloseable {
    private static final Duration STOOD_STILL = Duration.ofSeconds(1);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private enum State {
        KEPT,
        COMPLETED,
        LOST,
        CLOSED
    }

    private final ClaimStore store;
    private final Duration ttl;
    private final Duration notice;
    private final LeaseListener listener;
    private final RandomGenerator random;
    private final Consumer<KeptLease> whenOver;
    private State state = State.KEPT;
    private Lease lease;
    private LeaseTime time;
    /** What the lease has left when its next renewal is due. */
    private Duration leftWhenDue;

    private Duration pause = FIRST_PAUSE;
    private @Nullable RuntimeException failure;
    private @Nullable LeaseLoss loss;

    KeptLease(
            ClaimStore store,
            Lease lease,
            Duration ttl,
            Duration notice,
            LeaseListener listener,
            RandomGenerator random,
            Consumer<KeptLease> whenOver) {
        this.store = store;
        this.ttl = ttl;
        this.notice = notice;
        this.listener = listener;
        this.random = random;
        this.whenOver = whenOver;
        this.lease = lease;
        this.time = store.leaseTime(lease, ttl);
        this.leftWhenDue = afterThird(time.left());
    }

    /** The lease with its end as it was last confirmed. */
    public synchronized Lease lease() {
        return lease;
    }

    /** How long the lease can be relied on, as far as it was confirmed. */
    public synchronized LeaseTime time() {
        return time;
    }

    /**
     * Whether the lease is lost, or will be within the notice: work must stop. It asks nobody, and is true in time also
     * where every thread hangs.
     */
    public synchronized boolean lost() {
        return state == State.LOST || (state == State.KEPT && over(untilNotice()));
    }

    /** Why it is lost; empty if it is not, or if that was not noticed yet. */
    public synchronized Optional<LeaseLoss> loss() {
        return Optional.ofNullable(loss);
    }

    /** Whether a renewal has found the claim completed under this lease's own token: there is nothing left to lose. */
    public synchronized boolean completed() {
        return state == State.COMPLETED;
    }

    /** Lets the lease run out, renewing it no more. It releases nothing. Repeating it does nothing. */
    @Override
    public void close() {
        end(State.CLOSED);
    }

    private void end(State how) {
        synchronized (this) {
            if (state == State.KEPT) {
                state = how;
            }
        }
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

    /** How long until the next renewal is due. */
    synchronized Duration untilDue() {
        return time.left().minus(leftWhenDue);
    }

    /** How long until the loss must be told. */
    synchronized Duration untilNotice() {
        return time.left().minus(notice);
    }

    synchronized boolean due() {
        return kept() && over(untilDue());
    }

    synchronized boolean kept() {
        return state == State.KEPT;
    }

    /** Tells the loss if the time for it has come. */
    void look() {
        LeaseLoss found;
        synchronized (this) {
            Duration left = untilNotice();
            if (state != State.KEPT || !over(left)) {
                return;
            }
            boolean stoodStill =
                    time.hostWasSuspended() || left.plus(STOOD_STILL).isNegative();
            found = stoodStill
                    ? new LeaseLoss.StoodStill(lease, left.negated())
                    : new LeaseLoss.Unconfirmed(lease, failure);
        }
        lose(found);
    }

    /** Renews it once if that is due; takes as long as the time until the notice at most. */
    void renewIfDue() {
        look(); // on waking from a suspend, before anything is sent
        Duration limit = limitIfDue();
        if (limit.toMillis() < 1) {
            return;
        }
        try {
            ClaimStore bounded = store.withTimeout(limit);
            RenewOutcome outcome = bounded.renew(lease(), ttl);
            Optional<Lease> renewed = outcome.renewed().map(Renewed::lease);
            if (renewed.isPresent()) {
                goesOn(renewed.get(), bounded.leaseTime(renewed.get(), ttl));
            } else {
                ended(outcome);
            }
        } catch (RuntimeException e) { // whatever it is: the lease is not confirmed, and the renewals of others go on
            tryAgain(e);
        }
    }

    private synchronized Duration limitIfDue() {
        return due() ? shorter(untilNotice(), store.timeout()) : Duration.ZERO;
    }

    private void goesOn(Lease renewed, LeaseTime confirmed) {
        synchronized (this) {
            if (state != State.KEPT) {
                return;
            }
            lease = renewed;
            time = confirmed;
            leftWhenDue = afterThird(confirmed.left());
            pause = FIRST_PAUSE;
            failure = null;
        }
        try {
            listener.renewed(renewed);
        } catch (RuntimeException e) { // its own failure, not the lease's
            Thread.currentThread().getUncaughtExceptionHandler().uncaughtException(Thread.currentThread(), e);
        }
    }

    private void ended(RenewOutcome outcome) {
        if (outcome instanceof Unknown unknown) {
            tryAgain(unknown.cause());
        } else if (outcome instanceof AlreadyCompleted) {
            end(State.COMPLETED);
        } else {
            lose(new LeaseLoss.Refused(lease(), outcome));
        }
    }

    private synchronized void tryAgain(RuntimeException why) {
        failure = why;
        leftWhenDue = time.left().minus(jittered(pause));
        pause = shorter(pause.multipliedBy(2), LONGEST_PAUSE);
    }

    private void lose(LeaseLoss found) {
        synchronized (this) {
            if (state != State.KEPT) {
                return;
            }
            state = State.LOST;
            loss = found;
        }
        whenOver.accept(this);
        Thread told = new Thread(() -> listener.lost(found), "claimctl-lease-lost");
        told.setDaemon(true);
        told.start();
    }

    private Duration afterThird(Duration left) {
        return left.minus(jittered(ttl.dividedBy(3)));
    }

    /** Less a random part of up to a tenth, so that claims that were taken together are not renewed together for ever. */
    private Duration jittered(Duration time) {
        return time.minusNanos(random.nextLong(1 + time.toNanos() / 10));
    }

    private static boolean over(Duration left) {
        return left.isNegative() || left.isZero();
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
