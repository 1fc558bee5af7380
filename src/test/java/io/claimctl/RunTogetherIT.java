package io.claimctl;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.Await;
import java.nio.file.Files;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The same crontab line on ten hosts. */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class RunTogetherIT {
    private static final int HOSTS = 10;

    @RegisterExtension
    private final RunBench bench = new RunBench();

    private List<StartedRun> on(int hosts, String... words) throws Exception {
        List<StartedRun> runs = new ArrayList<>();
        for (int i = 0; i < hosts; i++) {
            runs.add(bench.claimctl(words).start());
        }
        return runs;
    }

    @Test
    void with_a_dated_id_the_job_runs_once_a_night_and_all_hosts_end_well() throws Exception {
        bench.script("job.sh", "echo ran >>log", "sleep 0.5");
        String id = "nightly-" + LocalDate.now();
        List<StartedRun> runs = on(HOSTS, "run", "--once", id, "--ttl", "1m", "-w", "10m", "--", "./job.sh");
        for (StartedRun run : runs) {
            run.ends(0).shows("");
        }
        assertThat(bench.text("log")).isEqualTo("ran\n");
        assertThat(runs.stream().filter(run -> run.err().contains("completed"))).hasSize(HOSTS - 1);
        assertThat(bench.stored(id)).containsEntry("status", "completed");
    }

    @Test
    void with_a_constant_id_and_a_wait_each_host_runs_the_job_and_never_two_at_a_time() throws Exception {
        bench.script(
                "job.sh",
                "mkdir running || { echo \"not alone\" >>log; exit 1; }",
                "echo ran >>log",
                "sleep 0.05",
                "rmdir running");
        for (StartedRun run : on(HOSTS, "run", "nightly", "--ttl", "1m", "-w", "1m", "--", "./job.sh")) {
            run.ends(0).shows("");
        }
        assertThat(bench.text("log")).isEqualTo("ran\n".repeat(HOSTS));
    }

    @Test
    void without_a_wait_one_host_runs_the_job_and_the_others_are_busy() throws Exception {
        bench.script("job.sh", "echo ran >>log", "until [ -e go ]; do sleep 0.05; done");
        List<StartedRun> runs = on(3, "run", "nightly", "--ttl", "1m", "-E", "0", "-q", "--", "./job.sh");
        Await.until(
                "two that are busy",
                () -> runs.stream().filter(run -> run.process().isAlive()).count() == 1);
        Files.createFile(bench.file("go"));
        for (StartedRun run : runs) {
            run.ends(0).shows("").saysNothing();
        }
        assertThat(bench.text("log")).isEqualTo("ran\n");
    }
}
