package io.claimctl.view;

import static io.claimctl.view.Samples.HOSTILE;
import static io.claimctl.view.Samples.LONG;
import static io.claimctl.view.Samples.NOW;
import static io.claimctl.view.Samples.PIPE;
import static io.claimctl.view.Samples.TOKEN;
import static io.claimctl.view.Samples.ZONE;
import static io.claimctl.view.Samples.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.AgeBand;
import io.claimctl.claim.ClaimStats;
import io.claimctl.claim.Defect;
import io.claimctl.claim.LeaseBand;
import io.claimctl.claim.NameCount;
import io.claimctl.claim.PayloadStats;
import io.claimctl.claim.Sampling;
import io.claimctl.claim.StatusCount;
import io.claimctl.claim.TopNames;
import io.claimctl.testing.Golden;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatsViewTest {
    static final ClaimStats STATS = stats(null, 1);
    static final ClaimStats LARGE = stats(new Sampling(250_000, 5_000_000_000L), 1_000);
    static final ClaimStats NONE = new ClaimStats(
            NOW,
            null,
            List.of(
                    new StatusCount("processing", null, 0),
                    new StatusCount("completed", null, 0),
                    new StatusCount("released", null, 0)),
            Map.of(),
            Map.of(),
            new PayloadStats(0, null, null),
            none(0),
            none(0),
            none(0));

    private static TopNames none(long claims) {
        return new TopNames(List.of(), 0, claims);
    }

    private static ClaimStats stats(@Nullable Sampling sampling, long times) {
        return new ClaimStats(
                NOW,
                sampling,
                List.of(
                        new StatusCount("processing", null, 130 * times),
                        new StatusCount("completed", null, 81 * times),
                        new StatusCount("released", null, 0),
                        new StatusCount(HOSTILE, null, times),
                        new StatusCount(null, null, 5 * times),
                        new StatusCount(null, new Defect("status", "is an array, not a string"), 3 * times)),
                bands(AgeBand.class, times, 50, 40, 30, 25, 20, 1, 7, 40, 7),
                bands(LeaseBand.class, times, 1, 0, 9, 10, 60, 40, 8, 1, 1),
                new PayloadStats(12, 70_000L * times, 9_999L),
                new TopNames(
                        List.of(
                                new NameCount(TOKEN, 2 * times),
                                new NameCount(HOSTILE, times),
                                new NameCount("w-" + "x".repeat(80), times),
                                new NameCount("注文-一二三📦-一二三-一二三-一二三-一二三-一二三", times),
                                new NameCount("", times)),
                        210 * times,
                        4 * times),
                new TopNames(
                        List.of(new NameCount("pod-7", 200 * times), new NameCount("pod-8", 10 * times)),
                        0,
                        10 * times),
                none(220 * times));
    }

    private static <E extends Enum<E>> Map<E, Long> bands(Class<E> type, long times, long... counts) {
        Map<E, Long> bands = new EnumMap<>(type);
        for (int i = 0; i < counts.length; i++) {
            bands.put(type.getEnumConstants()[i], counts[i] * times);
        }
        return bands;
    }

    private static String drawn(Format format, Screen screen, ClaimStats stats) {
        return written(format, screen, view -> view.stats(stats));
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENV", "NAME", "TEXT"})
    void stats_are_written_as_they_always_were(Format format) {
        Golden.check("view/stats." + format, drawn(format, PIPE, STATS));
    }

    @ParameterizedTest
    @EnumSource(names = {"TABLE", "JSON", "NDJSON"})
    void a_sample_says_that_it_is_one(Format format) {
        Golden.check("view/stats." + format + ".sample", drawn(format, PIPE, LARGE));
    }

    @ParameterizedTest
    @EnumSource(names = {"TABLE", "JSON"})
    void nothing_is_zeros(Format format) {
        Golden.check("view/stats." + format + ".none", drawn(format, PIPE, NONE));
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 80, 120})
    void bars_fill_the_screen(int width) {
        Screen screen = Screen.terminal(width, false, ZONE);
        Golden.check("view/stats.terminal-" + width, drawn(Format.TABLE, screen, STATS));
        Golden.check("view/stats.terminal-" + width + ".ascii", drawn(Format.TABLE, screen.inAscii(), STATS));
    }

    @Test
    void states_have_colours() {
        Golden.check("view/stats.terminal-60.colour", drawn(Format.TABLE, Screen.terminal(60, true, ZONE), LARGE));
    }

    @Test
    void no_line_is_wider_than_the_screen_whatever_its_width() {
        for (int width = 14; width < 200; width++) {
            for (ClaimStats stats : List.of(STATS, LARGE, NONE)) {
                for (Screen screen : List.of(
                        Screen.terminal(width, false, ZONE),
                        Screen.terminal(width, false, ZONE).inAscii())) {
                    assertThat(drawn(Format.TABLE, screen, stats).lines())
                            .as("%s", screen)
                            .allSatisfy(line -> assertThat(TextWidth.of(line)).isLessThanOrEqualTo(screen.width()));
                }
            }
        }
    }

    @Test
    void the_longest_bar_of_a_section_reaches_the_edge_and_the_others_are_in_proportion() {
        List<String> lines = drawn(Format.TABLE, Screen.terminal(80, false, ZONE), STATS)
                .lines()
                .toList();
        String longest = bar(lines, "processing ");
        assertThat(TextWidth.of(lines.get(1))).isEqualTo(80);
        assertThat(bar(lines, "completed ").length())
                .isBetween(longest.length() * 81 / 130, longest.length() * 81 / 130 + 1);
        assertThat(bar(lines, "released ")).isEmpty();
    }

    private static String bar(List<String> lines, String label) {
        return lines.stream()
                .filter(line -> line.startsWith(label))
                .findFirst()
                .orElseThrow()
                .replaceAll("[^▏▎▍▌▋▊▉█]", "");
    }

    @Test
    void ascii_means_ascii() {
        String text = drawn(Format.TABLE, Screen.terminal(80, false, ZONE).inAscii(), STATS);
        assertThat(text.chars()).allMatch(c -> c < 0x7f);
        assertThat(text).contains("###");
        String piped = drawn(Format.TABLE, PIPE.inAscii(), STATS);
        assertThat(piped).contains("###", "注文").doesNotContain("█", "…");
    }

    @Test
    void wide_shows_whole_names() {
        assertThat(drawn(Format.WIDE, Screen.terminal(40, false, ZONE), STATS)).contains("w-" + "x".repeat(80));
        ClaimStats one = new ClaimStats(
                NOW,
                null,
                List.of(),
                Map.of(),
                Map.of(),
                new PayloadStats(0, null, null),
                none(0),
                none(0),
                new TopNames(List.of(new NameCount(LONG, 1)), 0, 0));
        assertThat(drawn(Format.WIDE, PIPE, one)).contains(LONG);
    }

    @ParameterizedTest
    @CsvSource({"0,0,0%", "0,5,0%", "5,5,100%", "1,3,33%", "2,3,67%", "1,1000,<1%", "999,1000,>99%", "5,1000,1%"})
    void what_is_there_is_never_nothing_and_a_part_is_never_all(long count, long hundred, String percent) {
        assertThat(BarChart.percent(count, hundred)).isEqualTo(percent);
    }
}
