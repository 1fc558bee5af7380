package io.claimctl.doctor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;

/** Completions that have lapsed, and claims that workers without a fence have taken. */
final class DocumentCheck implements Topic {
    private static final Duration LATE = Duration.ofMinutes(5);

    @Override
    public List<Check> checks() {
        return List.of(Check.COMPLETED_EXPIRED, Check.OTHER_WORKERS);
    }

    @Override
    public List<Finding> examine(Chart chart) {
        return List.of(completed(chart), others(chart));
    }

    static Finding unanswered(Chart chart, Check check, Question question, String meaning) {
        return chart.unknown(check, question, meaning, chart.remedies().grantOnCollection(List.of("find")));
    }

    private static Finding completed(Chart chart) {
        String meaning = "A completion that is remembered no more is no completion: acquire takes the claim again.";
        Optional<BsonDocument> counts = chart.counts();
        if (counts.isEmpty()) {
            return unanswered(chart, Check.COMPLETED_EXPIRED, Question.SCAN, meaning);
        }
        long count = Chart.number(counts.get(), Scan.COMPLETED_EXPIRED);
        Instant oldest = Chart.instant(counts.get(), Scan.OLDEST_COMPLETED);
        if (count == 0 || oldest == null) {
            return Finding.of(Check.COMPLETED_EXPIRED, Level.OK, "every completion is remembered", meaning);
        }
        Duration late = Duration.between(oldest, chart.earliest());
        String evidence = count + " completed, and remembered no more for up to " + Span.of(late);
        Duration due = TtlCheck.ttl(chart).orElse(late); // without TTL nothing is late: that is said of the indexes
        if (chart.capped() || late.minus(due).compareTo(LATE) <= 0) {
            return Finding.of(
                    Check.COMPLETED_EXPIRED,
                    Level.INFO,
                    evidence,
                    meaning + (chart.capped() ? " They make room for new ones." : " They are left to TTL."));
        }
        return Finding.of(
                        Check.COMPLETED_EXPIRED,
                        Level.WARNING,
                        evidence,
                        meaning + " TTL should have deleted them, unless its index is new.")
                .with(chart.remedies().claimctl("collection", "indexes"));
    }

    private static Finding others(Chart chart) {
        String meaning =
                "A worker without fences has taken such a claim over since, and it has no valid fence. That is how both"
                        + " kinds of workers live side by side.";
        Optional<BsonDocument> counts = chart.counts();
        if (counts.isEmpty()) {
            return unanswered(chart, Check.OTHER_WORKERS, Question.SCAN, meaning);
        }
        long count = Chart.number(counts.get(), Scan.OTHER_WORKERS);
        return count == 0
                ? Finding.of(Check.OTHER_WORKERS, Level.OK, "every fence belongs to its claim's worker", meaning)
                : Finding.of(
                        Check.OTHER_WORKERS,
                        Level.INFO,
                        count + " with fence_worker different from worker_id",
                        meaning);
    }
}
