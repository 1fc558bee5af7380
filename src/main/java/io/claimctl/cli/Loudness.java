package io.claimctl.cli;

/** How much a command says on standard error. */
interface Loudness {
    /** Only errors. */
    boolean quiet();

    /** How often more was asked for: 1 for details, 2 for all of them. */
    int verbosity();

    /** Details, too. */
    default boolean verbose() {
        return verbosity() > 0;
    }

    /** The same without details, which would run into a picture that is drawn on the same terminal. */
    default Loudness withoutDetails() {
        boolean quiet = quiet();
        return new Loudness() {
            @Override
            public boolean quiet() {
                return quiet;
            }

            @Override
            public int verbosity() {
                return 0;
            }
        };
    }
}
