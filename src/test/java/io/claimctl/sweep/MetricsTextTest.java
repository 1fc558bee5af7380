package io.claimctl.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.claim.ClaimGauges;
import io.claimctl.claim.Defect;
import io.claimctl.claim.StaleGauges;
import io.claimctl.claim.StatusCount;
import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.testing.Exposition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsTextTest {
    private static final String NAMESPACE = "shop._message_state";
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.500Z");
    private static final String LAST = "claimctl_sweep_last_success_timestamp_seconds";

    private static ClaimGauges gauges(@Nullable Instant oldest, @Nullable Long bytes) {
        return new ClaimGauges(
                new StaleGauges(NOW, Duration.ofMinutes(2), 7, 4, 3, 1, oldest),
                List.of(
                        new StatusCount("processing", null, 7),
                        new StatusCount("completed", null, 5_000_000_000L),
                        new StatusCount("released", null, 0),
                        new StatusCount("paused", null, 2),
                        new StatusCount("other", null, 3),
                        new StatusCount(null, null, 4),
                        new StatusCount(null, new Defect("status", "is a double, not a string"), 1)),
                6,
                bytes);
    }

    @Test
    void gauges_of_a_collection_are_families_with_a_help_a_type_and_their_samples() {
        String text = ClaimMetrics.text(NAMESPACE, gauges(NOW.minusMillis(240_250), 1_002L));
        assertThat(Exposition.parse(text).lines())
                .containsExactly(
                        "claimctl_claims{status=processing} 7",
                        "claimctl_claims{status=completed} 5000000000",
                        "claimctl_claims{status=released} 0",
                        "claimctl_claims{status=other} 10",
                        "claimctl_claims_live 4",
                        "claimctl_claims_expired 3",
                        "claimctl_claims_stale 3",
                        "claimctl_claims_stale_live 1",
                        "claimctl_claims_stale_after_seconds 120",
                        "claimctl_claims_oldest_stale_age_seconds 240.25",
                        "claimctl_claims_payloads 6",
                        "claimctl_claims_payload_bytes 1002",
                        "claimctl_claims_as_of_timestamp_seconds 1767323045.5");
        assertThat(text)
                .contains("# HELP claimctl_claims_live Processing claims whose lease runs.\n"
                        + "# TYPE claimctl_claims_live gauge\n"
                        + "claimctl_claims_live{db=\"shop\",collection=\"_message_state\"} 4\n");
    }

    @Test
    void what_is_not_there_has_no_sample() {
        assertThat(ClaimMetrics.text(NAMESPACE, gauges(null, null)))
                .doesNotContain("oldest_stale_age", "payload_bytes")
                .contains("claimctl_claims_payloads{");
    }

    @Test
    void the_farthest_date_does_not_overflow() {
        String text = ClaimMetrics.text(NAMESPACE, gauges(Instant.ofEpochMilli(Long.MIN_VALUE), null));
        assertThat(Exposition.parse(text).lines())
                .contains("claimctl_claims_oldest_stale_age_seconds 9223373804177821.308");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\"b",
                "back\\slash",
                "two\nlines",
                "\\n",
                "\\\\\"\n\\",
                "comma\",x=\"y",
                "brace} 1",
                "é 🔒|",
                "a.b.c",
                " ",
                "#"
            })
    void every_name_of_a_collection_comes_back_from_its_label(String collection) {
        for (String text : List.of(
                ClaimMetrics.text("shop." + collection, gauges(NOW, 1L)), done().text("shop." + collection, null))) {
            assertThat(Exposition.parse(text).samples().keySet())
                    .allSatisfy(sample -> assertThat(sample.labels())
                            .containsEntry("db", "shop")
                            .containsEntry("collection", collection));
        }
    }

    @Test
    void a_wrong_name_or_a_sample_twice_is_refused() {
        PrometheusText text = new PrometheusText(NAMESPACE);
        for (String name : List.of("", "1a", "a-b", "a b", "é")) {
            assertThatThrownBy(() -> text.gauge(name, "Help.")).isInstanceOf(IllegalArgumentException.class);
        }
        PrometheusText.Family family =
                text.gauge("a:b_1", "A \\ and\ntwo lines.").sample(1);
        assertThatThrownBy(() -> text.gauge("a:b_1", "Help.")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> family.sample(2)).isInstanceOf(IllegalArgumentException.class);
        for (String label : List.of("", "1a", "a:b", "__a", "a-b")) {
            assertThatThrownBy(() -> family.sample(label, "x", 1)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(Exposition.parse(text.text()).helps()).containsEntry("a:b_1", "A \\\\ and\\ntwo lines.");
        assertThatThrownBy(() -> new PrometheusText("shop")).isInstanceOf(IllegalArgumentException.class);
    }

    private static SweepMetrics done() {
        return new SweepMetrics(
                true,
                NOW,
                Duration.ofMillis(1_250),
                Map.of(Result.RESET, 12L, Result.CHANGED, 1L),
                0,
                13L,
                Duration.ofHours(1),
                false);
    }

    private static SweepMetrics failed() {
        return new SweepMetrics(false, null, Duration.ofSeconds(10), Map.of(), 1, null, null, false);
    }

    private static SweepMetrics yielded() {
        return new SweepMetrics(true, NOW.plusSeconds(60), Duration.ofMillis(20), Map.of(), 0, 0L, null, true);
    }

    private static List<String> lines(String text) {
        return Exposition.parse(text).lines();
    }

    @Test
    void a_sweep_that_did_its_work_tells_all_of_it() {
        assertThat(lines(done().text(NAMESPACE, null)))
                .containsExactly(
                        LAST + " 1767323045.5",
                        "claimctl_sweep_success 1",
                        "claimctl_sweep_yielded 0",
                        "claimctl_sweep_duration_seconds 1.25",
                        "claimctl_sweep_errors 0",
                        "claimctl_sweep_claims{result=reset} 12",
                        "claimctl_sweep_claims{result=would-reset} 0",
                        "claimctl_sweep_claims{result=changed} 1",
                        "claimctl_sweep_claims{result=gone} 0",
                        "claimctl_sweep_claims{result=skipped} 0",
                        "claimctl_sweep_claims{result=unclear} 0",
                        "claimctl_sweep_claims{result=error} 0",
                        "claimctl_sweep_stale_found 13",
                        "claimctl_sweep_oldest_stale_age_seconds 3600");
    }

    @Test
    void a_sweep_that_failed_keeps_the_time_of_the_last_success_and_says_nothing_that_it_does_not_know() {
        String before = done().text(NAMESPACE, null);
        assertThat(lines(failed().text(NAMESPACE, before)))
                .contains(LAST + " 1767323045.5", "claimctl_sweep_success 0", "claimctl_sweep_errors 1")
                .noneMatch(line -> line.contains("stale_found") || line.contains("oldest"));
        String twice = failed().text(NAMESPACE, failed().text(NAMESPACE, before));
        assertThat(lines(twice)).contains(LAST + " 1767323045.5");
    }

    @Test
    void a_sweep_that_yielded_to_another_succeeded_but_did_not_move_the_time_of_the_last_success() {
        assertThat(lines(yielded().text(NAMESPACE, done().text(NAMESPACE, null))))
                .containsExactly(
                        LAST + " 1767323045.5",
                        "claimctl_sweep_success 1",
                        "claimctl_sweep_yielded 1",
                        "claimctl_sweep_duration_seconds 0.02",
                        "claimctl_sweep_errors 0");
    }

    @Test
    void the_time_moves_with_the_next_success_also_back_as_the_servers_clock_may() {
        SweepMetrics earlier = new SweepMetrics(true, NOW.minusSeconds(5), Duration.ZERO, Map.of(), 0, 0L, null, false);
        assertThat(lines(earlier.text(NAMESPACE, done().text(NAMESPACE, null)))).contains(LAST + " 1767323040.5");
    }

    @Test
    void a_success_whose_time_is_not_known_keeps_the_time_before() {
        SweepMetrics timeless = new SweepMetrics(true, null, Duration.ZERO, Map.of(), 0, 0L, null, false);
        assertThat(lines(timeless.text(NAMESPACE, done().text(NAMESPACE, null))))
                .contains(LAST + " 1767323045.5");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\u0000\ufffd garbage",
                "# HELP " + LAST + " x",
                LAST + " 1767323045.5",
                LAST + "{db=\"other\",collection=\"_message_state\"} 1767323045.5",
                LAST + "{db=\"shop\",collection=\"_message_state\"} ",
                LAST + "{db=\"shop\",collection=\"_message_state\"} soon",
                LAST + "{db=\"shop\",collection=\"_message_state\"} NaN",
                LAST + "{db=\"shop\",collection=\"_message_state\"} -1",
                LAST + "{db=\"shop\",collection=\"_message_state\"} 17673230",
            })
    void a_previous_text_that_cannot_be_read_or_is_of_another_collection_is_ignored(String previous) {
        String text = failed().text(NAMESPACE, previous);
        boolean readable = previous.endsWith(" 17673230");
        assertThat(Exposition.parse(text).lines().stream().anyMatch(line -> line.startsWith(LAST)))
                .isEqualTo(readable);
        assertThat(text).contains("claimctl_sweep_success{");
    }
}
