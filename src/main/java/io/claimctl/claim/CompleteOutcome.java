package io.claimctl.claim;

import java.util.Optional;

/** What came of a completion. */
public sealed interface CompleteOutcome
        permits Completed, AlreadyCompleted, Fenced, Reset, NotFound, Malformed, Unknown {

    /** Calls the method that is named after this outcome. */
    <R> R match(Cases<R> cases);

    /** The completion, if it happened now. */
    default Optional<Completed> completed() {
        return this instanceof Completed completed ? Optional.of(completed) : Optional.empty();
    }

    /** One method for each outcome, so that a forgotten one does not compile. */
    interface Cases<R> {
        R completed(Completed outcome);

        R alreadyCompleted(AlreadyCompleted outcome);

        R fenced(Fenced outcome);

        R reset(Reset outcome);

        R notFound(NotFound outcome);

        R malformed(Malformed outcome);

        R unknown(Unknown outcome);
    }
}
