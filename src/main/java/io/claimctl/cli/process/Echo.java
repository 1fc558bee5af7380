package io.claimctl.cli.process;

import java.io.IOException;

/** Whether a terminal shows what is typed: its state as it was when this was made. */
public interface Echo extends AutoCloseable {
    /** Of what is no terminal: there is nothing to hide. */
    Echo NONE = new Echo() {
        @Override
        public void hide() {}

        @Override
        public void close() {}
    };

    /**
     * Hides what is typed from now on.
     *
     * @throws IOException if the terminal does not obey
     */
    void hide() throws IOException;

    /** Puts all back as it was; once or more often, from any thread. */
    @Override
    void close();

    /** Looks at the terminal of a process. */
    @FunctionalInterface
    interface Source {
        /**
         * As it is now.
         *
         * @throws IOException if there is no terminal, or none that could be told to hide anything
         */
        Echo now() throws IOException;
    }
}
