package io.claimctl.view;

import io.claimctl.claim.StaleGauges;
import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Stale claims held against thresholds.
 *
 * @param collection database and collection
 * @param gauges what there is
 * @param warn more stale claims than these are worth a warning; null for none
 * @param crit more than these are critical; null for none
 * @param oldest one that has not moved for longer than this is critical; null for none
 */
public record StaleCheck(
        String collection,
        StaleGauges gauges,
        @Nullable Long warn,
        @Nullable Long crit,
        @Nullable Duration oldest) {

    /** The worst of what was found. */
    public CheckState state() {
        if (passed(crit) || tooOld()) {
            return CheckState.CRITICAL;
        }
        return passed(warn) ? CheckState.WARNING : CheckState.OK;
    }

    /** One line for a monitoring system: state, sentence and, behind a bar, the numbers. */
    public String line() {
        return line(state(), sentence()) + " | " + numbers();
    }

    /** The line of a check that came to no numbers. */
    public static String unknown(String sentence) {
        return line(CheckState.UNKNOWN, sentence);
    }

    /** The same as JSON on one line. */
    public static String unknownJson(String sentence) {
        return FactsGenerator.text(facts(CheckState.UNKNOWN, sentence));
    }

    /** The bar ends the sentence, so none may stand in it. */
    private static String line(CheckState state, String sentence) {
        String safe = SafeText.isSafe(sentence) ? sentence : SafeText.of(sentence);
        return "CLAIMCTL " + state + " - " + safe.replace("|", "\\x7c");
    }

    private String sentence() {
        long stale = gauges.stale();
        String where = " in " + SafeText.of(collection);
        if (stale == 0) {
            return "no stale claim" + where;
        }
        Long limit = passed(crit) ? crit : passed(warn) ? warn : null;
        return Words.count(stale, "stale claim")
                + where
                + (limit == null ? "" : ", more than " + limit)
                + ", the oldest since " + Times.words(age().toMillis())
                + (tooOld() && oldest != null ? ", longer than " + Times.exact(oldest) : "");
    }

    private String numbers() {
        return "stale=" + gauges.stale() + ";" + text(warn) + ";" + text(crit) + ";0"
                + " oldest=" + seconds(age()) + "s;;" + (oldest == null ? "" : seconds(oldest)) + ";0"
                + " stale_live=" + gauges.staleLive() + ";;;0"
                + " processing=" + gauges.processing() + ";;;0"
                + " live=" + gauges.live() + ";;;0"
                + " expired=" + gauges.expired() + ";;;0";
    }

    private boolean passed(@Nullable Long limit) {
        return limit != null && gauges.stale() > limit;
    }

    private boolean tooOld() {
        return oldest != null && age().compareTo(oldest) > 0;
    }

    /** 0 where none is stale, so that a graph has no hole. */
    private Duration age() {
        return gauges.oldest() == null
                ? Duration.ZERO
                : Duration.ofMillis(Times.millis(gauges.oldest(), gauges.asOf())); // the farthest dates do not overflow
    }

    private static String text(@Nullable Long limit) {
        return limit == null ? "" : limit.toString();
    }

    private static String seconds(Duration duration) {
        return BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString();
    }

    Facts facts() {
        Facts thresholds = new Facts()
                .number(GaugeField.WARN, warn)
                .number(GaugeField.CRIT, crit)
                .number(GaugeField.OLDEST_MS, oldest == null ? null : oldest.toMillis());
        return facts(state(), sentence())
                .text(GaugeField.COLLECTION, collection)
                .and(GaugeField.facts(gauges))
                .record(GaugeField.THRESHOLDS, thresholds);
    }

    private static Facts facts(CheckState state, String sentence) {
        return new Facts().text(GaugeField.STATE, Facts.name(state)).text(GaugeField.MESSAGE, sentence);
    }
}
