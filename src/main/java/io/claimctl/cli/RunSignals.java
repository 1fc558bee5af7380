package io.claimctl.cli;

import io.claimctl.claim.Sleeper;
import io.claimctl.cli.process.Child;
import io.claimctl.cli.process.Signals;
import io.claimctl.cli.process.Signals.Caught;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Where the signals of a run go: before its command has started they end the waiting, while it runs to the command, and
 * afterwards nowhere, since what is left to do takes a bounded time. Thread-safe.
 */
final class RunSignals implements Sleeper {
    private static final List<String> ENDING = List.of("TERM", "INT");

    private final Signals signals;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private @Nullable Caught first;
    private @Nullable Child child;
    private boolean ending;

    RunSignals(Signals signals) {
        this.signals = signals;
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

    /** The first signal that came before the command was started. */
    synchronized Optional<Caught> stoppedBy() {
        return Optional.ofNullable(first);
    }

    /** From now on they go to this command; so do those that have come since it was asked whether any had. */
    synchronized void goTo(Child started) {
        child = started;
        if (first != null) {
            forward(first, started);
        }
    }

    /** Whether the command was told to end. */
    synchronized boolean ending() {
        return ending;
    }

    private synchronized void caught(Caught signal) {
        if (child != null) {
            forward(signal, child);
        } else if (first == null) {
            first = signal;
            stopped.countDown();
        }
    }

    /** TERM and INT also to what the command has started: a shell that dies of them would leave that behind. */
    private void forward(Caught signal, Child to) {
        if (!ENDING.contains(signal.name())) {
            to.signal(signal.name());
            return;
        }
        ending = true;
        boolean reachedIt = signal.name().equals("INT") && signals.fromTerminal();
        if (!reachedIt) {
            to.signalTree(signal.name());
        }
    }
}
