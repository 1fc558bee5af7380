package io.claimctl.doctor;

import io.claimctl.claim.Acquired;
import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Completed;
import io.claimctl.claim.Lease;
import io.claimctl.claim.LeaseFilter;
import io.claimctl.claim.Reset;
import io.claimctl.claim.ResetOptions;
import io.claimctl.claim.Sleeper;
import io.claimctl.claim.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** Lets threads race for one scratch claim, and counts who has won. */
final class Race {
    /** Long enough that it does not end while others still race for it. */
    private static final int LEASE_IN_TIMEOUTS = 3;

    private static final Duration SHORT = Duration.ofMillis(100);
    private static final Duration MEMORY = Duration.ofMinutes(1);
    private static final int LOOKS = 20;

    /** What is raced for. */
    enum Kind {
        /** To acquire a claim that is not there. */
        FRESH,
        /** To acquire one whose lease has ended. */
        EXPIRED,
        /** To reset one as it was seen. */
        RESET,
        /** To complete one late, or to take it over as it was seen. */
        COMPLETE_OR_TAKE_OVER;

        boolean acquires() {
            return this == FRESH || this == EXPIRED;
        }
    }

    /** How rounds have ended. */
    static final class Tally {
        private int rounds;
        private int decided;
        private int broken;
        private int most;

        void add(int winners) {
            rounds++;
            decided += winners == 1 ? 1 : 0;
            broken += winners > 1 ? 1 : 0;
            most = Math.max(most, winners);
        }

        int rounds() {
            return rounds;
        }

        /** With exactly one winner. */
        int decided() {
            return decided;
        }

        /** With several. */
        int broken() {
            return broken;
        }

        /** The most winners of a round. */
        int most() {
            return most;
        }
    }

    private final ClaimStore store;
    private final Scratch scratch;
    private final ExecutorService threads;
    private final Sleeper sleeper;
    private final Duration ttl;

    Race(ClaimStore store, Scratch scratch, ExecutorService threads, Sleeper sleeper) {
        this.store = store;
        this.scratch = scratch;
        this.threads = threads;
        this.sleeper = sleeper;
        this.ttl = store.timeout().multipliedBy(LEASE_IN_TIMEOUTS);
    }

    /** One round. */
    void run(Kind kind, Tally tally) {
        String id = scratch.next();
        switch (kind) {
            case FRESH -> tally.add(acquirers(id));
            case EXPIRED -> {
                if (lapsed(id).isPresent()) {
                    tally.add(acquirers(id));
                }
            }
            case RESET -> {
                store.acquire(id, ttl);
                seen(id).ifPresent(claim -> tally.add(resets(claim)));
            }
            case COMPLETE_OR_TAKE_OVER -> lapsed(id).ifPresent(claim -> tally.add(changes(claim)));
        }
    }

    private int acquirers(String id) {
        return winners(i -> store.acquire(id, ttl) instanceof Acquired);
    }

    private int resets(Claim seen) {
        return winners(i -> store.reset(seen, ResetOptions.defaults()) instanceof Reset);
    }

    /** Of the old holder's completions the first wins; the others are told that it was they. */
    private int changes(Claim seen) {
        Optional<Lease> lease = scratch.lease(seen);
        return lease.isEmpty()
                ? 0
                : winners(i -> i % 2 == 0
                        ? store.complete(lease.get(), MEMORY) instanceof Completed
                        : store.takeOver(seen, ttl, LeaseFilter.EXPIRED) instanceof Acquired);
    }

    private Optional<Claim> seen(String id) {
        return store.find(id).filter(Claim.class::isInstance).map(ClaimRow::readable);
    }

    /** A claim whose lease has ended by the server's clock. */
    private Optional<Claim> lapsed(String id) {
        store.acquire(id, SHORT); // which may be told that it came too late: the claim is there then, too
        for (int look = 0; look < LOOKS && sleeper.sleep(SHORT.plusMillis(20)); look++) {
            Optional<Claim> claim = seen(id);
            Instant now = store.readTime().earliest();
            if (claim.isEmpty() || claim.get().freeAt(now)) {
                return claim;
            }
        }
        return Optional.empty();
    }

    /** One of the attempts, by its number. */
    @FunctionalInterface
    private interface Attempt {
        boolean wins(int number);
    }

    /** @return 0 also where none is known to have won */
    private int winners(Attempt attempt) {
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Boolean>> attempts = new ArrayList<>();
        for (int i = 0; i < Proof.THREADS; i++) {
            int number = i;
            Callable<Boolean> task = () -> {
                start.await();
                return attempt.wins(number);
            };
            attempts.add(threads.submit(task));
        }
        start.countDown();
        int winners = 0;
        StoreException failed = null;
        for (Future<Boolean> each : attempts) {
            try {
                winners += each.get() ? 1 : 0;
            } catch (ExecutionException e) {
                failed = failure(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return 0;
            }
        }
        if (failed != null && winners == 0 && !failed.passes()) {
            throw failed; // nobody may do it, or nothing of it can be done here
        }
        return winners;
    }

    private static StoreException failure(ExecutionException e) {
        if (e.getCause() instanceof StoreException store) {
            return store;
        }
        throw new IllegalStateException(e.getCause());
    }
}
