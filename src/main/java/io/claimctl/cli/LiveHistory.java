package io.claimctl.cli;

import io.claimctl.claim.ClaimEvent;
import io.claimctl.view.EventSink;
import io.claimctl.view.WatchLine;
import io.claimctl.view.WatchState;
import java.time.Duration;
import java.util.List;

/**
 * A watch on a terminal as a history: lines that stay, and below them one that says how it stands, drawn over itself. Uses
 * no escape sequences but colours, and changes nothing of the terminal.
 */
final class LiveHistory implements WatchShown {
    private final EventSink sink;
    private final Prose prose;
    private final Progress line;
    private final WatchLine words;
    private final RestoringHook hook = new RestoringHook(this::close);
    private boolean suspended;
    private boolean closed;

    LiveHistory(EventSink sink, Prose prose, Progress line, WatchLine words) {
        this.sink = sink;
        this.prose = prose;
        this.line = line;
        this.words = words;
    }

    @Override
    public synchronized void seen(List<ClaimEvent> events) {
        if (!closed && !events.isEmpty()) {
            line.clear();
            sink.events(events);
        }
    }

    @Override
    public synchronized void stands(WatchState state) {
        if (!closed && !suspended) {
            line.showBelow(words.of(state));
        }
    }

    /** Leaves the terminal for a while. */
    synchronized void suspend() {
        line.clear();
        suspended = true;
    }

    /** Takes the terminal back. */
    synchronized void resume() {
        suspended = false;
    }

    @Override
    public synchronized void fellSilent(String why) {
        line.clear();
        prose.say(EventStream.silence(why));
    }

    @Override
    public synchronized void answersAgain(Duration after) {
        line.clear();
        prose.say(EventStream.again(after));
    }

    @Override
    public synchronized void close() {
        closed = true;
        line.clear();
        hook.remove();
    }
}
