package io.claimctl;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.LinuxProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.json.JsonMapper;

/** {@code stale reset} where there is no room left for what it records. */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class SweepDiskIT {
    private static final int CLAIMS = 60;
    private static final int SIZE = 4_000;

    @RegisterExtension
    private final RunBench bench = new RunBench();

    private final SweepTraces traces = new SweepTraces(bench, "disk/audit");

    @BeforeEach
    void fill() throws IOException {
        LinuxProcess.require();
        Files.createDirectory(bench.file("disk"));
        traces.add(CLAIMS, SIZE);
    }

    /** What to do while a small file system is mounted, of which all but so many bytes are used. */
    private void onFullDisk(int left, Body body) throws Exception {
        int size = 256 << 10;
        boolean mounted = bench.shell("mount -t tmpfs -o size=" + size + " tmpfs disk")
                        .start()
                        .process()
                        .waitFor()
                == 0;
        Assumptions.assumeTrue(mounted, "a small file system cannot be mounted here");
        try {
            Files.write(bench.file("disk/filler"), new byte[size - left]);
            body.run();
        } finally {
            bench.shell("umount disk").start().ends(0);
        }
    }

    @FunctionalInterface
    private interface Body {
        void run() throws Exception;
    }

    private Launch sweep(String limit) {
        return bench.shell(
                limit
                        + "\"$BIN\" stale reset --older-than 1h --batch 10 --audit-file disk/audit --metrics-file disk/prom -o json");
    }

    /** It has changed what it recorded, and nothing else, and says how far it came. */
    private void stops(StartedRun run, String why) throws Exception {
        run.ends(6).says("the audit file", why, "what was not recorded was not changed");
        int reset = JsonMapper.shared().readTree(run.out()).at("/summary/reset").asInt();
        assertThat(reset).as("%s", run).isPositive().isLessThan(CLAIMS);
        run.says("reset " + reset + " claims", "the sweep stopped early");
        assertThat(traces.released()).hasSize(reset);
        assertThat(traces.untouched()).isEqualTo(CLAIMS - reset);
        traces.areRecorded();
    }

    /** With room. */
    private void goesOn() throws Exception {
        sweep("").start().ends(0);
        assertThat(traces.released()).hasSize(CLAIMS);
        traces.areFinished();
        assertThat(bench.text("disk/prom")).containsPattern("claimctl_sweep_success\\S* 1\n");
    }

    @Test
    void on_a_full_disk_it_changes_what_it_can_record_says_so_and_the_next_one_goes_on() throws Exception {
        onFullDisk(200 << 10, () -> {
            stops(sweep("").start(), "the disk is full");
            assertThat(traces.torn()).isZero();
            bench.shell("mount -o remount,size=8m disk").start().ends(0);
            goesOn();
        });
    }

    @Test
    void at_the_limit_for_a_files_size_it_does_the_same() throws Exception {
        stops(sweep("ulimit -f 300; ").start(), "it would be larger than the file size limit allows");
        assertThat(traces.torn()).isZero();
        goesOn();
    }

    @Test
    void where_the_disk_is_full_for_the_metrics_alone_it_sweeps_says_so_and_leaves_the_old_file() throws Exception {
        onFullDisk(8 << 10, () -> {
            Path old = Files.writeString(bench.file("disk/prom"), "claimctl_sweep_success 1\n");
            Files.write(bench.file("disk/filler2"), new byte[4 << 10]);
            bench.claimctl("stale", "reset", "--older-than", "1h", "-q", "--metrics-file", "disk/prom")
                    .start()
                    .ends(0)
                    .says("--metrics-file", "disk/prom cannot be written: No space left on device");
            assertThat(old).hasContent("claimctl_sweep_success 1\n");
            try (Stream<Path> files = Files.list(bench.file("disk"))) {
                assertThat(files).hasSize(3);
            }
        });
        assertThat(traces.released()).hasSize(CLAIMS);
    }
}
