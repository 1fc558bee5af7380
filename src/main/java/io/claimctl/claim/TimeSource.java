package io.claimctl.claim;

import java.time.Duration;
import java.util.Optional;

/**
 * The only clock that claims are judged by: the primary's. Thread-safe.
 *
 * <p>A step of that clock cannot be seen by a client, so what takes other people's claims {@linkplain #read reads} it
 * each time; what only renews, completes or displays may use a {@linkplain #recent recent} reading.
 */
public interface TimeSource {

    /**
     * Asks the primary now.
     *
     * @param limit how long the answer may take
     * @throws StoreException if there is no answer
     */
    ServerTime read(Duration limit);

    /**
     * A reading of the last minute, or a new one: also after a change of primary, an error of the network, or a suspend.
     *
     * @param limit how long an answer may take
     * @throws StoreException if there is no answer
     */
    ServerTime recent(Duration limit);

    /** The last reading, however old and even if it was dropped: for displays, never to judge a claim by. */
    default Optional<ServerTime> lastKnown() {
        return Optional.empty();
    }

    /** Drops what is carried: an error has shown that the primary may have changed. */
    void forget();
}
