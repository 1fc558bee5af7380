package io.claimctl.cli;

/** How much a command says on standard error. */
interface Loudness {
    /** Only errors. */
    boolean quiet();

    /** Details, too. */
    boolean verbose();
}
