package io.claimctl.cli;

import io.claimctl.claim.ClaimEvent;
import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.ClaimWatch;
import io.claimctl.claim.ServerTime;
import io.claimctl.claim.Sleeper;
import io.claimctl.claim.Stopwatch;
import io.claimctl.claim.StoreException;
import io.claimctl.view.WatchState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Looks, and shows. The looks are made on a thread of their own, so that what is shown goes on while a server that does not
 * answer is waited for. A failure that may pass by itself is waited out, once the first look was answered.
 */
final class WatchRun {
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final Duration LATE = Duration.ofSeconds(2);
    private static final Duration NEWS = Duration.ofSeconds(10);

    private final ClaimWatch watch;
    private final WatchShown shown;
    private final Duration interval;
    private final Duration longest;
    private final Function<StoreException, String> words;
    private final Semaphore wake = new Semaphore(0);
    private final Stopwatch started = Stopwatch.start();

    private List<ClaimRow> claims = List.of();
    private @Nullable ServerTime time;
    private Stopwatch answered = Stopwatch.start();
    private Instant answeredAt = Instant.EPOCH;
    private boolean silent;
    private @Nullable Duration silentFor;
    private Stopwatch returned = Stopwatch.start();

    /**
     * A run.
     *
     * @param longest after how long it ends
     * @param words what is said of a failure
     */
    WatchRun(
            ClaimWatch watch,
            WatchShown shown,
            Duration interval,
            Duration longest,
            Function<StoreException, String> words) {
        this.watch = watch;
        this.shown = shown;
        this.interval = interval;
        this.longest = longest;
        this.words = words;
    }

    /** Until the time is up. */
    void run() {
        answer(watch.look());
        ExecutorService looks = Executors.newSingleThreadExecutor(WatchRun::thread);
        try {
            while (!over()) {
                next(looks);
            }
        } finally {
            stop(looks);
        }
    }

    private void next(ExecutorService looks) {
        CompletableFuture<List<ClaimEvent>> look = CompletableFuture.supplyAsync(this::look, looks);
        CompletableFuture<List<ClaimEvent>> waking = look.whenComplete((events, failure) -> wake.release());
        while (!look.isDone() && !over()) {
            show();
            await(TICK);
        }
        if (look.isDone()) {
            take(waking);
        }
    }

    private List<ClaimEvent> look() {
        return watch.pause(interval, Sleeper.THREAD) ? watch.look() : List.of();
    }

    private void take(CompletableFuture<List<ClaimEvent>> look) {
        try {
            answer(look.join());
        } catch (CompletionException e) {
            if (e.getCause() instanceof StoreException failure && failure.passes()) {
                fail(failure);
            } else if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            } else {
                throw e;
            }
        }
    }

    private void answer(List<ClaimEvent> events) {
        if (silent) {
            silent = false;
            silentFor = answered.get();
            returned = Stopwatch.start();
            shown.answersAgain(silentFor);
        }
        claims = watch.claims();
        time = watch.time().orElse(null);
        answered = Stopwatch.start();
        answeredAt = now();
        shown.seen(events);
        show();
    }

    private void fail(StoreException failure) {
        if (!silent) {
            silent = true;
            shown.fellSilent(words.apply(failure));
        }
        show();
    }

    private void show() {
        Duration news = returned.get().compareTo(NEWS) < 0 ? silentFor : null;
        boolean late = answered.get().compareTo(interval.plus(LATE)) > 0; // long before the driver gives up
        shown.stands(new WatchState(claims, now(), silent || late ? answeredAt : null, news));
    }

    private Instant now() {
        return time == null ? answeredAt : time.earliest();
    }

    private boolean over() {
        return started.get().compareTo(longest) >= 0 || Thread.currentThread().isInterrupted();
    }

    private void await(Duration tick) {
        Duration left = longest.minus(started.get());
        long nanos = (left.compareTo(tick) < 0 ? left : tick).toNanos();
        try {
            if (wake.tryAcquire(Math.max(1, nanos), TimeUnit.NANOSECONDS)) {
                wake.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void stop(ExecutorService looks) {
        looks.shutdownNow();
        try {
            looks.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "claimctl-watch");
        thread.setDaemon(true);
        return thread;
    }
}
