package io.claimctl.view;

/** A column of a table; the constants of an enum. */
interface Column {

    /** The heading. */
    String heading();

    /** Cells of later rows are as wide as this at least, so that it is worth reserving. */
    int usual();

    /** A column that must shrink keeps this width; {@link Integer#MAX_VALUE} if it never shrinks. */
    int least();
}
