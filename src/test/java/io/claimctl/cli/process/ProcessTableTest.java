package io.claimctl.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.cli.process.ProcessTable.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is known of the processes of this host. */
class ProcessTableTest {
    private final ProcessTable table =
            ProcessTable.since(ProcessHandle.current().pid());

    @Test
    void shows_a_child_with_its_parent_and_what_it_was_started_with() throws Exception {
        ProcessBuilder builder = new ProcessBuilder("sleep", "60");
        builder.environment().put("LIKE", "this one");
        Process process = builder.start();
        try {
            assertThat(row(process.pid()))
                    .hasValueSatisfying(row -> assertThat(row.parent())
                            .isEqualTo(ProcessHandle.current().pid()));
            assertThat(row(process.pid())).isEqualTo(row(process.pid()));
            Needs.procFolder();
            assertThat(table.startedWith(process.pid(), "LIKE=this one")).isTrue();
            assertThat(table.startedWith(process.pid(), "LIKE=this")).isFalse();
            assertThat(table.startedWith(process.pid(), "IKE=this one")).isFalse();
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(row(process.pid())).isEmpty();
        assertThat(table.startedWith(process.pid(), "LIKE=this one")).isFalse();
    }

    @Test
    void shows_neither_this_process_nor_older_ones() {
        Needs.procFolder();
        assertThat(rows())
                .extracting(Row::pid)
                .doesNotContain(1L, ProcessHandle.current().pid());
    }

    @Test
    void shows_no_zombies() throws Exception {
        Needs.procFolder();
        // The shell that would have taken notice of its child's end becomes another program.
        Process process = new ProcessBuilder("sh", "-c", "sleep 0.5 & echo $!; exec sleep 60").start();
        try {
            long zombie = Long.parseLong(process.inputReader().readLine());
            awaitState(zombie, 'Z');
            assertThat(row(zombie)).isEmpty();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static void awaitState(long pid, char state) throws Exception {
        for (int i = 0; i < 2_000; i++) {
            if (ProcStat.read(pid).map(ProcStat::state).equals(Optional.of(state))) {
                return;
            }
            Thread.sleep(5);
        }
        throw new AssertionError("process " + pid + " never was " + state);
    }

    private Optional<Row> row(long pid) {
        return rows().stream().filter(row -> row.pid() == pid).findFirst();
    }

    private List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        table.each(pid -> true, rows::add);
        return rows;
    }
}
