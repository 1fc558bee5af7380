package io.claimctl.worker;

import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Lease;
import io.claimctl.claim.LeaseMargin;
import io.claimctl.claim.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Keeps leases while their work goes on: renews each after a third of its time, and tells the work when one is lost,
 * before it can expire.
 *
 * <pre>{@code
 * try (LeaseKeeper keeper = LeaseKeeper.on(claims)) {
 *     KeptLease kept = keeper.keep(lease, ttl, Duration.ofSeconds(2), loss -> work.stop());
 *     work.run();                                   // or asks kept.lost() now and then
 *     kept.close();
 *     claims.complete(kept.lease(), memory);        // or release
 * }
 * }</pre>
 *
 * <h2>How</h2>
 *
 * <ol>
 *   <li>After a third of {@code ttl}, less a random part of up to a tenth, the lease is renewed.
 *   <li>A renewal that fails, or of which nobody knows, is repeated after 100 ms and ever later, up to a second.
 *   <li>If none is confirmed until the notice (before the {@linkplain LeaseMargin safety margin}, before the lease's end, by
 *       the latest that the server's clock can show), the lease counts as lost. So it does at once if the store says that
 *       the claim is another's, was reset, or is gone.
 *   <li>A lease whose claim was completed under its own token is not lost: it is renewed no more.
 *   <li>A process or host that stood still for too long finds that out on waking, before it sends anything. One that slept
 *       for less, or whose clock was set, is renewed at once.
 * </ol>
 *
 * <p>One daemon thread renews, however many leases there are, one after the other; none takes more than half of the time
 * that another, not tried yet, has left. A second one, which never waits for the store, watches their ends. Thread-safe.
 * Nothing here releases a claim unless told to. The keeper, its leases and the client may be closed in any order.
 */
public final class LeaseKeeper implements AutoCloseable {
    /** How often it is looked whether this host stood still. */
    private static final Duration LOOK = Duration.ofMillis(250);

    private static final Duration AFTER_FAILURE = Duration.ofMillis(10);

    private final ClaimStore store;
    private final SplittableRandom random;
    private final ThreadFactory factory;
    private final Set<KeptLease> leases = ConcurrentHashMap.newKeySet();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closed;

    LeaseKeeper(ClaimStore store, SplittableRandom random, ThreadFactory factory) {
        this.store = store;
        this.random = random;
        this.factory = factory;
    }

    /** A keeper of leases on these claims; each renewal takes as long as the store's timeout at most. */
    public static LeaseKeeper on(ClaimStore store) {
        return new LeaseKeeper(store, new SplittableRandom(), Thread::new);
    }

    /**
     * The shortest lease that can be kept: one that leaves time for a renewal that runs into its timeout.
     *
     * @param timeout how long a renewal may take
     * @param notice how long before the safety margin a loss is to be told
     */
    public static Duration shortestTtl(Duration timeout, Duration notice) {
        return RenewalPace.shortestTtl(timeout.plus(notice));
    }

    /**
     * Renews this lease from now on.
     *
     * @param lease with its end, as acquire has given it
     * @param ttl how long each renewal lets it run
     * @param notice how long before the safety margin a loss is told: what the work needs to stop
     * @param listener hears of the loss
     * @throws IllegalArgumentException if {@code ttl} is too short for a renewal, the timeout and the notice, or the notice is
     *     negative
     * @throws IllegalStateException if the keeper is closed
     * @throws StoreException if the server's clock had to be read, and was not
     */
    public KeptLease keep(Lease lease, Duration ttl, Duration notice, LeaseListener listener) {
        return keep(lease, ttl, Duration.ZERO, notice, listener);
    }

    /**
     * As {@link #keep(Lease, Duration, Duration, LeaseListener)}, for a lease that others may take this long before its end.
     *
     * @param ttl how long after each renewal it can be relied on
     * @param beyond how much longer each renewal lets it run in the store
     */
    KeptLease keep(Lease lease, Duration ttl, Duration beyond, Duration notice, LeaseListener listener) {
        requirePossible(ttl, notice);
        RenewalPace pace = new RenewalPace(ttl, chance());
        Lease relied = KeptLease.endingEarlier(lease, beyond);
        LeaseWatch watch = new LeaseWatch(relied, store.leaseTime(relied, ttl), notice, pace);
        KeptLease kept = new KeptLease(
                store,
                watch,
                ttl,
                beyond,
                listener,
                callback -> started("claimctl-lease-lost", callback),
                leases::remove);
        add(kept);
        return kept;
    }

    /** Refuses a lease that cannot be kept. */
    void requirePossible(Duration ttl, Duration notice) {
        if (notice.isNegative()) {
            throw new IllegalArgumentException("notice is " + notice + "; a loss cannot be told after the fact");
        }
        Duration shortest = shortestTtl(store.timeout(), notice);
        if (ttl.compareTo(shortest) < 0) {
            throw new IllegalArgumentException("ttl " + ttl + " is too short for a renewal that takes "
                    + store.timeout() + " and a notice of " + notice + "; the shortest is " + shortest);
        }
    }

    private synchronized SplittableRandom chance() {
        requireOpen();
        return random.split();
    }

    private synchronized void add(KeptLease kept) {
        requireOpen();
        if (threads.isEmpty()) { // one by one, since the system may have no further thread
            threads.add(started("claimctl-lease-ends", () -> repeat(this::look)));
        }
        if (threads.size() == 1) {
            threads.add(started("claimctl-lease-renewals", () -> repeat(this::renew)));
        }
        leases.add(kept);
        threads.forEach(LockSupport::unpark);
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("this keeper is closed");
        }
    }

    /** Stops renewing all of them. It releases nothing. Repeating it does nothing. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            threads.forEach(Thread::interrupt); // also out of a renewal that hangs
        }
        leases.forEach(KeptLease::close);
    }

    private Thread started(String name, Runnable work) {
        Thread thread = factory.newThread(work);
        thread.setName(name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void repeat(Supplier<Duration> step) {
        while (!closed) {
            LockSupport.parkNanos(this, tried(step).toNanos());
            Thread.interrupted(); // a listener's, perhaps: no renewal would get through any more
        }
    }

    private static Duration tried(Supplier<Duration> step) {
        try {
            return step.get();
        } catch (RuntimeException | Error e) { // a listener's, perhaps: the other leases depend on this thread
            Thread.currentThread().getUncaughtExceptionHandler().uncaughtException(Thread.currentThread(), e);
            return AFTER_FAILURE;
        }
    }

    /** Tells the losses that are due, and says when to look again. */
    Duration look() {
        leases.forEach(KeptLease::look);
        return untilFirst(LeaseWatch::untilNotice);
    }

    /** Renews the one that has least left of those that are due, and says when to look again. */
    Duration renew() {
        leases.stream()
                .filter(lease -> lease.watch().due())
                .min(Comparator.comparing(lease -> lease.watch().untilNotice()))
                .ifPresent(lease -> lease.renewIfDue(turn(lease)));
        return untilFirst(LeaseWatch::untilDue);
    }

    /** How long a renewal may take, so that those that were not tried yet have as long if it hangs. */
    private Duration turn(KeptLease renewed) {
        return leases.stream()
                .filter(lease -> !lease.equals(renewed))
                .map(KeptLease::watch)
                .filter(LeaseWatch::untried)
                .map(LeaseWatch::untilNotice)
                .min(Duration::compareTo)
                .map(time -> time.dividedBy(2))
                .orElse(store.timeout());
    }

    private Duration untilFirst(Function<LeaseWatch, Duration> until) {
        return leases.stream()
                .map(lease -> until.apply(lease.watch()))
                .filter(time -> time.compareTo(LOOK) < 0)
                .min(Duration::compareTo)
                .orElse(LOOK);
    }
}
