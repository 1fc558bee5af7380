package io.claimctl.view;

import io.claimctl.claim.ClaimStats;
import io.claimctl.claim.LeaseState;
import io.claimctl.claim.Sampling;
import io.claimctl.claim.TopNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Claims in numbers as {@link Facts}: one document, or a row a number. */
final class StatsFacts {
    /** The columns of CSV. */
    static final List<Enum<?>> FIELDS =
            List.of(StatsField.KIND, StatsField.NAME, StatsField.COUNT, ClaimField.MALFORMED);

    private final ClaimStats stats;

    StatsFacts(ClaimStats stats) {
        this.stats = stats;
    }

    Facts document() {
        Facts facts = new Facts().time(StatsField.SERVER_TIME, stats.asOf());
        facts.and(head())
                .list(
                        StatsField.STATUSES,
                        stats.statuses().stream().map(CountFacts::of).toList())
                .record(StatsField.LEASES, leases())
                .list(StatsField.AGES, bands(StatsField.AGE, stats.ages()))
                .list(StatsField.LEASE_ENDS, bands(StatsField.END, stats.leases()))
                .and(payloads());
        for (Kind kind : Kind.values()) {
            facts.list(kind.all, names(kind.of(stats))).and(rest(kind));
        }
        return facts;
    }

    void write(Rows rows) {
        rows.begin(new Facts());
        single(head(), rows);
        stats.statuses()
                .forEach(count -> rows.row(row(Facts.name(Row.STATUS), count.status(), count.count())
                        .and(CountFacts.of(count).only(List.of(ClaimField.MALFORMED)))));
        for (LeaseState lease : LeaseState.values()) {
            rows.row(row(Facts.name(Row.LEASE), Facts.name(lease), stats.count(lease)));
        }
        stats.ages().forEach((band, count) -> rows.row(row(Facts.name(StatsField.AGE), Facts.name(band), count)));
        stats.leases().forEach((band, count) -> rows.row(row(Facts.name(Row.LEASE_END), Facts.name(band), count)));
        single(payloads(), rows);
        for (Kind kind : Kind.values()) {
            kind.of(stats).names().forEach(name -> rows.row(row(Facts.name(kind.one), name.name(), name.count())));
            single(rest(kind), rows);
        }
        rows.end(new Facts());
    }

    /** What stands for all of them. */
    private Facts head() {
        Facts head = new Facts().number(StatsField.TOTAL, stats.total());
        Sampling sampling = stats.sampling();
        return sampling == null
                ? head
                : head.number(StatsField.SAMPLED, sampling.size())
                        .number(StatsField.OF_ABOUT, sampling.ofAbout())
                        .number(StatsField.ESTIMATED_TOTAL, sampling.estimate(stats.total()));
    }

    private Facts payloads() {
        return new Facts()
                .number(StatsField.PAYLOADS, stats.payloads().count())
                .number(StatsField.PAYLOAD_BYTES, stats.payloads().bytes())
                .number(StatsField.LARGEST_PAYLOAD, stats.payloads().largest());
    }

    private Facts rest(Kind kind) {
        TopNames top = kind.of(stats);
        return new Facts().number(kind.others, top.others()).number(kind.without, top.none());
    }

    /** A row for each of these numbers. */
    private static void single(Facts numbers, Rows rows) {
        numbers.values().forEach((kind, count) -> rows.row(row(kind, null, (Long) count)));
    }

    private Facts leases() {
        return new Facts()
                .number(StatsField.LIVE, stats.count(LeaseState.LIVE))
                .number(StatsField.EXPIRED, stats.count(LeaseState.EXPIRED))
                .number(StatsField.NONE, stats.count(LeaseState.NONE));
    }

    private static List<Facts> bands(Enum<?> field, Map<? extends Enum<?>, Long> counts) {
        List<Facts> bands = new ArrayList<>();
        counts.forEach((band, count) ->
                bands.add(new Facts().text(field, Facts.name(band)).number(StatsField.COUNT, count)));
        return bands;
    }

    private static List<Facts> names(TopNames top) {
        return top.names().stream()
                .map(name -> new Facts().text(StatsField.NAME, name.name()).number(StatsField.COUNT, name.count()))
                .toList();
    }

    private static Facts row(String kind, @Nullable String name, long count) {
        return new Facts()
                .text(StatsField.KIND, kind)
                .text(StatsField.NAME, name)
                .number(StatsField.COUNT, count);
    }

    /** What a row is about, where the document has another word. */
    private enum Row {
        STATUS,
        LEASE,
        LEASE_END,
        WORKER,
        INSTANCE,
        EVENT
    }

    /** The kinds of names. */
    private enum Kind {
        WORKER(Row.WORKER, StatsField.WORKERS, StatsField.OTHER_WORKERS, StatsField.WITHOUT_WORKER),
        INSTANCE(Row.INSTANCE, StatsField.INSTANCES, StatsField.OTHER_INSTANCES, StatsField.WITHOUT_INSTANCE),
        EVENT(Row.EVENT, StatsField.EVENTS, StatsField.OTHER_EVENTS, StatsField.WITHOUT_EVENT);

        private final Row one;
        private final StatsField all;
        private final StatsField others;
        private final StatsField without;

        Kind(Row one, StatsField all, StatsField others, StatsField without) {
            this.one = one;
            this.all = all;
            this.others = others;
            this.without = without;
        }

        TopNames of(ClaimStats stats) {
            return switch (this) {
                case WORKER -> stats.workers();
                case INSTANCE -> stats.instances();
                case EVENT -> stats.events();
            };
        }
    }
}
