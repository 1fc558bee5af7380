package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.demo.DemoServer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** What is said to somebody who has mistyped: what is wrong, and what was meant. */
class DidYouMeanTest {

    static Stream<CommandLine> everyVerb() {
        return HelpTest.everyVerb();
    }

    @ParameterizedTest
    @CsvSource({
        "insepct order-1, inspect",
        "Inspect order-1, inspect",
        "insp order-1, inspect",
        "clams list, claims",
        "claim list, claims",
        "stall reset, stale",
        "claims lsit, claims list",
        "claims lst, claims list",
        "stale rst, stale reset",
        "list, claims list or stale list or profile list",
        "lst, claims list or stale list or profile list",
        "claims-list, claims list",
        "stale-reset, stale reset",
        "exitcodes, exit-codes",
        "exit_codes, exit-codes",
        "ls, claims list",
        "describe order-1, inspect",
        "unlock order-1, release",
        "delete order-1, reset",
        "help, --help",
        "version, --version",
    })
    void a_mistyped_command_is_named(String line, String meant) {
        RecordedRun.claimctl(line.split(" ")).run().isWronglyWritten("; did you mean " + meant + "?");
    }

    @Test
    void what_other_programs_call_it_is_no_command_and_stands_for_one() {
        CommandsMeant.ELSEWHERE.forEach((word, name) -> {
            assertThat(Verb.ALL.stream().map(Verb::name)).contains(name).doesNotContain(word);
            RecordedRun.claimctl(word).run().isWronglyWritten("; did you mean " + name + "?");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "claims list --stauts x, --status",
        "claims list --stat x, --status",
        "claims list --old 5m, --older-than",
        "stale list --olderthan 5m, --older-than",
        "stale list --older_than 5m, --older-than",
        "stale list --older_than=5m, --older-than",
        "stale list --OLDER-THAN 5m, --older-than",
        "claims list --json, -o json",
        "claims list -json, -o json",
        "stale list --live, --lease live",
        "inspect --raws a, --raw",
    })
    void a_mistyped_option_is_named(String line, String meant) {
        RecordedRun.claimctl(line.split(" ")).run().isWronglyWritten("; did you mean " + meant + "?");
    }

    /** {@code stale reset -dry-run} must not sweep the database ry-run. */
    @ParameterizedTest
    @MethodSource("everyVerb")
    void a_long_option_with_one_dash_is_not_taken_for_short_ones(CommandLine line) {
        String[] words = line.getCommandSpec()
                .qualifiedName()
                .substring("claimctl ".length())
                .split(" ");
        for (OptionSpec option : line.getCommandSpec().options()) {
            String oneDash = option.longestName().substring(1);
            if (!option.usageHelp()) {
                for (String written : List.of(oneDash, oneDash + "=1")) {
                    RecordedRun.claimctl(Stream.concat(Stream.of(words), Stream.of(written))
                                    .toArray(String[]::new))
                            .run()
                            .isWronglyWritten("there is no option " + oneDash + "; did you mean -" + oneDash);
                }
            }
        }
    }

    @Test
    void words_behind_two_dashes_are_no_options_of_ours() {
        RecordedRun.claimctl("run", "a", "--ttl", "1m", "--no-such", "--", "tar", "-verbose")
                .run()
                .isWronglyWritten("--no-such");
        RecordedRun.claimctl("inspect", "--", "-raw").run().ends(ExitCode.CONFIGURATION);
    }

    @ParameterizedTest
    @CsvSource({
        "claims list -o jsn, json",
        "claims list -o JSON, json",
        "claims list --output=jsno, json",
        "claims list --sort udpated, updated",
        "claims list --sort expiry, expires",
        "stale list --lease exipred, expired",
        "stale reset --payloads inculde, include",
        "wait a --for compelted, completed",
        "run a --ttl 1m --on-lost stpo -- true, stop",
    })
    void a_mistyped_word_of_an_option_is_named(String line, String meant) {
        RecordedRun.claimctl(line.split(" ")).run().isWronglyWritten(": use one of ", "; did you mean " + meant + "?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"frobnicate", "claims frobnicate", "claims list --frobnicate", "claims list -o frobnicate"})
    void what_is_far_from_all_is_not_guessed_at(String line) {
        RecordedRun run = RecordedRun.claimctl(line.split(" ")).run().isWronglyWritten("frobnicate");
        assertThat(run.err()).doesNotContain("did you mean");
    }

    @Test
    void an_option_before_the_command_is_put_behind_the_command_that_is_there() {
        RecordedRun.claimctl("--older-than", "5m", "stale", "list")
                .run()
                .isWronglyWritten("options follow it: claimctl stale list --older-than");
        RecordedRun.claimctl("--db=shop", "inspect", "order-1")
                .run()
                .isWronglyWritten(
                        "there is no option --db before the command; options follow it: claimctl inspect --db");
    }

    @Test
    void a_mistyped_status_is_named_where_no_claim_has_it() {
        try (DemoServer server = DemoServer.start()) {
            for (String verb : List.of("list", "count")) {
                RecordedRun.claimctl("claims", verb, "--status", "proccessing")
                        .on(server.uri())
                        .run()
                        .ends(ExitCode.DONE)
                        .says("no claims found in ", "; did you mean --status processing?\n");
                for (String status : List.of("frobnicate", "processing,proccessing", "completed")) {
                    RecordedRun run = RecordedRun.claimctl("claims", verb, "--status", status)
                            .on(server.uri())
                            .run()
                            .ends(ExitCode.DONE);
                    assertThat(run.err()).doesNotContain("did you mean");
                }
            }
        }
    }
}
