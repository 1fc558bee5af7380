package io.claimctl.view;

import io.claimctl.claim.AlreadyCompleted;
import io.claimctl.claim.Claim;
import io.claimctl.claim.CompleteOutcome;
import io.claimctl.claim.Completed;
import io.claimctl.claim.Fenced;
import io.claimctl.claim.Malformed;
import io.claimctl.claim.NotFound;
import io.claimctl.claim.Reset;
import io.claimctl.claim.Token;
import io.claimctl.claim.Unknown;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reports of completions. */
final class CompleteReport implements CompleteOutcome.Cases<Report> {
    private final Situation situation;
    private final NextSteps next;

    CompleteReport(Situation situation, NextSteps next) {
        this.situation = situation;
        this.next = next;
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
                OutcomeField.COMPLETE,
                note(outcome));
    }

    @Override
    public Report alreadyCompleted(AlreadyCompleted outcome) {
        return Report.done(
                situation.present("already_completed", outcome.claim()),
                OutcomeField.COMPLETE,
                "claim " + Words.name(outcome.claim().id()) + " was completed by this token before"
                        + situation.memory(outcome.claim()));
    }

    @Override
    public Report fenced(Fenced outcome) {
        Claim claim = outcome.claim();
        return notDone(
                situation.present("fenced", claim),
                "claim " + Words.name(claim.id()) + " was not completed, since it is no longer this token's: "
                        + situation.words(claim));
    }

    @Override
    public Report reset(Reset outcome) {
        String id = outcome.claim().id();
        String by = outcome.by() == null ? "" : " by " + Words.name(outcome.by());
        String why = outcome.reason() == null ? "" : ", because: " + SafeText.of(outcome.reason());
        return notDone(
                situation
                        .present("reset", outcome.claim())
                        .text(OutcomeField.RESET_BY, outcome.by())
                        .text(OutcomeField.RESET_REASON, outcome.reason()),
                "claim " + Words.name(id) + " was not completed, since it had been reset" + by + why);
    }

    @Override
    public Report notFound(NotFound outcome) {
        return notDone(
                new Facts().text(OutcomeField.OUTCOME, "not_found").text(OutcomeField.ID, outcome.id()),
                "there is no claim " + Words.name(outcome.id())
                        + " (any more); with --record-missing its completion is recorded all the same");
    }

    @Override
    public Report malformed(Malformed outcome) {
        return notDone(Situation.malformed(outcome), Situation.malformedWords(outcome, "completed"));
    }

    @Override
    public Report unknown(Unknown outcome) {
        Token token = Objects.requireNonNull(outcome.token(), "a completion has a token");
        return notDone(
                Situation.unknown(outcome),
                Situation.unknownWords(outcome, "completed", next.settleComplete(outcome.id(), token)));
    }

    private static @Nullable String note(Completed outcome) {
        if (outcome.recorded()) {
            return "claim " + Words.name(outcome.id()) + " was gone; its completion was recorded anew";
        }
        return outcome.late()
                ? "the lease of claim " + Words.name(outcome.id()) + " had ended before, but nobody had taken the claim"
                : null;
    }

    private static Report notDone(Facts facts, String sentence) {
        return Report.notDone(facts, OutcomeField.COMPLETE, sentence);
    }
}
