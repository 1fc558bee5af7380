package io.claimctl.cli;

import io.claimctl.claim.Sleeper;
import io.claimctl.cli.process.Signals;
import io.claimctl.cli.process.Signals.Caught;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where the signals of a sweep or a recovery go: the first one stops it, and what is under way; the others nowhere. Thread-safe. */
final class StopSignals implements Sleeper {
    private final CountDownLatch stopped = new CountDownLatch(1);
    private @Nullable Caught first;
    private @Nullable Consumer<Caught> listener;

    /** From now on they end this process no longer. */
    void listenTo(Signals signals) {
        signals.listen(this::caught);
    }

    @Override
    public boolean sleep(Duration time) {
        try {
            return !stopped.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    synchronized Optional<Caught> stoppedBy() {
        return Optional.ofNullable(first);
    }

    /** What a report says where one has stopped the work. */
    String words() {
        return stoppedBy()
                .map(signal -> "the signal " + signal.name() + " stopped it")
                .orElse("it was interrupted");
    }

    /** Has this called with the first one; at once if it has come. A second call replaces the first. */
    synchronized void whenStopped(Consumer<Caught> told) {
        listener = told;
        if (first != null) {
            told.accept(first);
        }
    }

    private synchronized void caught(Caught signal) {
        if (first == null) {
            first = signal;
            stopped.countDown();
            if (listener != null) {
                listener.accept(signal);
            }
        }
    }
}
