package io.claimctl.view;

import io.claimctl.worker.RecoveredClaim.Result;
import io.claimctl.worker.RecoveryReport;
import java.util.ArrayList;
import java.util.List;

/** What a recovery did and left, in sentences for stderr. */
public final class RecoverySummary {
    private final RecoveryReport report;

    /** The summary of this report. */
    public RecoverySummary(RecoveryReport report) {
        this.report = report;
    }

    /** What was published, what was not and what becomes of it, why it ended, and of the sweep after it. Safe for a terminal. */
    public List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        sentences.add(done());
        if (report.count(Result.UNCLEAR) > 0) {
            sentences.add(
                    "claimctl complete ID --token TOKEN settles an unclear one, with the token in its detail; what it"
                            + " does not settle is published again");
        }
        if (report.count(Result.ERROR) > 0) {
            sentences.add(
                    "claimctl payload get ID -O FILE saves the message of one that could not be taken over, before TTL"
                            + " deletes it");
        }
        if (report.count(Result.FAILED) + report.count(Result.HELD) > 0) {
            sentences.add(
                    "a message that was not published stays with its claim; a later pass comes for it once it is stale"
                            + " again");
        }
        String ended = ended();
        if (!ended.isEmpty()) {
            sentences.add(ended);
        }
        report.rest().ifPresent(rest -> sentences.addAll(new SweepSummary(rest, true).sentences()));
        return sentences;
    }

    private String done() {
        long published = report.count(report.dryRun() ? Result.WOULD_PUBLISH : Result.PUBLISHED);
        List<String> parts = new ArrayList<>();
        parts.add((report.dryRun() ? "would publish " : "published ")
                + (published == 0 ? "nothing" : Words.count(published, "message")));
        part(Result.FAILED, " was not published", " were not published", parts);
        part(Result.HELD, " was not tried and is held", " were not tried and are held", parts);
        part(
                Result.LOST,
                " was lost on the way and may be published again",
                " were lost on the way and may be published again",
                parts);
        part(Result.CHANGED, " changed meanwhile and was left alone", " changed meanwhile and were left alone", parts);
        part(Result.GONE, " was gone already", " were gone already", parts);
        part(Result.UNCLEAR, " may or may not be published again", " may or may not be published again", parts);
        part(Result.ERROR, " could not be taken over", " could not be taken over", parts);
        return String.join("; ", parts);
    }

    private void part(Result result, String one, String many, List<String> parts) {
        long count = report.count(result);
        if (count > 0) {
            parts.add(count + (count == 1 ? one : many));
        }
    }

    private String ended() {
        return switch (report.end()) {
            case DONE -> "";
            case LIMITED -> "the limit ended the publishing and there may be more messages: run it again";
            case FAILURES -> "too many failed in a row, so no more were tried";
            case STOPPED ->
                report.rest().isPresent()
                        ? "" // its sweep says so
                        : "it was told to stop; there may be more messages, and no claim was reset";
            case STORE ->
                "it stopped early, since the store failed: "
                        + SafeText.of(
                                report.failure() == null
                                        ? "no reason is known"
                                        : String.valueOf(report.failure().getMessage()));
        };
    }
}
