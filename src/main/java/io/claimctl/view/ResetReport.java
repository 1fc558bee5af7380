package io.claimctl.view;

import io.claimctl.claim.Changed;
import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.Gone;
import io.claimctl.claim.KeptForRecovery;
import io.claimctl.claim.LeaseState;
import io.claimctl.claim.Malformed;
import io.claimctl.claim.Reset;
import io.claimctl.claim.Reset.Deletion;
import io.claimctl.claim.ResetOutcome;
import io.claimctl.claim.Unknown;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reports of resets of one claim. */
final class ResetReport implements ResetOutcome.Cases<Report> {
    private final Situation situation;
    private final Settling settling;

    ResetReport(Situation situation, Settling settling) {
        this.situation = situation;
        this.settling = settling;
    }

    @Override
    public Report reset(Reset outcome) {
        Facts facts = new Facts()
                .text(OutcomeField.OUTCOME, "reset")
                .text(OutcomeField.ID, outcome.claim().id())
                .text(OutcomeField.RESET_BY, outcome.by())
                .text(OutcomeField.RESET_REASON, outcome.reason())
                .text(OutcomeField.DELETION, deletion(outcome));
        return Report.done(Situation.previous(outcome.claim(), facts), Operation.RESET, note(outcome));
    }

    @Override
    public Report changed(Changed outcome) {
        ClaimRow row = outcome.now();
        Facts facts = situation
                .present("changed", row.readable())
                .text(OutcomeField.FINGERPRINT, row.readable().fingerprint().text())
                .records(OutcomeField.MALFORMED, ClaimFacts.defects(row));
        String now = row instanceof Malformed
                ? "it is malformed: " + SafeText.of(ClaimColumn.defects(row))
                : situation.words(row.readable());
        return notDone(
                facts, "claim " + Words.name(row.id()) + " changed after it was seen and was left alone: " + now);
    }

    @Override
    public Report gone(Gone outcome) {
        return notDone(
                new Facts().text(OutcomeField.OUTCOME, "gone").text(OutcomeField.ID, outcome.id()),
                "claim " + Words.name(outcome.id()) + " is gone; there was nothing to reset");
    }

    @Override
    public Report keptForRecovery(KeptForRecovery outcome) {
        Claim claim = outcome.claim();
        return notDone(
                situation
                        .present("kept_for_recovery", claim)
                        .number(OutcomeField.PAYLOAD_BYTES, ClaimFacts.payloadBytes(claim)),
                "claim " + Words.name(claim.id()) + " was not reset, since it holds a payload"
                        + Situation.payloadSize(claim)
                        + ", a message that would be deleted with it; recovery frees it, and so does"
                        + " --payloads include, without the message");
    }

    @Override
    public Report malformed(Malformed outcome) {
        return notDone(Situation.malformed(outcome), Situation.malformedWords(outcome, "reset"));
    }

    @Override
    public Report unknown(Unknown outcome) {
        return Situation.unknown(outcome, Operation.RESET, "reset", settling.reset(outcome));
    }

    private static @Nullable String deletion(Reset outcome) {
        boolean asked = outcome.deletion() != Deletion.NOT_ASKED;
        return asked ? outcome.deletion().name().toLowerCase(Locale.ROOT) : null;
    }

    private @Nullable String note(Reset outcome) {
        Claim before = outcome.claim();
        List<String> notes = new ArrayList<>();
        if (before.leaseAt(situation.now()) == LeaseState.LIVE) {
            String holder = before.workerId() == null ? "its holder" : Words.name(before.workerId());
            notes.add("its lease was still live, so " + holder + " may be working on it");
        }
        switch (outcome.deletion()) {
            case LEFT ->
                notes.add("it was not deleted: somebody used it meanwhile, TTL was faster, or nothing is deleted here");
            case FAILED ->
                notes.add(
                        "the server did not confirm its deletion; it is free, and TTL deletes it if it is still there");
            case NOT_ASKED, DELETED -> {}
        }
        return notes.isEmpty() ? null : "claim " + Words.name(before.id()) + " was reset; " + String.join("; ", notes);
    }

    private static Report notDone(Facts facts, String sentence) {
        return Report.notDone(facts, Operation.RESET, sentence);
    }
}
