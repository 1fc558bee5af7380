package io.claimctl.claim;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Tries to acquire a claim, and again while somebody holds it: {@code acquire --wait}. Each try is whole by itself. */
final class PatientAcquire {
    private final Supplier<AcquireOutcome> acquire;
    private final StoreAccess store;
    private final Waiting waiting;

    PatientAcquire(Supplier<AcquireOutcome> acquire, StoreAccess store, Waiting waiting) {
        this.acquire = acquire;
        this.store = store;
        this.waiting = waiting;
    }

    AcquireOutcome run() {
        waiting.restart();
        AcquireOutcome outcome = acquire.get();
        while ((outcome instanceof Held || outcome instanceof Contended) && waiting.pause(untilFree(outcome))) {
            outcome = nextTry();
        }
        return outcome;
    }

    private Optional<Duration> untilFree(AcquireOutcome outcome) {
        try {
            return outcome instanceof Held held
                    ? Waiting.untilFree(
                            held.claim(), store.time.recent(store.timeout).earliest())
                    : Optional.empty();
        } catch (StoreException e) {
            return Optional.empty(); // the next try will say whether the store has failed for good
        }
    }

    /** A store that has answered once, and fails now for a while, is waited for, too: it says that nothing was acquired. */
    private AcquireOutcome nextTry() {
        while (true) {
            try {
                return acquire.get();
            } catch (StoreException e) {
                if (!e.passes() || !waiting.pause(Optional.empty())) {
                    throw e;
                }
            }
        }
    }
}
