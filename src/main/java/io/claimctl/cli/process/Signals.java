package io.claimctl.cli.process;

import java.util.function.Consumer;

/** Signals that this process is sent. */
public interface Signals {
    /** Never any. */
    Signals NONE = new Signals() {
        @Override
        public void listen(Consumer<Caught> listener) {
            // none will come
        }

        @Override
        public boolean fromTerminal() {
            return false;
        }
    };

    /** Those of this process. Only one {@link #listen} on them counts, the last. */
    static Signals ofThisProcess() {
        return new ProcessSignals();
    }

    /**
     * From now on HUP, INT, TERM, USR1 and USR2 no longer end this process: each one is told to the listener, on a thread
     * of its own, so that two may be told at once. A signal that was ignored when this process was started ({@code nohup},
     * a job in the background) stays ignored; one that the JVM was told to leave alone ({@code -Xrs}) keeps its effect.
     * QUIT cannot be had: the JVM answers it with a thread dump on standard error.
     */
    void listen(Consumer<Caught> listener);

    /** From now on the listener hears, on a thread of its own, when the terminal has got another size. */
    default void onResize(Runnable listener) {
        // where no signals come, none comes
    }

    /**
     * From now on, when the terminal stops this process (Ctrl-Z), it first runs the one, then stops, and runs the other when
     * it goes on. Each on a thread of its own; the other one may run more than once.
     */
    default void aroundStop(Runnable before, Runnable after) {
        // where no signals come, none stops it
    }

    /**
     * Whether this process is in the foreground process group of its terminal, so that the Ctrl-C that reached it has
     * reached its children too. False where that cannot be known.
     */
    boolean fromTerminal();

    /**
     * A signal that came.
     *
     * @param name without SIG, such as {@code TERM}
     * @param number on this platform, such as 15
     */
    record Caught(String name, int number) {}
}
