package io.claimctl.view;

import io.claimctl.claim.AlreadyCompleted;
import io.claimctl.claim.Awaited;
import io.claimctl.claim.Claim;
import io.claimctl.claim.Malformed;
import io.claimctl.claim.RanOut;
import io.claimctl.claim.Reached;
import io.claimctl.claim.WaitOutcome;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reports of waiting. */
final class WaitReport implements WaitOutcome.Cases<Report> {
    private final Situation situation;
    private final Awaited awaited;

    WaitReport(Situation situation, Awaited awaited) {
        this.situation = situation;
        this.awaited = awaited;
    }

    private String wanted() {
        return awaited.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public Report reached(Reached outcome) {
        return Report.done(facts(wanted(), outcome.id(), outcome.claim()), Operation.WAIT, null);
    }

    @Override
    public Report ranOut(RanOut outcome) {
        Claim claim = outcome.claim();
        String now = claim == null ? "there is no such claim" : situation.words(claim);
        return notDone(
                facts("ran_out", outcome.id(), claim),
                "claim " + Words.name(outcome.id()) + " did not become " + wanted() + " in time: " + now);
    }

    @Override
    public Report alreadyCompleted(AlreadyCompleted outcome) {
        Claim claim = outcome.claim();
        return notDone(
                situation.present("already_completed", claim),
                "claim " + Words.name(claim.id()) + " will not be free in this time: " + situation.words(claim));
    }

    @Override
    public Report malformed(Malformed outcome) {
        return notDone(Situation.malformed(outcome), Situation.malformedWords(outcome, "waited for"));
    }

    private Facts facts(String word, String id, @Nullable Claim claim) {
        return claim == null
                ? new Facts().text(OutcomeField.OUTCOME, word).text(OutcomeField.ID, id)
                : situation.present(word, claim);
    }

    private static Report notDone(Facts facts, String sentence) {
        return Report.notDone(facts, Operation.WAIT, sentence);
    }
}
