package io.claimctl.view;

import org.jspecify.annotations.Nullable;

/**
 * One line of a chart.
 *
 * @param label safe for a terminal
 * @param tone its colour
 * @param count what the bar is as long as
 * @param amount what stands in place of the count, and then there is no bar; null for the count
 */
record Bar(String label, Tone tone, long count, @Nullable String amount) {

    static Bar of(String label, Tone tone, long count) {
        return new Bar(label, tone, count, null);
    }

    /** A line without a bar. */
    static Bar text(String label, Tone tone, String amount) {
        return new Bar(label, tone, 0, amount);
    }

    String number() {
        return amount == null ? Long.toString(count) : amount;
    }
}
