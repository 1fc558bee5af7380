package io.claimctl.doctor;

import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.ProbeReply.Answered;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;

/** How far clocks are apart. */
final class ClockCheck implements Topic {
    static final Duration HOST = Duration.ofSeconds(1);
    static final Duration MARGIN = Duration.ofMillis(500);
    /** A server cuts its reading to a millisecond. */
    private static final Duration CUT = Duration.ofMillis(1);

    @Override
    public List<Check> checks() {
        return List.of(Check.HOST_CLOCK, Check.MEMBER_CLOCKS, Check.FUTURE_CLAIMS);
    }

    @Override
    public List<Finding> examine(Chart chart) {
        return List.of(host(chart), members(chart), future(chart));
    }

    /** How far a server is ahead of this host, at least and at most: its reading was taken while the question was on its way. */
    private record Offset(String server, Duration least, Duration most) {
        static Optional<Offset> of(Answered hello) {
            Instant there = Chart.instant(hello.document(), "localTime");
            return there == null
                    ? Optional.empty()
                    : Optional.of(new Offset(
                            String.valueOf(Chart.text(hello.document(), "me")),
                            Duration.between(hello.sent().plus(hello.took()), there),
                            Duration.between(hello.sent(), there).plus(CUT)));
        }

        /** What is certain of it: nothing where the two may be the same. */
        Duration certain() {
            return !least.isNegative() ? least : most.isNegative() ? most : Duration.ZERO;
        }

        /** By how much it is certainly ahead of the other; negative if it is not. */
        Duration aheadOf(Offset other) {
            return least.minus(other.most);
        }
    }

    private static Finding host(Chart chart) {
        String meaning =
                "No claim is judged by this host's clock. Workers that have no fence judge leases by the clock of"
                        + " their own host: on a host whose clock is ahead they take claims too early.";
        if (!(chart.reply(Question.HELLO) instanceof Answered hello)) {
            return chart.unknown(Check.HOST_CLOCK, Question.HELLO, meaning, null);
        }
        Optional<Offset> offset = Offset.of(hello);
        if (offset.isEmpty()) {
            return Finding.of(Check.HOST_CLOCK, Level.UNKNOWN, "the server does not tell its time", meaning);
        }
        Duration certain = offset.get().certain();
        boolean far = certain.abs().compareTo(HOST) > 0;
        String where = certain.isNegative() ? "ahead of" : "behind";
        String evidence = certain.toMillis() == 0
                ? "this host's clock and the server's are the same within " + Span.of(hello.took())
                : "this host's clock is at least " + Span.of(certain) + " " + where + " the server's";
        return Finding.of(Check.HOST_CLOCK, far ? Level.WARNING : Level.OK, evidence, meaning)
                .with(far ? "timedatectl timesync-status" : null);
    }

    private static Finding members(Chart chart) {
        String meaning =
                "After a failover, leases are judged by another member's clock. Claims are safe while clocks are"
                        + " less than " + Span.of(MARGIN) + " apart.";
        if (chart.sharded()) {
            return Finding.of(
                    Check.MEMBER_CLOCKS,
                    Level.UNKNOWN,
                    "a router does not tell the clocks of other routers and of the shards' members",
                    meaning);
        }
        List<String> members = chart.dataBearing();
        if (members.size() < 2) {
            return Finding.of(Check.MEMBER_CLOCKS, Level.OK, "there is one member with data", meaning);
        }
        List<Offset> seen = chart.clocks().stream()
                .map(Offset::of)
                .flatMap(Optional::stream)
                .filter(o -> members.contains(o.server()))
                .toList();
        return compared(members, seen, meaning);
    }

    private static Finding compared(List<String> members, List<Offset> seen, String meaning) {
        Offset ahead = null;
        Offset behind = null;
        for (Offset one : seen) {
            for (Offset other : seen) {
                boolean farthest =
                        ahead == null || behind == null || one.aheadOf(other).compareTo(ahead.aheadOf(behind)) > 0;
                if (!one.equals(other) && farthest) {
                    ahead = one;
                    behind = other;
                }
            }
        }
        if (ahead != null && behind != null && ahead.aheadOf(behind).compareTo(MARGIN) > 0) {
            String evidence = "the clock of " + ahead.server() + " is at least " + Span.of(ahead.aheadOf(behind))
                    + " ahead of that of " + behind.server();
            return Finding.of(
                            Check.MEMBER_CLOCKS,
                            Level.ERROR,
                            evidence,
                            meaning + " Here a failover could end a lease too early, so that two hold one claim.")
                    .with("timedatectl timesync-status # on both");
        }
        List<String> unseen = new ArrayList<>(members);
        seen.forEach(o -> unseen.remove(o.server()));
        if (!unseen.isEmpty()) {
            return Finding.of(
                    Check.MEMBER_CLOCKS,
                    Level.UNKNOWN,
                    "the clock of " + String.join(", ", unseen) + " could not be read from here",
                    meaning);
        }
        return Finding.of(
                Check.MEMBER_CLOCKS,
                Level.OK,
                "the clocks of " + seen.size() + " members are not seen to be more than " + Span.of(MARGIN) + " apart",
                meaning);
    }

    private static Finding future(Chart chart) {
        String meaning =
                "A worker without a fence judges leases by its own clock, and takes a claim from its holder by so"
                        + " much too early; sweeps see its own claims as stale by so much too late.";
        Optional<BsonDocument> counts = chart.counts();
        if (counts.isEmpty()) {
            return chart.unknown(
                    Check.FUTURE_CLAIMS,
                    Question.SCAN,
                    meaning,
                    chart.remedies().grantOnCollection(List.of("find")));
        }
        if (Chart.number(counts.get(), Scan.FUTURE) > 0) {
            if (chart.answer(Question.FUTURE).isEmpty()) {
                return chart.unknown(Check.FUTURE_CLAIMS, Question.FUTURE, meaning, null);
            }
            Optional<Ahead> worst = farthest(chart);
            if (worst.isPresent()) {
                Ahead ahead = worst.get();
                return Finding.of(
                                Check.FUTURE_CLAIMS,
                                Level.WARNING,
                                Span.count(Chart.number(counts.get(), Scan.FUTURE), "claim")
                                        + " with a time that is still to come; the clock of worker "
                                        + ahead.worker() + " is at least " + Span.of(ahead.by()) + " ahead (claim "
                                        + ahead.id() + ")",
                                meaning)
                        .with("timedatectl timesync-status # on the host of " + instance(ahead.worker()));
            }
        }
        return Finding.of(Check.FUTURE_CLAIMS, Level.OK, "no claim has a time that is still to come", meaning);
    }

    private static String instance(String worker) {
        int colon = worker.lastIndexOf(':');
        return (colon < 0 ? worker : worker.substring(0, colon)).replaceAll("[^A-Za-z0-9._-]", "?");
    }

    private record Ahead(String id, String worker, Duration by) {}

    /** Claims change while we look, so what counts is whether a time is still to come once they have arrived. */
    private static Optional<Ahead> farthest(Chart chart) {
        List<BsonDocument> found = chart.list(Question.FUTURE).orElse(List.of());
        Instant now = chart.latest();
        return found.stream()
                .map(claim -> ahead(claim, now))
                .filter(a -> !a.by().isNegative() && !a.by().isZero())
                .max(java.util.Comparator.comparing(Ahead::by));
    }

    private static Ahead ahead(BsonDocument claim, Instant now) {
        Duration by = Duration.ofMillis(-1);
        for (String field : List.of("updated_at", "created_at")) {
            Instant at = claim.isDateTime(field) ? Chart.instant(claim, field) : null;
            Duration lead = at == null ? by : Duration.between(now, at);
            by = lead.compareTo(by) > 0 ? lead : by;
        }
        String worker = Chart.text(claim, "worker_id");
        String id = ClaimRow.of(claim).id();
        return new Ahead(id, worker == null ? "unknown" : worker, by);
    }
}
