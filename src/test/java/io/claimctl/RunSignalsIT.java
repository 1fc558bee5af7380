package io.claimctl;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.Await;
import io.claimctl.testing.ProxyFault;
import io.claimctl.view.Times;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What signals to {@code claimctl run} do. */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class RunSignalsIT {
    private static final String ENDS_ON_TERM =
            "trap 'sleep 0.3; echo ended >>log; exit 0' TERM; echo >ready; while :; do sleep 0.05; done";

    @RegisterExtension
    private final RunBench bench = new RunBench();

    private StartedRun run(String uri, String script) throws Exception {
        return bench.up(
                bench.claimctl("run", "a", "--ttl", "1m", "--timeout", "2s", "--", "sh", "-c", script)
                        .on(uri),
                "ready");
    }

    private StartedRun run(String script) throws Exception {
        return run(bench.proxy().uri(), script);
    }

    @Test
    void each_signal_reaches_the_command_once_and_its_code_is_passed() throws Exception {
        List<String> signals = List.of("HUP", "INT", "TERM", "USR1", "USR2");
        StringBuilder script = new StringBuilder();
        signals.forEach(name -> script.append("trap 'echo " + name + " >>log' " + name + "; "));
        StartedRun run = run(script + "echo >ready; until [ -e go ]; do sleep 0.05; done; exit 9");
        StringBuilder log = new StringBuilder();
        for (String name : signals) {
            run.signalled(name);
            log.append(name).append('\n');
            Await.until(() -> name + ": " + run, () -> bench.text("log").length() >= log.length());
        }
        TimeUnit.MILLISECONDS.sleep(300); // a second one would come by then
        Files.createFile(bench.file("go"));
        run.ends(9).shows("");
        assertThat(bench.text("log")).isEqualTo(log.toString());
        assertThat(bench.stored("a")).containsEntry("status", "released");
    }

    @ParameterizedTest
    @ValueSource(strings = {"HUP", "INT", "TERM", "USR1", "USR2"})
    void while_it_waits_a_signal_ends_the_wait_at_once_and_nothing_is_held(String name) throws Exception {
        bench.held("a", Duration.ofMinutes(10));
        Document before = bench.stored("a");
        StartedRun run = bench.claimctl("run", "a", "--ttl", "1m", "-w", "forever", "--", "touch", "ran")
                .start();
        Await.until(run::toString, () -> bench.received("findAndModify") >= 2);
        long signalled = System.nanoTime();
        run.signalled(name).ends(codeOfOneThatDiesOf(name)).shows("").says("claimctl: ", "claim a");
        assertThat(System.nanoTime() - signalled).isLessThan(TimeUnit.SECONDS.toNanos(3));
        assertThat(bench.stored("a")).isEqualTo(before);
        assertThat(bench.file("ran")).doesNotExist();
    }

    @Test
    void a_claim_that_is_acquired_as_the_signal_comes_is_released_again() throws Exception {
        bench.proxy().next("findAndModify", ProxyFault.delayedReply(Duration.ofSeconds(1)));
        StartedRun run = bench.claimctl("run", "a", "--ttl", "1m", "--", "touch", "ran")
                .on(bench.proxy().uri())
                .start();
        Await.until(run::toString, () -> bench.received("findAndModify") >= 1);
        run.signalled("TERM").ends(143);
        assertThat(bench.stored("a")).containsEntry("status", "released");
        assertThat(bench.file("ran")).doesNotExist();
    }

    @Test
    void the_claim_is_kept_until_the_command_has_ended_and_released_then() throws Exception {
        StartedRun run = run(ENDS_ON_TERM);
        run.signalled("TERM");
        Await.until(run::toString, () -> {
            boolean released = bench.stored("a").getString("status").equals("released");
            assertThat(released && bench.text("log").isEmpty())
                    .as("released before the end")
                    .isFalse();
            return released;
        });
        run.ends(0);
        assertThat(bench.text("log")).isEqualTo("ended\n");
    }

    @Test
    void what_the_command_leaves_behind_is_killed_after_the_grace_and_the_claim_released_then() throws Exception {
        bench.script("left.sh", "trap '' TERM", "while :; do sleep 0.1; done");
        StartedRun run = bench.claimctl(
                        "run",
                        "a",
                        "--ttl",
                        "1m",
                        "--grace",
                        "500ms",
                        "--",
                        "sh",
                        "-c",
                        "./left.sh & trap 'exit 3' TERM; sleep 0.2; echo >ready; while :; do sleep 0.05; done")
                .start();
        Await.until(run::toString, () -> Files.exists(bench.file("ready")));
        run.signalled("TERM").ends(3);
        assertThat(bench.living()).isEmpty();
        assertThat(bench.stored("a")).containsEntry("status", "released");
    }

    @Test
    void a_command_that_dies_of_the_signal_passes_it_on() throws Exception {
        StartedRun run = run("echo >ready; exec sleep 60");
        run.signalled("INT").ends(130);
        assertThat(bench.stored("a")).containsEntry("status", "released");
    }

    @Test
    void a_signal_that_is_ignored_from_outside_stays_so() throws Exception {
        StartedRun run = bench.shell("trap '' HUP; exec \"$BIN\" run a --ttl 1m -- sh -c"
                        + " 'echo >ready; until [ -e go ]; do sleep 0.05; done; exit 6'")
                .start();
        Await.until(run::toString, () -> Files.exists(bench.file("ready")));
        run.signalled("HUP");
        TimeUnit.MILLISECONDS.sleep(300);
        Files.createFile(bench.file("go"));
        run.ends(6);
    }

    @Test
    void where_the_store_is_out_of_reach_by_then_it_says_which_claim_stays_and_until_when() throws Exception {
        StartedRun run = run(ENDS_ON_TERM);
        bench.proxy().vanish();
        Document held = bench.stored("a");
        run.signalled("TERM");
        assertThat(run.process().waitFor(15, TimeUnit.SECONDS)).as("%s", run).isTrue();
        run.says(
                "claim a",
                Times.utc(held.getDate("expires_at").toInstant()),
                "claimctl release a --token " + held.getString("worker_id"));
        assertThat(bench.text("log")).isEqualTo("ended\n");
        assertThat(bench.stored("a")).isEqualTo(held);
    }

    /** The numbers differ from system to system. */
    private static int codeOfOneThatDiesOf(String name) throws Exception {
        return new ProcessBuilder("sh", "-c", "kill -" + name + " $$").start().waitFor();
    }
}
