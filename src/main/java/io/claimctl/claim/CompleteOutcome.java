package io.claimctl.claim;

import java.util.Optional;

/** What came of a completion. */
public sealed interface CompleteOutcome permits Completed, Miss, Unknown {

    /** Calls the method that is named after this outcome. */
    <R> R match(Cases<R> cases);

    /** The completion, if it happened now. */
    default Optional<Completed> completed() {
        return this instanceof Completed completed ? Optional.of(completed) : Optional.empty();
    }

    /** One method for each outcome, so that a forgotten one does not compile. */
    interface Cases<R> extends Miss.Cases<R> {
        R completed(Completed outcome);

        R unknown(Unknown outcome);
    }
}
