package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What of the options of a sweep is refused before anything is sent, and why. */
class SweepOptionsTest {

    @ParameterizedTest
    @CsvSource({"100/s, 100", "100, 100", "300/m, 5", "1/m, 0.016666666666666666"})
    void a_rate_is_so_many_a_second_or_a_minute(String text, double perSecond) {
        assertThat(new Rate.Converter().convert(text).perSecond()).isEqualTo(perSecond);
    }

    @Test
    void a_batch_holds_no_more_than_a_second_allows_and_at_least_one() {
        assertThat(List.of(
                        new Rate.Converter().convert("90/s").inOneGo(),
                        new Rate.Converter().convert("1/m").inOneGo()))
                .containsExactly(90, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0/s", "0", "-1/s", "1.5/s", "10/h", "fast", "", "/s", "10/s/s", "9999999999/s"})
    void what_is_no_rate_is_refused_with_its_value_and_the_way_out(String text) {
        assertThatThrownBy(() -> new Rate.Converter().convert(text))
                .hasMessage("'" + text + "' is no rate: write 100/s, or 300/m");
    }

    @ParameterizedTest
    @CsvSource({"0.5, 0.5", "50%, 0.50", "1, 1", "100%, 1.00", "0.001, 0.001", "12.5%, 0.125"})
    void a_fraction_is_a_part_of_the_whole(String text, String fraction) {
        assertThat(new FractionConverter().convert(text)).isEqualByComparingTo(fraction);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0%", "1.1", "101%", "-0.5", "half", "", "%", "1e-3", "0x1"})
    void what_is_no_fraction_is_refused_with_its_value_and_the_way_out(String text) {
        assertThatThrownBy(() -> new FractionConverter().convert(text))
                .hasMessage("'" + text + "' is no part of a whole: write 0.5, or 50%");
    }

    private static void refused(ExitCode exit, String why, String... words) {
        String[] all = new String[words.length + 2];
        all[0] = "stale";
        all[1] = "reset";
        System.arraycopy(words, 0, all, 2, words.length);
        RecordedRun.claimctl(all)
                .on("mongodb://127.0.0.1:1/shop?serverSelectionTimeoutMS=50")
                .run()
                .ends(exit)
                .showsNothing()
                .says(why);
    }

    @Test
    void what_does_not_go_together_is_refused() {
        refused(ExitCode.USAGE, "--from names the claims itself", "--from", "-", "--id-prefix", "a");
        refused(ExitCode.USAGE, "--from is to prevent: leave one out", "--from", "-", "--no-fenced", "--yes");
        refused(ExitCode.USAGE, "--observe is to prevent: leave one out", "--observe", "1s", "--no-fenced", "--yes");
        refused(ExitCode.USAGE, "--payloads archive needs --archive", "--payloads", "archive", "--yes");
        refused(ExitCode.USAGE, "is the collection that is swept", "--archive", "_message_state");
        refused(
                ExitCode.USAGE,
                "--observe does not tell whether a worker is still busy",
                "--observe",
                "1m",
                "--lease",
                "any",
                "--older-than",
                "5m",
                "--yes");
        for (String option : List.of("--id-prefix", "--worker", "--instance", "--event-name")) {
            refused(ExitCode.USAGE, option + " is empty: give a value", option + "=");
        }
        for (String option : List.of("--audit-file", "--archive", "--metrics-file")) {
            refused(ExitCode.USAGE, option + " is empty, and names nothing", option + "=");
        }
        refused(
                ExitCode.REFUSED,
                "--lease any and --delete need a yes",
                "--lease",
                "any",
                "--older-than",
                "5m",
                "--delete");
        refused(ExitCode.USAGE, "--audit-file - is where the report goes", "--audit-file", "-");
        refused(ExitCode.USAGE, "--audit-file /dev/stdout is where", "--audit-file", "/dev/stdout");
        refused(ExitCode.USAGE, "--batch 1001 is too many: it may be 1 to 1000", "--batch", "1001");
        refused(ExitCode.USAGE, "--parallel 17 is too many: it may be 1 to 16", "--parallel", "17");
        refused(ExitCode.USAGE, "--single-flight= is empty", "--single-flight=");
        refused(
                ExitCode.USAGE,
                "would reset the claim of --single-flight itself",
                "--single-flight",
                "--lease",
                "any",
                "--older-than",
                "30s",
                "--yes");
        refused(ExitCode.USAGE, "--worker and --instance", "--worker", "a", "--instance", "b");
    }

    @Test
    void what_lets_messages_go_needs_a_yes_where_nobody_can_be_asked() {
        refused(
                ExitCode.REFUSED,
                "--payloads archive needs a yes, and there is no terminal to ask on",
                "--payloads",
                "archive",
                "--archive",
                "old");
    }

    @Test
    void a_file_that_cannot_be_written_or_read_is_refused_before_anything_is_asked() {
        refused(ExitCode.USAGE, "--from /no/such cannot be read: there is no such file", "--from", "/no/such");
        refused(
                ExitCode.USAGE,
                "--metrics-file /no/such/m.prom cannot be written",
                "--metrics-file",
                "/no/such/m.prom");
    }
}
