package io.claimctl.claim;

import java.util.Optional;

/** What came of an acquisition. A lost race is a value; only a store that failed throws. */
public sealed interface AcquireOutcome
        permits Acquired, Held, AlreadyCompleted, Expired, Contended, Malformed, Unknown {

    /** Calls the method that is named after this outcome. */
    <R> R match(Cases<R> cases);

    /** The acquisition, if it happened. */
    default Optional<Acquired> acquired() {
        return this instanceof Acquired acquired ? Optional.of(acquired) : Optional.empty();
    }

    /** One method for each outcome, so that a forgotten one does not compile. */
    interface Cases<R> {
        R acquired(Acquired outcome);

        R held(Held outcome);

        R alreadyCompleted(AlreadyCompleted outcome);

        R expired(Expired outcome);

        R contended(Contended outcome);

        R malformed(Malformed outcome);

        R unknown(Unknown outcome);
    }
}
