package io.claimctl.view;

import io.claimctl.claim.AlreadyCompleted;
import io.claimctl.claim.Claim;
import io.claimctl.claim.Fenced;
import io.claimctl.claim.Malformed;
import io.claimctl.claim.Miss;
import io.claimctl.claim.NotFound;
import io.claimctl.claim.Reset;
import io.claimctl.claim.Unknown;
import java.util.List;

/** Reports of why a token has no say over a claim: the same sentences for every operation that takes one. */
abstract class TokenReport implements Miss.Cases<Report> {
    final Situation situation;
    private final Operation operation;
    private final String done;

    /** @param done what was not done, as a participle */
    TokenReport(Situation situation, Operation operation, String done) {
        this.situation = situation;
        this.operation = operation;
        this.done = done;
    }

    @Override
    public Report alreadyCompleted(AlreadyCompleted outcome) {
        Claim claim = outcome.claim();
        return notDone(
                situation.present("already_completed", claim),
                "claim " + Words.name(claim.id()) + " was not " + done + ": it was completed by this token before"
                        + situation.memory(claim));
    }

    @Override
    public Report fenced(Fenced outcome) {
        Claim claim = outcome.claim();
        return notDone(
                situation.present("fenced", claim),
                "claim " + Words.name(claim.id()) + " was not " + done + ", since it is not this token's (any more): "
                        + situation.words(claim));
    }

    @Override
    public Report reset(Reset outcome) {
        String id = outcome.claim().id();
        if (outcome.byHolder()) {
            return notDone(
                    facts(outcome),
                    "claim " + Words.name(id) + " was not " + done + ", since this token has released it before");
        }
        String by = outcome.by() == null ? "" : " by " + Words.name(outcome.by());
        String why = outcome.reason() == null ? "" : ", because: " + SafeText.of(outcome.reason());
        return notDone(
                facts(outcome),
                "claim " + Words.name(id) + " was not " + done + ", since it had been reset" + by + why);
    }

    private Facts facts(Reset outcome) {
        return situation
                .present("reset", outcome.claim())
                .text(OutcomeField.RESET_BY, outcome.by())
                .text(OutcomeField.RESET_REASON, outcome.reason());
    }

    @Override
    public Report notFound(NotFound outcome) {
        return notDone(
                new Facts().text(OutcomeField.OUTCOME, "not_found").text(OutcomeField.ID, outcome.id()),
                "there is no claim " + Words.name(outcome.id()) + " (any more)");
    }

    @Override
    public Report malformed(Malformed outcome) {
        return notDone(Situation.malformed(outcome), Situation.malformedWords(outcome, done));
    }

    final Report unknown(Unknown outcome, List<NextStep> settling) {
        return Situation.unknown(outcome, operation, done, settling);
    }

    final Report notDone(Facts facts, String sentence) {
        return Report.notDone(facts, operation, sentence);
    }
}
