package io.claimctl.doctor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** Whether the server deletes what is due, and whether it leaves sweeps the time to see it. */
final class TtlCheck implements Topic {
    private static final Duration USUAL_PAUSE = Duration.ofMinutes(1);
    /** A sweep of younger claims would take them from workers that have just begun. */
    private static final Duration LEAST_ADVICE = Duration.ofSeconds(10);
    /** Late even for a server that does not say when TTL runs. */
    private static final Duration SURELY_LATE = Duration.ofHours(1);
    /** So many pauses late is more than a busy server. */
    private static final int LATE = 5;

    @Override
    public List<Check> checks() {
        return List.of(Check.TTL_LAG, Check.SWEEP_WINDOW);
    }

    @Override
    public List<Finding> examine(Chart chart) {
        return List.of(lag(chart), window(chart));
    }

    /** How long after {@code expires_at} TTL may delete; empty where there is no TTL, or where it is not known. */
    static Optional<Duration> ttl(Chart chart) {
        return IndexCheck.found(chart).stream()
                .filter(i -> i.isNumber("expireAfterSeconds"))
                .filter(i -> List.copyOf(
                                i.getDocument("key", new BsonDocument()).keySet())
                        .equals(List.of("expires_at")))
                .map(i -> Duration.ofSeconds(i.getNumber("expireAfterSeconds").longValue()))
                .findFirst();
    }

    private static Duration pause(Chart chart) {
        BsonDocument monitor = chart.answer(Question.TTL_MONITOR).orElseGet(BsonDocument::new);
        return monitor.isNumber("ttlMonitorSleepSecs")
                ? Duration.ofSeconds(Chart.number(monitor, "ttlMonitorSleepSecs"))
                : USUAL_PAUSE;
    }

    private static @Nullable Finding unanswered(Chart chart, Check check, String meaning) {
        Question question = chart.list(Question.INDEXES).isEmpty()
                ? Question.INDEXES
                : chart.counts().isEmpty() ? Question.SCAN : null;
        if (question == null) {
            return null;
        }
        return chart.unknown(
                check,
                question,
                meaning,
                chart.remedies().grantOnCollection(List.of(question == Question.SCAN ? "find" : "listIndexes")));
    }

    private static Finding lag(Chart chart) {
        String meaning = "What is not deleted fills the collection; a completion is forgotten at its end all the same.";
        Finding unanswered = unanswered(chart, Check.TTL_LAG, meaning);
        if (unanswered != null) {
            return unanswered;
        }
        Optional<Duration> ttl = ttl(chart);
        if (ttl.isEmpty()) {
            return Finding.of(Check.TTL_LAG, Level.OK, "there is no TTL that could be late", meaning);
        }
        BsonDocument monitor = chart.answer(Question.TTL_MONITOR).orElseGet(BsonDocument::new);
        if (monitor.isBoolean("ttlMonitorEnabled")
                && !monitor.getBoolean("ttlMonitorEnabled").getValue()) {
            return Finding.of(Check.TTL_LAG, Level.ERROR, "TTL is turned off on this server", meaning)
                    .with(chart.remedies().mongosh("db.adminCommand({setParameter: 1, ttlMonitorEnabled: true})"));
        }
        Instant oldest = Chart.instant(chart.counts().orElseThrow(), Scan.OLDEST_END);
        Duration late = oldest == null ? Duration.ZERO : Duration.between(oldest.plus(ttl.get()), chart.earliest());
        if (late.compareTo(pause(chart).multipliedBy(LATE)) > 0) {
            boolean told = monitor.isNumber("ttlMonitorSleepSecs");
            String runs = told ? "TTL runs every " + Span.of(pause(chart)) : "TTL is assumed to run every minute";
            return Finding.of(
                            Check.TTL_LAG,
                            told || late.compareTo(SURELY_LATE) > 0 ? Level.WARNING : Level.INFO,
                            "a claim that TTL may delete has been waiting for " + Span.of(late) + "; " + runs,
                            meaning + " The index is new and TTL has not run since, or the server deletes more slowly"
                                    + " than claims end, or not at all.")
                    .with(chart.remedies().mongosh("db.serverStatus().metrics.ttl"));
        }
        if (late.isNegative() || late.isZero()) {
            return nothingDue(chart, monitor, meaning);
        }
        return Finding.of(
                Check.TTL_LAG,
                Level.OK,
                "what TTL may delete has been waiting for " + Span.of(late) + " at most",
                meaning);
    }

    /** Then only the server's own word says whether TTL runs. */
    private static Finding nothingDue(Chart chart, BsonDocument monitor, String meaning) {
        return monitor.isBoolean("ttlMonitorEnabled")
                ? Finding.of(
                        Check.TTL_LAG,
                        Level.OK,
                        "nothing waits to be deleted, and TTL runs every " + Span.of(pause(chart)),
                        meaning)
                : Finding.of(
                                Check.TTL_LAG,
                                Level.UNKNOWN,
                                "nothing waits to be deleted, and whether TTL runs is not told: "
                                        + chart.whyNot(Question.TTL_MONITOR),
                                meaning)
                        .with(
                                chart.denied(Question.TTL_MONITOR)
                                        ? chart.remedies().grantOnCluster("getParameter")
                                        : null);
    }

    private static Finding window(Chart chart) {
        Duration olderThan = chart.request().olderThan();
        String meaning = "A claim whose worker has died is stale " + Span.of(olderThan) + " after its last change"
                + " (--older-than), and deleted, with its message, up to a minute after its lease has ended. A sweep that frees what has expired has that"
                + " minute; with --lease any it has the lease, too.";
        Finding unanswered = unanswered(chart, Check.SWEEP_WINDOW, meaning);
        if (unanswered != null) {
            return unanswered;
        }
        Optional<Duration> ttl = ttl(chart);
        if (ttl.isEmpty()) {
            return Finding.of(Check.SWEEP_WINDOW, Level.OK, "there is no TTL that could be faster", meaning);
        }
        BsonDocument counts = chart.counts().orElseThrow();
        Duration shortest = Chart.span(counts, Scan.SHORTEST_LEASE);
        Duration longest = Chart.span(counts, Scan.LONGEST_LEASE);
        if (shortest == null || longest == null) {
            return Finding.of(
                    Check.SWEEP_WINDOW,
                    Level.INFO,
                    "no claim is processing, so nothing tells how long leases are",
                    meaning);
        }
        String leases = shortest.equals(longest)
                ? "leases run for " + Span.of(longest)
                : "leases run for " + Span.of(shortest) + " to " + Span.of(longest);
        if (olderThan.compareTo(shortest.plus(ttl.get())) <= 0) {
            return Finding.of(
                    Check.SWEEP_WINDOW, Level.OK, leases + ", and claims are stale before TTL deletes them", meaning);
        }
        boolean all = olderThan.compareTo(longest.plus(ttl.get())) > 0;
        boolean surely = olderThan.compareTo(shortest.plus(ttl.get()).plus(pause(chart))) > 0;
        Duration advice = shortest.compareTo(LEAST_ADVICE) < 0 ? LEAST_ADVICE : shortest;
        return Finding.of(
                        Check.SWEEP_WINDOW,
                        Level.WARNING,
                        leases + ", --older-than is " + Span.of(olderThan),
                        (all ? "Claims" : "Claims with the shorter leases")
                                + (surely ? " are" : " may be")
                                + " deleted before your sweep can see them: nothing recovers them, and the messages of"
                                + " those that hold one are gone. " + meaning)
                .with(chart.remedies().claimctl("stale", "reset", "--older-than", Span.option(advice)));
    }
}
