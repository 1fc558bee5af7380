package io.claimctl.view;

/** Takes the outcomes of an operation on several claims, as they come. */
public interface OutcomeSink {

    /** The next outcome, written at once. */
    void report(Report report);

    /** There are no more. */
    void end();
}
