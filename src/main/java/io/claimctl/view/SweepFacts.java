package io.claimctl.view;

import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.SweepReport;
import io.claimctl.claim.SweptClaim;
import io.claimctl.claim.SweptClaim.Result;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Sweeps as {@link Facts}. */
final class SweepFacts {

    private SweepFacts() {}

    /** A result as people and machines read it. */
    static String word(Enum<?> result) {
        return result.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** One claim: what became of it, and how it was seen before. */
    static Facts row(SweptClaim swept, Instant now) {
        return row(swept.seen(), swept.result(), swept.detail(), now);
    }

    /** A row of this result. */
    static Facts row(ClaimRow seen, Enum<?> result, @Nullable String detail, Instant now) {
        return new Facts()
                .text(ClaimField.ID, seen.id())
                .text(SweepField.RESULT, word(result))
                .text(SweepField.DETAIL, detail)
                .and(ClaimFacts.of(seen, now));
    }

    /** What stands after the claims. */
    static Facts tail(SweepReport report) {
        return new Facts()
                .text(EnvelopeField.SWEEP_ID, report.sweepId())
                .time(EnvelopeField.SERVER_TIME, report.at())
                .time(EnvelopeField.CUTOFF, report.cutoff())
                .record(EnvelopeField.SUMMARY, summary(report));
    }

    /** The sums. */
    static Facts summary(SweepReport report) {
        return new Facts()
                .number(SweepField.RESET, report.count(Result.RESET))
                .number(SweepField.WOULD_RESET, report.count(Result.WOULD_RESET))
                .number(SweepField.CHANGED, report.count(Result.CHANGED))
                .number(SweepField.GONE, report.count(Result.GONE))
                .number(SweepField.SKIPPED, report.count(Result.SKIPPED))
                .number(SweepField.UNCLEAR, report.count(Result.UNCLEAR))
                .number(SweepField.ERROR, report.count(Result.ERROR))
                .number(SweepField.LIVE_LEFT, report.liveLeft())
                .number(SweepField.PAYLOADS_LEFT, report.payloadsLeft())
                .number(SweepField.MALFORMED_LEFT, report.malformedLeft())
                .number(SweepField.DELETED, report.deleted())
                .number(SweepField.NOT_DELETED, report.notDeleted())
                .flag(SweepField.LIMITED, report.end() == SweepReport.End.LIMITED)
                .text(SweepField.STOPPED, report.stopped());
    }
}
