package io.claimctl.cli;

import io.claimctl.claim.ClaimEvent;
import io.claimctl.view.EventSink;
import io.claimctl.view.Times;
import io.claimctl.view.WatchState;
import java.time.Duration;
import java.util.List;

/** A watch as lines, one for each event; what concerns the server is said on standard error. */
final class EventStream implements WatchShown {
    private final EventSink sink;
    private final Prose prose;

    EventStream(EventSink sink, Prose prose) {
        this.sink = sink;
        this.prose = prose;
    }

    @Override
    public void seen(List<ClaimEvent> events) {
        sink.events(events);
    }

    @Override
    public void stands(WatchState state) {
        // nothing is drawn
    }

    @Override
    public void fellSilent(String why) {
        prose.say(silence(why));
    }

    @Override
    public void answersAgain(Duration after) {
        prose.say(again(after));
    }

    static String silence(String why) {
        return "still watching, though the server gives no answer: " + why;
    }

    static String again(Duration after) {
        return "the server answers again, after " + Times.words(after.toMillis());
    }

    @Override
    public void close() {
        // nothing is drawn
    }
}
