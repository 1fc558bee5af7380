package io.claimctl.cli;

import io.claimctl.claim.Sleeper;
import io.claimctl.cli.process.Child;
import io.claimctl.cli.process.Signals;
import io.claimctl.cli.process.Signals.Caught;
import java.time.Duration;
import java.util.ArrayList;
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
    private final Prose prose;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final List<Early> early = new ArrayList<>();
    private @Nullable Child child;
    private boolean starting;
    private boolean ending;

    /**
     * One that came before there was a command to send it to.
     *
     * @param reached whether it has reached a command that was just being started
     */
    private record Early(Caught signal, boolean reached) {}

    /** @param prose says which signal could not be passed on */
    RunSignals(Signals signals, Prose prose) {
        this.signals = signals;
        this.prose = prose;
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
        return early.stream().map(Early::signal).findFirst();
    }

    /**
     * From now on they go to this command; so do all that have come since it was asked whether any had, those of a
     * terminal too, which came before there was a command that it could reach.
     */
    synchronized void goTo(Child started) {
        child = started;
        early.forEach(one -> forward(one.signal(), started, one.reached()));
    }

    /** From now on there may be a command that a terminal's Ctrl-C reaches by itself. */
    synchronized void starting() {
        starting = true;
    }

    /** The command has ended, and what it left running is not to be told. */
    synchronized void goNowhere() {
        child = null;
    }

    /** Whether the command was told to end. */
    synchronized boolean ending() {
        return ending;
    }

    private synchronized void caught(Caught signal) {
        try {
            take(signal);
        } catch (RuntimeException e) { // on the thread of all signals
            prose.error(String.valueOf(e.getMessage()));
        }
    }

    private void take(Caught signal) {
        if (child != null) {
            forward(signal, child, isOfTerminal(signal));
        } else {
            early.add(new Early(signal, starting && isOfTerminal(signal)));
            stopped.countDown();
        }
    }

    private boolean isOfTerminal(Caught signal) {
        return signal.name().equals("INT") && signals.fromTerminal();
    }

    /** TERM and INT also to what the command has started: a shell that dies of them would leave that behind. */
    private void forward(Caught signal, Child to, boolean hasReachedIt) {
        if (!ENDING.contains(signal.name())) {
            to.signal(signal.name());
            return;
        }
        ending = true;
        if (!hasReachedIt) {
            to.signalTree(signal.name());
        }
    }
}
