package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExitCodeTest {

    @Test
    void the_codes_are_those_of_the_contract() {
        assertThat(Arrays.stream(ExitCode.values()).map(exit -> exit.label() + " " + exit.word()))
                .containsExactly(
                        "0 done",
                        "1 unexpected",
                        "2 usage",
                        "3 held",
                        "4 lost",
                        "5 not-found",
                        "6 partial",
                        "7 refused",
                        "8 already-completed",
                        "9 findings",
                        "69 unreachable",
                        "74 unknown",
                        "75 try-later",
                        "77 denied",
                        "78 configuration",
                        "79 lease-lost",
                        "126 not-executable",
                        "127 no-such-command",
                        "128+n signalled");
    }

    @Test
    void the_name_of_a_constant_is_its_word() {
        assertThat(ExitCode.values())
                .allSatisfy(exit -> assertThat(exit.word())
                        .isEqualTo(exit.name().toLowerCase().replace('_', '-')));
    }

    @Test
    void a_signal_is_added_to128() {
        assertThat(ExitCode.signal(15)).isEqualTo(143);
    }

    @Test
    void the_command_shows_every_code_with_meaning_and_remedy_within80_columns() {
        RecordedRun run =
                RecordedRun.claimctl("exit-codes").run().ends(ExitCode.DONE).saysNothing();
        assertThat(run.out().lines())
                .hasSize(3 * ExitCode.values().length + 3)
                .endsWith(
                        "",
                        "check alone has those of monitoring plugins:",
                        "      0 OK, 1 WARNING, 2 CRITICAL, 3 UNKNOWN")
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        for (ExitCode exit : ExitCode.values()) {
            assertThat(run.out()).contains(part(exit));
        }
    }

    private static String part(ExitCode exit) {
        return String.format(
                "%-5s %s%n      %s%n      -> %s%n", exit.label(), exit.word(), exit.meaning(), exit.remedy());
    }

    @Test
    void the_command_shows_one_code_by_its_number_or_word() {
        for (ExitCode exit : ExitCode.values()) {
            for (String name : List.of(exit.label(), exit.word())) {
                assertThat(RecordedRun.claimctl("exit-codes", name)
                                .run()
                                .ends(ExitCode.DONE)
                                .out())
                        .isEqualTo(part(exit));
            }
        }
        for (String signal : List.of("129", "143", "141", "192")) {
            assertThat(RecordedRun.claimctl("exit-codes", signal).run().out()).isEqualTo(part(ExitCode.SIGNALLED));
        }
        for (String none : List.of("42", "128", "193", "-", "")) {
            RecordedRun.claimctl("exit-codes", none)
                    .run()
                    .ends(ExitCode.USAGE)
                    .showsNothing()
                    .says("claimctl has no exit code '" + none + "'");
        }
    }

    @Test
    void a_meaning_and_a_remedy_are_one_sentence_each() {
        assertThat(ExitCode.values()).allSatisfy(exit -> {
            assertThat(exit.meaning()).matches("[A-Zrd].*[^.]\\.");
            assertThat(exit.remedy()).matches("[A-Z].*[^.]\\.");
        });
    }
}
