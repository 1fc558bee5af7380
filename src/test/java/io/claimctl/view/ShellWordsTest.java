package io.claimctl.view;

import static io.claimctl.view.Samples.NOW;
import static io.claimctl.view.Samples.PIPE;
import static io.claimctl.view.Samples.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.Acquired;
import io.claimctl.claim.Contended;
import io.claimctl.claim.Lease;
import io.claimctl.claim.Token;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Asks real shells. */
class ShellWordsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "order-1",
                "",
                "a b",
                "it's",
                "$(id) `id` $HOME",
                "a\\b",
                "a\nb",
                "a\u001b1",
                "'\u202e\\'",
                "\u00070",
                "~",
                "#x",
                "=ls",
                "a*?[x]",
                "é注📦",
                "!!",
                "a;b&c|d<e>f",
                "\t",
                "e\u0301"
            })
    void shellsReadTheExactWordBack(String word) throws Exception {
        assertThat(shell("sh", "printf %s " + ShellWords.posix(word) + " x")).isEqualTo(word + "x");
        assertThat(shell("bash", "printf %s " + ShellWords.visible(word) + " x"))
                .isEqualTo(word + "x");
        assertThat(SafeText.isSafe(ShellWords.visible(word))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"order-1,order-1", "pod-7:ab,pod-7:ab", "a b,'''a b'''", "été,été"})
    void a_word_is_quoted_only_where_it_must_be(String word, String quoted) {
        assertThat(ShellWords.visible(word)).isEqualTo(quoted);
    }

    @Test
    void an_id_that_looks_like_an_option_stands_behind_two_dashes() {
        assertThat(CommandLines.plain().line("inspect", "-rf", "--raw")).contains("claimctl inspect --raw -- -rf");
    }

    @Test
    void a_script_that_evaluates_an_acquisition_has_its_token_in_the_environment() throws Exception {
        String id = Samples.HOSTILE + "'; exit 9; '";
        Acquired acquired =
                new Acquired(new Lease(id, new Token(Samples.TOKEN), OptionalLong.of(7), Optional.of(NOW)), null);
        String env = written(Format.ENV, PIPE, v -> v.report(v.acquired(acquired, List.of("--ttl", "5m"), NOW), 0));
        String script =
                "set -e\n" + env + "sh -c 'printf \"%s|\" \"$CLAIMCTL_ID\" \"$CLAIMCTL_TOKEN\" \"$CLAIMCTL_FENCE\""
                        + " \"$CLAIMCTL_EXPIRES_AT\"'";
        assertThat(shell("sh", script)).isEqualTo(id + "|" + Samples.TOKEN + "|7|2026-01-02T03:04:05.120Z|");
    }

    @Test
    void a_script_that_evaluates_a_failure_stops_and_has_no_token_left() throws Exception {
        String env =
                written(Format.ENV, PIPE, v -> v.report(v.acquired(new Contended("order-1", 5), List.of(), NOW), 75));
        assertThat(shell(
                        "sh",
                        "CLAIMCTL_TOKEN=old; set -e; trap 'echo $?,$CLAIMCTL_TOKEN' EXIT; eval '" + env + "'; echo on"))
                .isEqualTo("75,\n");
    }

    private static String shell(String shell, String script) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(List.of(shell)).redirectErrorStream(true).start();
        try (OutputStream in = process.getOutputStream()) { // not as an argument: those depend on the locale
            in.write(script.getBytes(StandardCharsets.UTF_8));
        }
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return out;
    }
}
