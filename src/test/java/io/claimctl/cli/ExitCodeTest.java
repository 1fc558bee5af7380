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
    void the_command_shows_every_code_with_meaning_and_remedy_within100_columns() {
        RecordedRun run =
                RecordedRun.claimctl("exit-codes").run().ends(ExitCode.DONE).saysNothing();
        List<String> lines = run.out().lines().toList();
        assertThat(lines)
                .hasSize(2 * ExitCode.values().length + 2)
                .endsWith("", "check alone has those of monitoring plugins: 0 OK, 1 WARNING, 2 CRITICAL, 3 UNKNOWN")
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
        for (ExitCode exit : ExitCode.values()) {
            assertThat(lines)
                    .anySatisfy(line -> assertThat(line)
                            .startsWith(exit.label() + " ")
                            .contains(" " + exit.word() + " ")
                            .endsWith(" " + exit.meaning()));
            assertThat(run.out()).contains("-> " + exit.remedy());
        }
    }
}
