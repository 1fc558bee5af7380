package io.claimctl.claim;

import io.claimctl.claim.ClaimChanges.Heard;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rings where the server tells that one of some claims has changed; elsewhere it only lets time pass. Not thread-safe. */
final class Doorbell implements AutoCloseable {
    private final StoreAccess store;
    private final List<String> ids;
    private @Nullable ClaimChanges changes;
    private boolean mayListen = true;

    /** @param ids of which claims; empty for all */
    Doorbell(StoreAccess store, List<String> ids) {
        this.store = store;
        this.ids = ids;
    }

    boolean isListening() {
        return changes != null;
    }

    /** Waits so long, or until it rings; false if the sleeper gave up. */
    boolean await(Duration longest, Sleeper sleeper) {
        if (mayListen) {
            mayListen = false;
            changes = ClaimChanges.ofAny(store, ids, longest).orElse(null);
            if (changes != null) {
                return true; // what happened before it listened shows in the next look
            }
        }
        if (changes == null) {
            return sleeper.sleep(longest);
        }
        Deadline deadline = new Deadline(store.clock, longest);
        // A storm of changes does not set the pace.
        Duration least = longest.compareTo(Waiting.FIRST) < 0 ? longest : Waiting.FIRST;
        if (!sleeper.sleep(least)) {
            return false;
        }
        while (!deadline.passed()) {
            Heard heard = changes.hear();
            if (heard == Heard.ENDED) {
                stop();
                return sleeper.sleep(deadline.left());
            }
            if (heard == Heard.CHANGE) {
                changes.skip(); // one look sees all of them
                return true;
            }
        }
        return true;
    }

    private void stop() {
        if (changes != null) {
            changes.close();
            changes = null;
        }
    }

    /** Stops listening; the store may be another one when it is waited for again. */
    @Override
    public void close() {
        if (changes != null) {
            mayListen = true;
        }
        stop();
    }
}
