package io.claimctl.claim;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits between two looks at a claim. Thread-safe. */
@FunctionalInterface
public interface Sleeper {
    /** Waits on this thread; an interrupt ends the waiting, and stays set. */
    Sleeper THREAD = time -> {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    };

    /**
     * Waits this long.
     *
     * @return whether to go on; false to give up waiting at once
     */
    boolean sleep(Duration time);
}
