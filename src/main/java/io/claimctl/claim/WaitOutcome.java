package io.claimctl.claim;

/** What came of waiting for a claim. */
public sealed interface WaitOutcome permits Reached, RanOut, AlreadyCompleted, Malformed {

    /** Calls the method that is named after this outcome. */
    <R> R match(Cases<R> cases);

    /** One method for each outcome, so that a forgotten one does not compile. */
    interface Cases<R> {
        R reached(Reached outcome);

        R ranOut(RanOut outcome);

        R alreadyCompleted(AlreadyCompleted outcome);

        R malformed(Malformed outcome);
    }
}
