package io.claimctl.view;

import io.claimctl.claim.SweepReport;
import io.claimctl.claim.SweptClaim.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What a sweep did and left, in sentences for stderr. */
public final class SweepSummary {
    private final SweepReport report;
    private final boolean inRecovery;

    /** The summary of this report. */
    public SweepSummary(SweepReport report) {
        this(report, false);
    }

    /** @param inRecovery whether a recovery swept what it had left */
    SweepSummary(SweepReport report, boolean inRecovery) {
        this.report = report;
        this.inRecovery = inRecovery;
    }

    /** Whether the sweep met no claim at all. */
    public boolean isEmpty() {
        return !report.endedEarly() && report.counts().values().stream().allMatch(n -> n == 0);
    }

    /** What was done, what was left and how to take that too, what went wrong. Safe for a terminal. */
    public List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        sentences.add(done());
        if (report.count(Result.UNCLEAR) > 0) {
            sentences.add("claimctl inspect ID shows that an unclear claim was reset by "
                    + SafeText.of(report.sweepId()) + ":N, if it was; the sweep can be run again in any case");
        }
        String left = left();
        if (!left.isEmpty()) {
            sentences.add(left);
        }
        if (report.notDeleted() > 0) {
            sentences.add("the server did not confirm that " + Words.count(report.notDeleted(), "released claim")
                    + (report.notDeleted() == 1 ? " was" : " were") + " deleted; TTL deletes what is left");
        }
        if (report.end() == SweepReport.End.LIMITED) {
            sentences.add("the limit ended the sweep and there are more stale claims: run it again");
        }
        if (report.stopped() != null) {
            sentences.add("the sweep stopped early: " + SafeText.of(report.stopped()));
        }
        return sentences;
    }

    private String done() {
        String verb = report.dryRun() ? "would reset " : "reset ";
        long reset = report.count(report.dryRun() ? Result.WOULD_RESET : Result.RESET);
        List<String> parts = new ArrayList<>();
        parts.add(verb + (reset == 0 ? "nothing" : Words.count(reset, "claim")) + deleted());
        part(Result.CHANGED, " changed meanwhile and was left alone", " changed meanwhile and were left alone", parts);
        part(Result.GONE, " was gone already", " were gone already", parts);
        part(Result.ERROR, " could not be changed", " could not be changed", parts);
        part(Result.UNCLEAR, " may or may not have been reset", " may or may not have been reset", parts);
        return String.join("; ", parts);
    }

    private String deleted() {
        return report.deleted() == 0 ? "" : " and deleted " + report.deleted();
    }

    private void part(Result result, String one, String many, List<String> parts) {
        long count = report.count(result);
        if (count > 0) {
            parts.add(count + (count == 1 ? one : many));
        }
    }

    private String left() {
        List<String> left = new ArrayList<>();
        long live = report.liveLeft();
        if (live > 0) {
            String age = Times.exact(Duration.between(report.cutoff(), report.at()));
            left.add(Words.count(live, "live lease") + " (--lease any --older-than " + age + " frees " + them(live)
                    + " too)");
        }
        long payloads = report.payloadsLeft();
        if (payloads > 0) {
            left.add(payloads + (payloads == 1 ? " claim with a payload" : " claims with payloads") + payloadsFreed());
        }
        long malformed = report.malformedLeft();
        if (malformed > 0) {
            left.add(Words.count(malformed, "malformed document") + " (stale list shows why)");
        }
        long others = report.count(Result.SKIPPED) - live - payloads - malformed;
        if (others > 0) {
            left.add(Words.count(others, "other")
                    + (report.endedEarly() ? " that it did not come to" : " that could not be reset yet"));
        }
        return left.isEmpty() ? "" : "left alone: " + String.join("; ", left);
    }

    private String payloadsFreed() {
        long payloads = report.payloadsLeft();
        return inRecovery
                ? " (the next recovery comes for " + them(payloads) + ")"
                : " (recovery frees " + them(payloads) + "; so does --payloads include, without the "
                        + (payloads == 1 ? "message)" : "messages)");
    }

    private static String them(long count) {
        return count == 1 ? "it" : "them";
    }
}
