package io.claimctl.cli;

/** Runs when a signal ends the process, so that the terminal is left as it was. */
final class RestoringHook {
    private final Thread thread;

    RestoringHook(Runnable restore) {
        thread = new Thread(restore, "claimctl-restoring");
        Runtime.getRuntime().addShutdownHook(thread);
    }

    /** It has been done. */
    void remove() {
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException alreadyRunning) {
            return; // and it does the same
        }
    }
}
