package io.claimctl.cli;

import io.claimctl.cli.process.Signals;
import io.claimctl.cli.process.Stdio;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Signals that a test sends to a run in this process. */
final class SentSignals implements Signals {
    private final CompletableFuture<Consumer<Caught>> listener = new CompletableFuture<>();
    private final boolean fromTerminal;

    SentSignals(boolean fromTerminal) {
        this.fromTerminal = fromTerminal;
    }

    Host host() {
        return new Host(this, Stdio.NOTHING);
    }

    /** Sends it once the run listens. */
    void send(String name) {
        int number =
                List.of("HUP", "INT").contains(name) ? List.of("", "HUP", "INT").indexOf(name) : 15;
        listener.join().accept(new Caught(name, number));
    }

    @Override
    public void listen(Consumer<Caught> to) {
        listener.complete(to);
    }

    @Override
    public boolean fromTerminal() {
        return fromTerminal;
    }
}
