package io.claimctl.claim;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The pause before a command is repeated whose outcome is unknown, so that a failing server is not flooded. */
final class Pauses {
    private static final Duration PAUSE = Duration.ofMillis(50);

    private Pauses() {}

    static void beforeRepeat(Deadline deadline) {
        Duration left = deadline.left();
        LockSupport.parkNanos(Math.min(TimeUnit.MILLISECONDS.toNanos(PAUSE.toMillis()), left.toNanos()));
    }
}
