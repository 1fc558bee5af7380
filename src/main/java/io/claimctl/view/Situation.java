package io.claimctl.view;

import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.Lease;
import io.claimctl.claim.Malformed;
import io.claimctl.claim.Payload;
import io.claimctl.claim.Status;
import io.claimctl.claim.Unknown;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a claim stands, for reports: in words, and as facts. All words are safe for a terminal. */
final class Situation {
    private final Instant now;
    private final Screen screen;

    Situation(Instant now, Screen screen) {
        this.now = now;
        this.screen = screen;
    }

    Instant now() {
        return now;
    }

    /** "it is held by pod-7:… until … (42s left)". */
    String words(Claim claim) {
        if (claim.is(Status.RELEASED)) {
            return "it was released"
                    + claim.presentReset()
                            .map(reset -> " by " + Words.name(reset.by()))
                            .orElse("");
        }
        boolean over = LeaseWords.over(claim, now);
        if (claim.is(Status.PROCESSING)) {
            return "it is held" + token(" by ", claim) + end(claim, over ? ", whose lease ended at " : " until ");
        }
        if (claim.is(Status.COMPLETED)) {
            return "it was completed" + token(" under the token ", claim) + memory(claim);
        }
        String status = claim.status() == null ? "it has no status" : "its status is " + Words.name(claim.status());
        return status + token(", its last holder is ", claim) + end(claim, over ? ", it ended at " : ", it ends at ");
    }

    /** ", which is remembered until … (23h left)". */
    String memory(Claim claim) {
        String which = LeaseWords.over(claim, now) ? ", which was remembered" : ", which is remembered";
        return which + end(claim, " until ");
    }

    private static String token(String words, Claim claim) {
        return claim.workerId() == null ? "" : words + Words.name(claim.workerId());
    }

    private String end(Claim claim, String words) {
        Instant end = claim.expiresAt();
        if (end == null) {
            return " without an end";
        }
        boolean over = LeaseWords.over(claim, now);
        return words + time(end) + " (" + (over ? LeaseWords.ago(end, now) : LeaseWords.left(end, now)) + ")";
    }

    String time(Instant instant) {
        return Times.at(instant, screen.zone());
    }

    /** The claim as an outcome shows it: who has it, until when. */
    Facts present(String outcome, Claim claim) {
        return new Facts()
                .text(OutcomeField.OUTCOME, outcome)
                .text(OutcomeField.ID, claim.id())
                .text(OutcomeField.STATUS, claim.status())
                .text(OutcomeField.HOLDER, claim.workerId())
                .time(OutcomeField.UNTIL, claim.expiresAt());
    }

    static Facts previous(@Nullable Claim claim, Facts facts) {
        return claim == null
                ? facts
                : facts.text(OutcomeField.PREVIOUS_STATUS, claim.status())
                        .text(OutcomeField.PREVIOUS_HOLDER, claim.workerId())
                        .time(OutcomeField.PREVIOUS_EXPIRES_AT, claim.expiresAt());
    }

    static Facts malformed(Malformed outcome) {
        return new Facts()
                .text(OutcomeField.OUTCOME, "malformed")
                .text(OutcomeField.ID, outcome.id())
                .records(OutcomeField.MALFORMED, ClaimFacts.defects(outcome));
    }

    /** "claim x is malformed and was not acquired: …". */
    static String malformedWords(ClaimRow row, String done) {
        return "claim " + Words.name(row.id()) + " is malformed and was not " + done + ": "
                + SafeText.of(ClaimColumn.defects(row));
    }

    static Facts lease(String outcome, Lease lease) {
        return new Facts()
                .text(OutcomeField.OUTCOME, outcome)
                .text(OutcomeField.ID, lease.id())
                .text(OutcomeField.TOKEN, lease.token().value())
                .number(
                        OutcomeField.FENCE,
                        lease.fence().isPresent() ? lease.fence().getAsLong() : null)
                .time(OutcomeField.EXPIRES_AT, lease.expiresAt().orElse(null));
    }

    /** "ended 3s ago", "ends too soon, at …". */
    String leaseOver(Lease lease) {
        Instant end = lease.expiresAt().orElse(null);
        if (end == null) {
            return "has no end that could be judged";
        }
        return end.isAfter(now) ? "ends too soon to rely on it, at " + time(end) : "ended " + LeaseWords.ago(end, now);
    }

    /** " of 12 bytes". */
    static String payloadSize(Claim claim) {
        Payload payload = claim.payload();
        return payload == null ? "" : " of " + Words.size(payload.size());
    }

    private static Facts unknown(Unknown outcome) {
        return new Facts()
                .text(OutcomeField.OUTCOME, "unknown")
                .text(OutcomeField.ID, outcome.id())
                .text(
                        OutcomeField.TOKEN,
                        outcome.token() == null ? null : outcome.token().value())
                .text(OutcomeField.RESET_BY, outcome.resetBy())
                .text(OutcomeField.ERROR, outcome.cause().getMessage());
    }

    static Report unknown(Unknown outcome, Operation operation, String done, List<NextStep> settling) {
        String token = outcome.token() == null
                ? ""
                : "; its token is " + Words.name(outcome.token().value());
        return Report.unknown(
                unknown(outcome),
                operation,
                "it is not known whether claim " + Words.name(outcome.id()) + " was " + done + " ("
                        + SafeText.of(String.valueOf(outcome.cause().getMessage())) + ")" + token,
                settling);
    }
}
