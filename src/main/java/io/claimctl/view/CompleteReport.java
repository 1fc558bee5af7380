package io.claimctl.view;

import io.claimctl.claim.AlreadyCompleted;
import io.claimctl.claim.CompleteOutcome;
import io.claimctl.claim.Completed;
import io.claimctl.claim.NotFound;
import io.claimctl.claim.Unknown;
import org.jspecify.annotations.Nullable;

/** Reports of completions. */
final class CompleteReport extends TokenReport implements CompleteOutcome.Cases<Report> {
    private final Settling settling;

    CompleteReport(Situation situation, Settling settling) {
        super(situation, Operation.COMPLETE, "completed");
        this.settling = settling;
    }

    @Override
    public Report completed(Completed outcome) {
        return Report.done(
                new Facts()
                        .text(OutcomeField.OUTCOME, "completed")
                        .text(OutcomeField.ID, outcome.id())
                        .time(OutcomeField.UNTIL, outcome.until())
                        .flag(OutcomeField.LATE, outcome.late())
                        .flag(OutcomeField.RECORDED, outcome.recorded()),
                Operation.COMPLETE,
                note(outcome));
    }

    /** To complete twice is no failure. */
    @Override
    public Report alreadyCompleted(AlreadyCompleted outcome) {
        return Report.done(
                situation.present("already_completed", outcome.claim()),
                Operation.COMPLETE,
                "claim " + Words.name(outcome.claim().id()) + " was completed by this token before"
                        + situation.memory(outcome.claim()));
    }

    @Override
    public Report notFound(NotFound outcome) {
        return notDone(
                new Facts().text(OutcomeField.OUTCOME, "not_found").text(OutcomeField.ID, outcome.id()),
                "there is no claim " + Words.name(outcome.id())
                        + " (any more); with --record-missing its completion is recorded all the same");
    }

    @Override
    public Report unknown(Unknown outcome) {
        return unknown(outcome, settling.again("complete", outcome));
    }

    private static @Nullable String note(Completed outcome) {
        if (outcome.recorded()) {
            return "claim " + Words.name(outcome.id()) + " was gone; its completion was recorded anew";
        }
        return outcome.late()
                ? "the lease of claim " + Words.name(outcome.id()) + " had ended before, but nobody had taken the claim"
                : null;
    }
}
