package io.claimctl.cli;

import io.claimctl.claim.Sleeper;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a command end in order when a signal ends the process: it stops waiting at once, and has a while to let go what it
 * holds. The process ends with 128 + n whatever the command returns then.
 */
final class Stopping implements Sleeper {
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook;

    /** @param longest how long the process stays at most for the command to end */
    Stopping(Duration longest) {
        hook = new Thread(() -> stop(longest), "claimctl-stopping");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void stop(Duration longest) {
        stopped.countDown();
        await(ended, longest);
    }

    boolean stopped() {
        return stopped.getCount() == 0;
    }

    @Override
    public boolean sleep(Duration time) {
        return !await(stopped, time);
    }

    private static boolean await(CountDownLatch latch, Duration longest) {
        try {
            return latch.await(longest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** The command has ended. */
    void close() {
        ended.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyRunning) {
            return; // and it has been told that the command has ended
        }
    }
}
