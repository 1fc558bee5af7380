package io.claimctl.claim;

/**
 * Why a token has no say over a claim (any more): what completing, renewing, releasing and storing have in common. The
 * claim was left as it is.
 */
public sealed interface Miss extends CompleteOutcome, RenewOutcome, ReleaseOutcome, PayloadOutcome
        permits AlreadyCompleted, Fenced, Reset, NotFound, Malformed {

    /** Calls the method that is named after this outcome. */
    <R> R match(Miss.Cases<R> cases);

    @Override
    default <R> R match(CompleteOutcome.Cases<R> cases) {
        return match((Miss.Cases<R>) cases);
    }

    @Override
    default <R> R match(RenewOutcome.Cases<R> cases) {
        return match((Miss.Cases<R>) cases);
    }

    @Override
    default <R> R match(ReleaseOutcome.Cases<R> cases) {
        return match((Miss.Cases<R>) cases);
    }

    @Override
    default <R> R match(PayloadOutcome.Cases<R> cases) {
        return match((Miss.Cases<R>) cases);
    }

    /** One method for each outcome, so that a forgotten one does not compile. */
    interface Cases<R> {
        R alreadyCompleted(AlreadyCompleted outcome);

        R fenced(Fenced outcome);

        R reset(Reset outcome);

        R notFound(NotFound outcome);

        R malformed(Malformed outcome);
    }
}
