package io.claimctl.claim;

import java.util.Optional;

/** What came of taking over a claim that was seen. */
public sealed interface TakeOverOutcome permits Acquired, Held, Changed, Gone, Expired, Malformed, Unknown {

    /** Calls the method that is named after this outcome. */
    <R> R match(Cases<R> cases);

    /** The acquisition, if it happened. */
    default Optional<Acquired> takenOver() {
        return this instanceof Acquired acquired ? Optional.of(acquired) : Optional.empty();
    }

    /** One method for each outcome, so that a forgotten one does not compile. */
    interface Cases<R> {
        R acquired(Acquired outcome);

        R held(Held outcome);

        R changed(Changed outcome);

        R gone(Gone outcome);

        R expired(Expired outcome);

        R malformed(Malformed outcome);

        R unknown(Unknown outcome);
    }
}
