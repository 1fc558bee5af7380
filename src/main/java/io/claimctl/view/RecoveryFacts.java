package io.claimctl.view;

import io.claimctl.worker.RecoveredClaim;
import io.claimctl.worker.RecoveredClaim.Result;
import io.claimctl.worker.RecoveryReport;
import java.time.Instant;

/** Recoveries as {@link Facts}; beside the names below they use those of sweeps. */
final class RecoveryFacts {

    private RecoveryFacts() {}

    /** Names in lower case. */
    private enum Field {
        /** How many messages met each result; the constants of {@link Result}. */
        MESSAGES,
        /** The sums of the sweep. */
        CLAIMS,
        ENDED,
        FAILURE
    }

    /** One message: what became of it, and how its claim was seen before. */
    static Facts row(RecoveredClaim recovered, Instant now) {
        return SweepFacts.row(recovered.seen(), recovered.result(), recovered.detail(), now);
    }

    /** What stands after the claims. */
    static Facts tail(RecoveryReport report) {
        return new Facts()
                .text(
                        EnvelopeField.SWEEP_ID,
                        report.rest().map(rest -> rest.sweepId()).orElse(null))
                .time(EnvelopeField.SERVER_TIME, report.at())
                .time(EnvelopeField.CUTOFF, report.cutoff())
                .record(EnvelopeField.SUMMARY, summary(report));
    }

    private static Facts summary(RecoveryReport report) {
        Facts messages = new Facts();
        for (Result result : Result.values()) {
            messages.number(result, report.count(result));
        }
        Facts summary = new Facts().record(Field.MESSAGES, messages);
        report.rest().ifPresent(rest -> summary.record(Field.CLAIMS, SweepFacts.summary(rest)));
        return summary.text(Field.ENDED, SweepFacts.word(report.end()))
                .text(
                        Field.FAILURE,
                        report.failure() == null ? null : report.failure().getMessage());
    }
}
