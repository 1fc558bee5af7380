package io.claimctl.claim;

import java.util.Optional;

/** What came of a renewal. */
public sealed interface RenewOutcome permits Renewed, Expired, Miss, Unknown {

    /** Calls the method that is named after this outcome. */
    <R> R match(Cases<R> cases);

    /** The renewal, if the lease can be relied on. */
    default Optional<Renewed> renewed() {
        return this instanceof Renewed renewed ? Optional.of(renewed) : Optional.empty();
    }

    /** One method for each outcome, so that a forgotten one does not compile. */
    interface Cases<R> extends Miss.Cases<R> {
        R renewed(Renewed outcome);

        R expired(Expired outcome);

        R unknown(Unknown outcome);
    }
}
