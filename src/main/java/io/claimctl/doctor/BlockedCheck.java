package io.claimctl.doctor;

import io.claimctl.claim.ClaimRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** Claims that nobody can acquire: those with a wrong type in a known field, and those that never end. */
final class BlockedCheck implements Topic {
    private static final BsonDocument ABSENT = new BsonDocument("$exists", BsonBoolean.FALSE);
    private static final String FOREIGN =
            "These do not look like claims of any worker: is -c/--collection right? Nothing is to be changed here.";

    @Override
    public List<Check> checks() {
        return List.of(Check.MALFORMED, Check.STUCK);
    }

    @Override
    public List<Finding> examine(Chart chart) {
        return List.of(malformed(chart), stuck(chart));
    }

    /** One document that is in the way, and whose it may be. */
    private record Blocked(BsonDocument document, ClaimRow row) {
        static Blocked of(BsonDocument document) {
            return new Blocked(document, ClaimRow.of(document));
        }

        /** Workers write ids that are strings, and say who holds a claim and until when. */
        boolean foreign() {
            return !document.isString("_id") || (!document.containsKey("worker_id") && !dated());
        }

        private boolean dated() {
            return document.containsKey("expires_at");
        }

        @Nullable
        Instant end() {
            return document.isDateTime("expires_at") ? Chart.instant(document, "expires_at") : null;
        }

        boolean malformed() {
            return !row.defects().isEmpty();
        }
    }

    private static List<Blocked> found(Chart chart, Question question) {
        return chart.list(question).orElse(List.of()).stream().map(Blocked::of).toList();
    }

    private static String shown(List<Blocked> found, long count, Function<Blocked, String> words) {
        List<String> parts =
                new ArrayList<>(found.stream().limit(Scan.EXAMPLES).map(words).toList());
        if (!parts.isEmpty() && count > parts.size()) {
            parts.add("and " + (count > Scan.MOST ? "others" : count - parts.size() + " more"));
        }
        return String.join(", ", parts);
    }

    private static Finding malformed(Chart chart) {
        String meaning = "Acquire, reset and sweeps refuse such a claim.";
        if (chart.list(Question.MALFORMED).isEmpty()) {
            return DocumentCheck.unanswered(chart, Check.MALFORMED, Question.MALFORMED, meaning);
        }
        List<Blocked> found = found(chart, Question.MALFORMED);
        if (found.isEmpty()) {
            return Finding.of(Check.MALFORMED, Level.OK, "every known field has its type", meaning);
        }
        String count = found.size() > Scan.MOST ? "more than " + Scan.MOST : String.valueOf(found.size());
        String evidence = count + " malformed: " + shown(found, found.size(), BlockedCheck::defects);
        List<Blocked> claims = found.stream().filter(b -> !b.foreign()).toList();
        if (claims.isEmpty()) {
            return foreign(chart, Check.MALFORMED, evidence, found.get(0));
        }
        Optional<Blocked> lapsed = first(claims, b -> b.end() != null && !live(b, chart));
        if (lapsed.isPresent()) {
            return Finding.of(
                            Check.MALFORMED,
                            Level.WARNING,
                            evidence,
                            meaning + " The lease of " + id(lapsed.get())
                                    + " has ended: once it is released, acquiring it mends it." + message())
                    .with(release(chart, lapsed.get()));
        }
        Optional<Blocked> undated = first(claims, b -> b.end() == null);
        if (undated.isPresent()) {
            return Finding.of(
                            Check.MALFORMED,
                            Level.WARNING,
                            evidence,
                            meaning + " A worker may still hold "
                                    + id(undated.get())
                                    + ", and releasing takes it from that worker: see that it is gone first."
                                    + " Then acquiring mends it." + message())
                    .with(release(chart, undated.get()));
        }
        Blocked held = claims.get(0);
        return Finding.of(
                        Check.MALFORMED,
                        Level.WARNING,
                        evidence,
                        meaning + " A worker may still hold " + id(held)
                                + ", whose time ends in "
                                + Span.of(java.time.Duration.between(chart.earliest(), held.end()))
                                + ": releasing takes it from that worker, so leave it until then.")
                .with(chart.remedies().onClaim("inspect", held.row().id()));
    }

    private static String message() {
        return " One that holds a message is left as it is: payload get saves that first.";
    }

    private static Optional<Blocked> first(List<Blocked> claims, java.util.function.Predicate<Blocked> wanted) {
        return claims.stream().filter(wanted).findFirst();
    }

    private static boolean live(Blocked blocked, Chart chart) {
        Instant end = blocked.end();
        return end != null && end.isAfter(chart.earliest());
    }

    private static Finding foreign(Chart chart, Check check, String evidence, Blocked one) {
        Remedies remedies = chart.remedies();
        return Finding.of(check, Level.WARNING, evidence, FOREIGN)
                .with(
                        one.document().isString("_id")
                                ? remedies.onClaim("inspect", one.row().id())
                                : remedies.claimctl("claims", "list"));
    }

    private static String defects(Blocked blocked) {
        List<String> defects =
                blocked.row().defects().stream().map(Object::toString).toList();
        return id(blocked) + " (" + (defects.isEmpty() ? "a field has a wrong type" : String.join(", ", defects)) + ")";
    }

    private static String id(Blocked blocked) {
        return blocked.row().id();
    }

    /** Names what was seen, so that a worker that has come meanwhile is not harmed, and no message is lost. */
    private static String release(Chart chart, Blocked blocked) {
        BsonDocument seen = new BsonDocument("_id", blocked.document().get("_id"));
        for (String field : List.of("status", "worker_id", "updated_at", "expires_at")) {
            seen.append(field, blocked.document().get(field, ABSENT));
        }
        String filter =
                "EJSON.parse(" + Remedies.text(seen.append("payload", ABSENT).toJson()) + ")";
        return chart.remedies().onCollection(".updateOne(" + filter + ", {$set: {status: \"released\"}})");
    }

    private static Finding stuck(Chart chart) {
        String meaning =
                "Nobody can ever acquire such a claim, no sweep frees it by default, and TTL never deletes it.";
        Optional<BsonDocument> counts = chart.counts();
        if (counts.isEmpty()) {
            return DocumentCheck.unanswered(chart, Check.STUCK, Question.SCAN, meaning);
        }
        long count = Chart.number(counts.get(), Scan.STUCK);
        if (count == 0) {
            return Finding.of(Check.STUCK, Level.OK, "every claim that is processing has an end", meaning);
        }
        List<Blocked> found = found(chart, Question.STUCK);
        String examples = found.isEmpty() ? "" : ": " + shown(found, count, BlockedCheck::withDefects);
        String evidence = count + " processing without expires_at" + examples;
        List<Blocked> claims = found.stream().filter(b -> !b.foreign()).toList();
        if (claims.isEmpty() && !found.isEmpty()) {
            return foreign(chart, Check.STUCK, evidence, found.get(0));
        }
        String held = " A worker may still hold it, and freeing takes it from that worker: see that it is gone first.";
        return Finding.of(Check.STUCK, Level.WARNING, evidence, meaning + held)
                .with(claims.isEmpty() ? null : free(chart, claims));
    }

    private static String withDefects(Blocked blocked) {
        return id(blocked) + (blocked.malformed() ? " (also malformed)" : "");
    }

    /** One that is malformed, too, is not for reset to free. */
    private static String free(Chart chart, List<Blocked> claims) {
        Optional<Blocked> sound = first(claims, b -> !b.malformed());
        if (sound.isEmpty()) {
            return chart.remedies().onClaim("inspect", id(claims.get(0)));
        }
        @Nullable String token = sound.get().row().readable().workerId();
        return token == null
                ? chart.remedies().onClaim("reset", id(sound.get()))
                : chart.remedies().onClaim("reset", id(sound.get()), "--token", token);
    }
}
