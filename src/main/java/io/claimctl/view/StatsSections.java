package io.claimctl.view;

import io.claimctl.claim.AgeBand;
import io.claimctl.claim.ClaimStats;
import io.claimctl.claim.LeaseBand;
import io.claimctl.claim.LeaseState;
import io.claimctl.claim.PayloadStats;
import io.claimctl.claim.Sampling;
import io.claimctl.claim.Status;
import io.claimctl.claim.StatusCount;
import io.claimctl.claim.TopNames;
import java.util.ArrayList;
import java.util.List;

/** Claims in numbers as the sections of a chart. */
final class StatsSections {
    private final ClaimStats stats;

    StatsSections(ClaimStats stats) {
        this.stats = stats;
    }

    /**
     * A part of a chart.
     *
     * @param heading one word or two
     * @param note what it is about, where there is space for it
     * @param whole what is a hundred per cent
     */
    record Section(String heading, String note, long whole, List<Bar> bars) {}

    /** What must be said before all; empty if nothing. */
    String note() {
        Sampling sampling = stats.sampling();
        return sampling == null
                ? ""
                : "An estimate from " + sampling.size() + " of about " + sampling.ofAbout()
                        + " claims: the counts are those of the sample, in all there are about "
                        + sampling.estimate(stats.total()) + " such claims.";
    }

    List<Section> all() {
        long processing = stats.count(LeaseState.LIVE) + stats.count(LeaseState.EXPIRED);
        List<Section> sections = new ArrayList<>(List.of(
                new Section("STATUS", "", stats.total(), statuses()),
                new Section("AGE", "since the last transition", stats.total(), ages()),
                new Section("LEASE ENDS", "of claims that are processing", processing, leases()),
                new Section("PAYLOADS", "", stats.total(), payloads())));
        addNames("INSTANCES", stats.instances(), sections);
        addNames("WORKERS", stats.workers(), sections);
        addNames("EVENTS", stats.events(), sections);
        return sections;
    }

    private List<Bar> statuses() {
        List<Bar> bars = new ArrayList<>();
        for (StatusCount count : stats.statuses()) {
            bars.add(Bar.of(label(count), tone(count), count.count()));
            if (is(count, Status.PROCESSING)) {
                bars.add(Bar.of("  live", Tone.GOOD, stats.count(LeaseState.LIVE)));
                bars.add(Bar.of("  expired", Tone.WARN, stats.count(LeaseState.EXPIRED)));
            }
        }
        bars.add(Bar.text("total", Tone.HEAD, Long.toString(stats.total())));
        return bars;
    }

    private static boolean is(StatusCount count, Status status) {
        return status.stored().equals(count.status());
    }

    private static String label(StatusCount count) {
        return count.defect() == null
                ? Cell.of(count.status()).text()
                : Cell.of("malformed: " + count.defect()).text();
    }

    private static Tone tone(StatusCount count) {
        if (count.defect() != null) {
            return Tone.BAD;
        }
        return is(count, Status.PROCESSING)
                ? Tone.PLAIN
                : is(count, Status.COMPLETED) || is(count, Status.RELEASED) ? Tone.QUIET : Tone.WARN;
    }

    private List<Bar> ages() {
        List<Bar> bars = new ArrayList<>();
        stats.ages().forEach((band, count) -> {
            if (band != AgeBand.NO_DATE || count > 0) {
                bars.add(Bar.of(words(band), band == AgeBand.NO_DATE ? Tone.WARN : Tone.PLAIN, count));
            }
        });
        return bars;
    }

    private static String words(AgeBand band) {
        return switch (band) {
            case UNDER_1M -> "0-1m";
            case UNDER_5M -> "1m-5m";
            case UNDER_15M -> "5m-15m";
            case UNDER_1H -> "15m-1h";
            case UNDER_6H -> "1h-6h";
            case UNDER_1D -> "6h-1d";
            case UNDER_7D -> "1d-7d";
            case OLDER -> "7d+";
            case NO_DATE -> "no date";
        };
    }

    private List<Bar> leases() {
        List<Bar> bars = new ArrayList<>();
        stats.leases().forEach((band, count) -> {
            if (band != LeaseBand.NO_DATE || count > 0) {
                bars.add(Bar.of(words(band), band.ended() || band == LeaseBand.NO_DATE ? Tone.WARN : Tone.GOOD, count));
            }
        });
        return bars;
    }

    private static String words(LeaseBand band) {
        return switch (band) {
            case ENDED_OVER_1H_AGO -> "1h+ ago";
            case ENDED_OVER_10M_AGO -> "10m-1h ago";
            case ENDED_OVER_1M_AGO -> "1m-10m ago";
            case ENDED_UNDER_1M_AGO -> "0-1m ago";
            case WITHIN_1M -> "in 0-1m";
            case WITHIN_10M -> "in 1m-10m";
            case WITHIN_1H -> "in 10m-1h";
            case LATER -> "in 1h+";
            case NO_DATE -> "never";
        };
    }

    private List<Bar> payloads() {
        PayloadStats payloads = stats.payloads();
        List<Bar> bars = new ArrayList<>();
        bars.add(Bar.of("with", Tone.PLAIN, payloads.count()));
        bars.add(Bar.of("without", Tone.PLAIN, stats.total() - payloads.count()));
        if (payloads.bytes() != null) {
            bars.add(Bar.text("together", Tone.PLAIN, Words.size(payloads.bytes())));
        }
        if (payloads.largest() != null) {
            bars.add(Bar.text("largest", Tone.PLAIN, Words.size(payloads.largest())));
        }
        return bars;
    }

    private void addNames(String heading, TopNames top, List<Section> sections) {
        if (top.names().isEmpty()) {
            return;
        }
        List<Bar> bars = new ArrayList<>();
        top.names().forEach(name -> bars.add(Bar.of(Cell.of(name.name()).text(), Tone.PLAIN, name.count())));
        if (top.others() > 0) {
            bars.add(Bar.of("(others)", Tone.QUIET, top.others()));
        }
        if (top.none() > 0) {
            bars.add(Bar.of("(none)", Tone.QUIET, top.none()));
        }
        sections.add(new Section(heading, "", stats.total(), bars));
    }
}
