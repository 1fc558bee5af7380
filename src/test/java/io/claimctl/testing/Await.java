package io.claimctl.testing;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Waits for what another process or thread is about to do. */
public final class Await {
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private Await() {}

    /**
     * Looks every few milliseconds.
     *
     * @param what for the message, when it does not come within half a minute
     */
    public static void until(Supplier<String> what, Callable<Boolean> come) throws Exception {
        long started = System.nanoTime();
        while (!come.call()) {
            if (System.nanoTime() - started > LONGEST.toNanos()) {
                throw new AssertionError("never came: " + what.get());
            }
            TimeUnit.MILLISECONDS.sleep(3);
        }
    }

    /** The same, with a message that is known before. */
    public static void until(String what, Callable<Boolean> come) throws Exception {
        until(() -> what, come);
    }
}
