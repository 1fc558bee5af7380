package io.claimctl.cli;

import io.claimctl.claim.ClaimEvent;
import io.claimctl.cli.process.TerminalSize;
import io.claimctl.view.ClaimFrame;
import io.claimctl.view.WatchState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A watch on a terminal as a list that changes in place. Thread-safe. */
final class LiveList implements WatchShown {
    private final TerminalScreen screen;
    private final ClaimFrame frame;
    private TerminalSize size;
    private @Nullable WatchState last;

    LiveList(TerminalScreen screen, ClaimFrame frame, TerminalSize size) {
        this.screen = screen;
        this.frame = frame;
        this.size = size;
    }

    @Override
    public void seen(List<ClaimEvent> events) {
        // the list shows what became of it
    }

    @Override
    public synchronized void stands(WatchState state) {
        last = state;
        screen.draw(frame.lines(state, size.columns(), size.rows()));
    }

    /** The terminal may have another size. It is asked here, one after the other, so that the last answer counts. */
    synchronized void resized(Supplier<Optional<TerminalSize>> measured) {
        size = measured.get().orElse(size);
        if (last != null) {
            screen.redraw(frame.lines(last, size.columns(), size.rows()));
        }
    }

    @Override
    public void fellSilent(String why) {
        // the state says it
    }

    @Override
    public void answersAgain(Duration after) {
        // the state says it
    }

    @Override
    public void close() {
        screen.close();
    }
}
