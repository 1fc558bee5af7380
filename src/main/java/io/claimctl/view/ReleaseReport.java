package io.claimctl.view;

import io.claimctl.claim.Claim;
import io.claimctl.claim.KeptForRecovery;
import io.claimctl.claim.ReleaseOutcome;
import io.claimctl.claim.Released;
import io.claimctl.claim.Unknown;

/** Reports of releases. */
final class ReleaseReport extends TokenReport implements ReleaseOutcome.Cases<Report> {
    private final Settling settling;

    ReleaseReport(Situation situation, Settling settling) {
        super(situation, Operation.RELEASE, "released");
        this.settling = settling;
    }

    @Override
    public Report released(Released outcome) {
        return Report.done(
                new Facts().text(OutcomeField.OUTCOME, "released").text(OutcomeField.ID, outcome.id()),
                Operation.RELEASE,
                null);
    }

    @Override
    public Report keptForRecovery(KeptForRecovery outcome) {
        Claim claim = outcome.claim();
        return notDone(
                situation.present("kept_for_recovery", claim).time(OutcomeField.KEPT_AT, claim.keptAt()),
                "claim " + Words.name(claim.id()) + " was not released, since it holds a payload,"
                        + " a message that would be deleted with it; it is kept for recovery. --payloads include releases it all the same, without the message");
    }

    @Override
    public Report unknown(Unknown outcome) {
        return unknown(outcome, settling.again("release", outcome));
    }
}
