package io.claimctl.doctor;

import io.claimctl.claim.ClaimRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** How the claims themselves stand. */
final class DocumentCheck implements Topic {
    private static final Duration LATE = Duration.ofMinutes(5);

    @Override
    public List<Check> checks() {
        return List.of(Check.MALFORMED, Check.STUCK, Check.COMPLETED_EXPIRED, Check.OTHER_WORKERS);
    }

    @Override
    public List<Finding> examine(Chart chart) {
        return List.of(malformed(chart), stuck(chart), completed(chart), others(chart));
    }

    private static Finding unanswered(Chart chart, Check check, Question question, String meaning) {
        return chart.unknown(check, question, meaning, chart.remedies().grantOnCollection(List.of("find")));
    }

    private static Finding malformed(Chart chart) {
        String meaning = "Every change refuses such a claim. Once it is released, acquiring it mends it.";
        if (chart.list(Question.MALFORMED).isEmpty()) {
            return unanswered(chart, Check.MALFORMED, Question.MALFORMED, meaning);
        }
        List<BsonDocument> found = chart.list(Question.MALFORMED).get();
        if (found.isEmpty()) {
            return Finding.of(Check.MALFORMED, Level.OK, "every known field has its type", meaning);
        }
        String count = found.size() > Scan.MOST ? "more than " + Scan.MOST : String.valueOf(found.size());
        List<String> examples =
                found.stream().limit(Scan.EXAMPLES).map(DocumentCheck::defects).toList();
        return Finding.of(Check.MALFORMED, Level.WARNING, count + " malformed: " + String.join("; ", examples), meaning)
                .with(release(chart, found.get(0)));
    }

    private static String defects(BsonDocument document) {
        List<String> defects =
                ClaimRow.of(document).defects().stream().map(Object::toString).toList();
        return id(document) + " (" + (defects.isEmpty() ? "a field has a wrong type" : String.join(", ", defects))
                + ")";
    }

    private static String id(BsonDocument document) {
        return Remedies.json(idOf(document));
    }

    private static BsonValue idOf(BsonDocument document) {
        return java.util.Objects.requireNonNull(document.get("_id"));
    }

    /** An id that is no string cannot be named by any worker. */
    private static String release(Chart chart, BsonDocument document) {
        String filter = "{_id: EJSON.parse(" + Remedies.text(id(document)) + ")}";
        return chart.remedies()
                .onCollection(
                        document.isString("_id")
                                ? ".updateOne({_id: " + id(document) + "}, {$set: {status: \"released\"}})"
                                : ".deleteOne(" + filter + ")");
    }

    private static Finding stuck(Chart chart) {
        String meaning =
                "Nobody can ever acquire such a claim, no sweep frees it by default, and TTL never deletes it.";
        Optional<BsonDocument> counts = chart.counts();
        if (counts.isEmpty()) {
            return unanswered(chart, Check.STUCK, Question.SCAN, meaning);
        }
        long count = Chart.number(counts.get(), Scan.STUCK);
        if (count == 0) {
            return Finding.of(Check.STUCK, Level.OK, "every claim that is processing has an end", meaning);
        }
        List<BsonDocument> found = chart.list(Question.STUCK).orElse(List.of());
        String examples = found.isEmpty()
                ? ""
                : ": " + String.join(", ", found.stream().map(DocumentCheck::id).toList());
        return Finding.of(
                        Check.STUCK,
                        Level.WARNING,
                        count + " processing without a date in expires_at" + examples,
                        meaning)
                .with(found.isEmpty() ? null : free(chart, found.get(0)));
    }

    private static String free(Chart chart, BsonDocument document) {
        ClaimRow row = ClaimRow.of(document);
        if (!row.defects().isEmpty()) {
            return release(chart, document);
        }
        @Nullable String token = row.readable().workerId();
        return token == null
                ? chart.remedies().claimctl("reset", row.id())
                : chart.remedies().claimctl("reset", row.id(), "--token", token);
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
        if (chart.capped() || late.compareTo(LATE) <= 0) {
            return Finding.of(
                    Check.COMPLETED_EXPIRED,
                    Level.INFO,
                    evidence,
                    meaning + (chart.capped() ? " They make room for new ones." : " They are waiting for TTL."));
        }
        return Finding.of(Check.COMPLETED_EXPIRED, Level.WARNING, evidence, meaning + " TTL should have deleted them.")
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
