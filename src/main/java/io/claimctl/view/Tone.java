package io.claimctl.view;

/** What a state means to an operator; colours follow it. */
enum Tone {
    PLAIN,
    /** As it should be. */
    GOOD,
    /** Look at it. */
    WARN,
    /** Something is wrong. */
    BAD,
    /** Of no concern. */
    QUIET,
    /** A heading. */
    HEAD
}
