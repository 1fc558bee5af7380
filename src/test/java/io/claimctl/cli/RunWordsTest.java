package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.ScriptedServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Command lines of run that are refused: nothing is sent. */
class RunWordsTest {
    private final ScriptedServer server = new ScriptedServer();

    @AfterEach
    void stop() {
        server.close();
    }

    static Stream<Arguments> lines() {
        return Stream.of(
                line("run a --ttl 1m", "there is no command to run"),
                line("run a --ttl 1m --", "there is no command to run"),
                line("run --ttl 1m -- a true", "put -- before the command"),
                line("run a true --ttl 1m", "put -- before the command"),
                line("run a b --ttl 1m -- true", "put -- before the command"),
                line("run a -- true", "--ttl"),
                line("run a --ttl 1m -n -w 5s -- true", "-n and -w"),
                line("run a --ttl 1m -w 0s -- true", "no time at all", "forever"),
                line("run a --ttl 1m -w ever -- true", "'ever' is no duration", "forever"),
                line("run a --ttl 1m -E 256 -- true", "'256' is no exit code", "0 to 255"),
                line("run a --ttl 1m -E x -- true", "'x' is no exit code"),
                line("run a --ttl 1m --once= -- true", "--once"),
                line("run a --ttl 1m --on-lost shrug -- true", "'shrug'", "stop, continue"),
                line("run a --ttl 23s999ms -- true", "--ttl 23s999ms is too short", "--timeout 10s", "is 24s,"),
                line("run a --ttl 3s --timeout 1s --grace 1s -- true", "shortest that works is 4s500ms"),
                line("run a --ttl 1m --status-file /dev/null -- true", "/dev/null", "no plain file"),
                line("run a --ttl 1m --status-file /dev/stdout -- true", "/dev/stdout", "no plain file"),
                line("run a --ttl 1m --status-file /no/such/file -- true", "its folder does not exist"));
    }

    private static Arguments line(String line, String... sentence) {
        return Arguments.of(line, sentence);
    }

    @ParameterizedTest
    @MethodSource("lines")
    void a_wrong_line_is_refused_with_a_sentence_and_nothing_is_sent(String line, String[] sentence) {
        RecordedRun.claimctl(line.split(" "))
                .on(server.uri() + "/shop")
                .run()
                .ends(ExitCode.USAGE)
                .showsNothing()
                .says(sentence);
        assertThat(server.received()).isEmpty();
    }

    @Test
    void an_empty_id_is_refused() {
        RecordedRun.claimctl("run", "", "--ttl", "1m", "--", "true")
                .on(server.uri() + "/shop")
                .run()
                .ends(ExitCode.USAGE)
                .says("empty text");
    }

    @Test
    void once_takes_no_word_of_its_own_for_its_memory() {
        RecordedRun.claimctl("run", "--once", "a", "--ttl", "1m", "--", "true")
                .on(server.uri() + "/shop")
                .run()
                .ends(ExitCode.DONE);
        RecordedRun.claimctl("inspect", "a").on(server.uri() + "/shop").run().shows("completed, remembered 23h59m");
    }

    @Test
    void an_id_that_looks_like_an_option_stands_between_two_pairs_of_dashes() {
        RecordedRun.claimctl("run", "--ttl", "1m", "--", "-x", "--", "sh", "-c", "exit 9", "--")
                .on(server.uri() + "/shop")
                .run()
                .ends(9)
                .saysNothing();
        RecordedRun.claimctl("inspect", "--", "-x")
                .on(server.uri() + "/shop")
                .run()
                .shows("Claim -x", "released");
    }

    @Test
    void the_status_file_does_not_keep_the_success_of_another_day(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("status");
        for (String[] line : new String[][] {
            {"run", "a", "--ttl", "1m", "--status-file", file.toString(), "--", "true"},
            {"run", "a", "--ttl", "1m", "--status-file", file.toString(), "--", "/no/such/program"},
            {"run", "a", "--ttl", "1s", "--status-file", file.toString(), "--", "true"}
        }) {
            int code =
                    RecordedRun.claimctl(line).on(server.uri() + "/shop").run().exit();
            assertThat(file).hasContent("{\"state\":\"ended\",\"id\":\"a\",\"exit_code\":" + code + "}");
        }
    }

    @Test
    void options_after_the_dashes_are_the_commands() {
        RecordedRun.claimctl("run", "a", "--ttl", "1m", "--", "sh", "-c", "exit 9", "-q", "--ttl", "--", "-v")
                .on(server.uri() + "/shop")
                .run()
                .ends(9)
                .saysNothing();
    }

    @Test
    void a_command_that_cannot_run_is_refused_before_anything_is_sent() {
        RecordedRun.claimctl("run", "a", "--ttl", "1m", "--", "/no/such/program")
                .on(server.uri() + "/shop")
                .run()
                .ends(ExitCode.NO_SUCH_COMMAND)
                .says("/no/such/program");
        RecordedRun.claimctl("run", "a", "--ttl", "1m", "--", "/")
                .on(server.uri() + "/shop")
                .run()
                .ends(ExitCode.NOT_EXECUTABLE);
        assertThat(server.received()).isEmpty();
    }

    /** The rule: after a third, a renewal that runs into its timeout, the grace, and two margins. */
    @Test
    void the_shortest_ttl_leaves_room_for_renewal_timeout_grace_and_two_margins_and_one_less_does_not() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 1_000; i++) {
            Duration timeout = Duration.ofMillis(random.nextLong(1, i % 2 == 0 ? 400 : 20_000));
            Duration grace = Duration.ofMillis(random.nextLong(0, i % 2 == 0 ? 400 : 20_000));
            Duration shortest = RunPlan.shortestTtl(timeout, grace);
            assertThat(hasRoom(shortest, timeout, grace))
                    .as("%s %s", timeout, grace)
                    .isTrue();
            assertThat(hasRoom(shortest.minusMillis(1), timeout, grace))
                    .as("%s %s", timeout, grace)
                    .isFalse();
        }
    }

    private static boolean hasRoom(Duration ttl, Duration timeout, Duration grace) {
        Duration margin =
                Duration.ofMillis(500).compareTo(ttl.dividedBy(4)) < 0 ? Duration.ofMillis(500) : ttl.dividedBy(4);
        Duration room = ttl.minus(ttl.dividedBy(3)).minus(margin.multipliedBy(2));
        return room.compareTo(timeout.plus(grace)) >= 0;
    }
}
