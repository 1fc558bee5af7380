package io.claimctl.worker;

import java.util.function.Consumer;

/** Tells a listener, whose exceptions change nothing. */
final class WorkEvents {
    private final WorkListener listener;

    WorkEvents(WorkListener listener) {
        this.listener = listener;
    }

    void tell(Consumer<WorkListener> event) {
        try {
            event.accept(listener);
        } catch (RuntimeException | Error e) { // the claim, and whoever waits for the work, depend on this thread
            Thread.currentThread().getUncaughtExceptionHandler().uncaughtException(Thread.currentThread(), e);
        }
    }
}
