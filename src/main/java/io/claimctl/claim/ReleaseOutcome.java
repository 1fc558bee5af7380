package io.claimctl.claim;

import java.util.Optional;

/** What came of a release by its holder. */
public sealed interface ReleaseOutcome permits Released, KeptForRecovery, Miss, Unknown {

    /** Calls the method that is named after this outcome. */
    <R> R match(Cases<R> cases);

    /** The release, if the claim was let go. */
    default Optional<Released> released() {
        return this instanceof Released released ? Optional.of(released) : Optional.empty();
    }

    /** One method for each outcome, so that a forgotten one does not compile. */
    interface Cases<R> extends Miss.Cases<R> {
        R released(Released outcome);

        R keptForRecovery(KeptForRecovery outcome);

        R unknown(Unknown outcome);
    }
}
