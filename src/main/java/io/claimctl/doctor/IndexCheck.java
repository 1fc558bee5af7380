package io.claimctl.doctor;

import io.claimctl.claim.ClaimIndex;
import io.claimctl.claim.ClaimIndex.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;

/** The indexes, that of TTL apart. */
final class IndexCheck implements Topic {
    /** The wanted index by which claims are deleted. */
    private static final String TTL = "expires_at_1";

    private static final String EXPIRY = "expireAfterSeconds";
    private static final Set<String> PLAIN = Set.of("v", "ns", "key", "name", "background", EXPIRY);

    @Override
    public List<Check> checks() {
        return List.of(Check.INDEXES, Check.TTL_INDEX);
    }

    @Override
    public List<Finding> examine(Chart chart) {
        String fast = "Lists, counts and sweeps read the whole collection where an index is missing.";
        String deleted = "TTL deletes claims about a minute after they end; nothing else does.";
        if (chart.list(Question.INDEXES).isEmpty()) {
            String privilege = chart.remedies().grantOnCollection(List.of("listIndexes"));
            return List.of(
                    chart.unknown(Check.INDEXES, Question.INDEXES, fast, privilege),
                    chart.unknown(Check.TTL_INDEX, Question.INDEXES, deleted, privilege));
        }
        if (chart.answer(Question.COLLECTION).isPresent() && chart.listed().isEmpty()) {
            String none = "there is no collection yet that could have indexes";
            String create = chart.remedies().claimctl("collection", "create");
            return List.of(
                    Finding.of(Check.INDEXES, Level.INFO, none, fast).with(create),
                    Finding.of(Check.TTL_INDEX, Level.INFO, none, deleted).with(create));
        }
        return List.of(others(chart, fast), ttl(chart, deleted));
    }

    static List<BsonDocument> found(Chart chart) {
        return chart.list(Question.INDEXES).orElse(List.of());
    }

    private static List<ClaimIndex> compared(Chart chart) {
        return ClaimIndex.compare(chart.capped(), found(chart));
    }

    private static Finding others(Chart chart, String fast) {
        List<ClaimIndex> ours =
                compared(chart).stream().filter(i -> !i.name().equals(TTL)).toList();
        List<String> unique = found(chart).stream()
                .filter(i -> i.getBoolean("unique", org.bson.BsonBoolean.FALSE).getValue())
                .map(IndexCheck::name)
                .filter(name -> !name.equals("_id_"))
                .toList();
        if (!unique.isEmpty()) {
            return Finding.of(
                            Check.INDEXES,
                            Level.WARNING,
                            "the index " + unique.get(0) + " is unique",
                            "Acquiring a claim fails where another claim has the same value in it.")
                    .with(drop(chart, unique.get(0)));
        }
        List<ClaimIndex> conflicts = standing(ours, Standing.CONFLICTING);
        if (!conflicts.isEmpty()) {
            return conflict(chart, Check.INDEXES, conflicts.get(0), fast);
        }
        List<ClaimIndex> missing = standing(ours, Standing.MISSING);
        if (!missing.isEmpty()) {
            return Finding.of(
                            Check.INDEXES,
                            Level.WARNING,
                            "missing: "
                                    + String.join(
                                            ", ",
                                            missing.stream()
                                                    .map(ClaimIndex::name)
                                                    .toList()),
                            fast)
                    .with(apply(chart));
        }
        return Finding.of(Check.INDEXES, Level.OK, "those beside that of TTL are there as wanted", fast);
    }

    private static Finding ttl(Chart chart, String deleted) {
        List<String> harmful = found(chart).stream()
                .filter(i -> i.containsKey(EXPIRY)
                        && !i.getDocument("key", new BsonDocument()).containsKey("expires_at"))
                .map(IndexCheck::name)
                .toList();
        if (!harmful.isEmpty()) {
            return Finding.of(
                            Check.TTL_INDEX,
                            Level.ERROR,
                            "the index " + harmful.get(0) + " deletes claims, and not by expires_at",
                            "Claims that are held, and completions that are to be remembered, are deleted: their work may"
                                    + " be done twice.")
                    .with(drop(chart, harmful.get(0)));
        }
        List<ClaimIndex> ttl =
                compared(chart).stream().filter(i -> i.name().equals(TTL)).toList();
        List<ClaimIndex> conflicts = standing(ttl, Standing.CONFLICTING);
        Optional<BsonDocument> working = chart.capped() ? Optional.empty() : working(chart);
        if (!conflicts.isEmpty() && working.isPresent()) {
            return another(working.get(), deleted);
        }
        if (!conflicts.isEmpty()) {
            return conflict(
                    chart,
                    Check.TTL_INDEX,
                    conflicts.get(0),
                    chart.capped() ? "A capped collection has no TTL: old claims make room for new ones." : deleted);
        }
        if (chart.capped()) {
            return Finding.of(
                    Check.TTL_INDEX,
                    Level.OK,
                    "the collection is capped and has no TTL",
                    "Old claims make room for new ones; nothing is deleted by time.");
        }
        if (!standing(ttl, Standing.MISSING).isEmpty()) {
            return Finding.of(
                            Check.TTL_INDEX,
                            Level.WARNING,
                            "the index " + TTL + " with TTL is missing",
                            deleted + " Here the collection grows for good.")
                    .with(apply(chart));
        }
        return Finding.of(Check.TTL_INDEX, Level.OK, "the index " + TTL + " is there with TTL", deleted);
    }

    /** An index that deletes by expires_at, and says nothing else. */
    private static Optional<BsonDocument> working(Chart chart) {
        return found(chart).stream()
                .filter(i -> i.isNumber(EXPIRY) && PLAIN.containsAll(i.keySet()))
                .filter(i -> i.getDocument("key", new BsonDocument()).toJson().equals("{\"expires_at\": 1}"))
                .findFirst();
    }

    private static Finding another(BsonDocument index, String deleted) {
        long later = Chart.number(index, EXPIRY);
        if (later == 0) {
            return Finding.of(
                    Check.TTL_INDEX,
                    Level.INFO,
                    "TTL works by the index " + name(index) + ", which claimctl would call " + TTL,
                    deleted + " Another name does no harm.");
        }
        return Finding.of(
                Check.TTL_INDEX,
                Level.INFO,
                "the index " + name(index) + " deletes claims " + Span.of(Duration.ofSeconds(later))
                        + " after they end",
                "Claims are free at their end all the same, and recoveries have that much longer. With"
                        + " expireAfterSeconds: 0 all that have ended go within a minute, and their messages with"
                        + " them.");
    }

    private static Finding conflict(Chart chart, Check check, ClaimIndex index, String meaning) {
        String found = String.valueOf(index.found());
        String name = Chart.text(BsonDocument.parse(found), "name");
        return Finding.of(check, Level.WARNING, "there is " + found + ", wanted is " + index.wanted(), meaning)
                .with(drop(chart, String.valueOf(name)) + " && " + apply(chart));
    }

    private static String drop(Chart chart, String index) {
        return chart.remedies().onCollection(".dropIndex(" + Remedies.text(index) + ")");
    }

    private static String apply(Chart chart) {
        return chart.remedies().claimctl("collection", "indexes", "--apply");
    }

    private static List<ClaimIndex> standing(List<ClaimIndex> indexes, Standing standing) {
        return new ArrayList<>(
                indexes.stream().filter(i -> i.standing() == standing).toList());
    }

    private static String name(BsonDocument index) {
        return String.valueOf(Chart.text(index, "name"));
    }
}
