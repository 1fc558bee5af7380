package io.claimctl.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading what Linux says of a process. */
class ProcStatTest {
    private static final String REST =
            " 11 22 22 34816 33 4194304 97 0 0 0 0 0 0 0 20 0 %d 0 4711 2703360 225 18446744073709551615 1 1 0 0\n";

    @ParameterizedTest
    @ValueSource(strings = {"sh", "a b", "1 (x) S 9", ")", "", "S 1\n2 3"})
    void a_process_may_have_any_name(String name) {
        assertThat(ProcStat.parse("42 (" + name + ") S" + REST.formatted(1)))
                .contains(new ProcStat('S', 11, 22, 33, 4194304, 1, 4711));
    }

    @ParameterizedTest
    @CsvSource({"R,1,true", "S,1,true", "D,1,true", "T,1,true", "t,1,true", "Z,1,false", "X,1,false", "Z,2,true"})
    void a_zombie_is_not_alive_unless_only_its_first_thread_has_ended(char state, int threads, boolean alive) {
        assertThat(ProcStat.parse("42 (sh) " + state + REST.formatted(threads)))
                .hasValueSatisfying(stat -> assertThat(stat.alive()).isEqualTo(alive));
    }

    @Test
    void threads_of_the_kernel_are_told_from_programs() {
        assertThat(ProcStat.parse("42 (sh) S" + REST.formatted(1)))
                .hasValueSatisfying(stat -> assertThat(stat.ofTheKernel()).isFalse());
        assertThat(ProcStat.parse("42 (sh) S" + REST.formatted(1).replace(" 4194304 ", " 69238880 ")))
                .hasValueSatisfying(stat -> assertThat(stat.ofTheKernel()).isTrue());
    }

    @Test
    void a_line_that_ends_early_is_none() {
        assertThat(ProcStat.parse("")).isEmpty();
        assertThat(ProcStat.parse("42 (sh) S 11 22")).isEmpty();
    }
}
