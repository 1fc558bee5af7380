package io.claimctl.claim;

import java.util.Optional;

/** What came of a reset of one claim by the fingerprint seen. */
public sealed interface ResetOutcome permits Reset, Changed, Gone, KeptForRecovery, Malformed, Unknown {

    /** Calls the method that is named after this outcome. */
    <R> R match(Cases<R> cases);

    /** The reset, if it happened now. */
    default Optional<Reset> reset() {
        return this instanceof Reset reset ? Optional.of(reset) : Optional.empty();
    }

    /** One method for each outcome, so that a forgotten one does not compile. */
    interface Cases<R> {
        R reset(Reset outcome);

        R changed(Changed outcome);

        R gone(Gone outcome);

        R keptForRecovery(KeptForRecovery outcome);

        R malformed(Malformed outcome);

        R unknown(Unknown outcome);
    }
}
