package io.claimctl.cli;

import io.claimctl.claim.ClaimEvent;
import io.claimctl.view.WatchState;
import java.time.Duration;
import java.util.List;

/** Where a watch is shown. Closing it leaves the terminal as it was. */
interface WatchShown extends AutoCloseable {

    /** What a look saw. */
    void seen(List<ClaimEvent> events);

    /** How it stands, every second at least. */
    void stands(WatchState state);

    /** The server gives no answer any more. */
    void fellSilent(String why);

    /** The server answers again. */
    void answersAgain(Duration after);

    @Override
    void close();
}
