package io.claimctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.claimctl.testing.Await;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code claimctl run} as a process: what it ends with, and what becomes of the claim. */
@Execution(ExecutionMode.CONCURRENT)
class RunIT {
    @RegisterExtension
    private final RunBench bench = new RunBench();

    /** The codes that claimctl has a meaning for, and the ends. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 42, 69, 75, 79, 126, 127, 143, 255})
    void the_commands_code_is_passed_exactly_and_the_claim_released(int code) throws Exception {
        bench.claimctl("run", "a", "--ttl", "1m", "--", "sh", "-c", "exit " + code)
                .start()
                .ends(code)
                .shows("")
                .saysNothing();
        assertThat(bench.stored("a")).containsEntry("status", "released");
    }

    @ParameterizedTest
    @CsvSource({"KILL,137", "SEGV,139"})
    void a_command_that_dies_of_a_signal_gives128_and_its_number(String signal, int code) throws Exception {
        bench.claimctl("run", "a", "--ttl", "1m", "--", "sh", "-c", "kill -" + signal + " $$")
                .start()
                .ends(code);
        assertThat(bench.stored("a")).containsEntry("status", "released");
    }

    @Test
    void a_command_that_is_not_there_is127_and_nothing_is_sent() throws Exception {
        bench.claimctl("run", "a", "--ttl", "1m", "--", "no-such-command")
                .start()
                .ends(127)
                .shows("")
                .says("claimctl: ", "no-such-command");
        assertThat(bench.server().received()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"./plain", "/"})
    void a_command_that_cannot_be_executed_is126_and_nothing_is_sent(String word) throws Exception {
        Files.writeString(bench.file("plain"), "no program");
        bench.claimctl("run", "a", "--ttl", "1m", "--", word).start().ends(126).says("claimctl: ", word);
        assertThat(bench.server().received()).isEmpty();
    }

    @Test
    void a_script_without_its_interpreter_is127_and_nothing_is_sent() throws Exception {
        bench.script("script");
        Files.writeString(bench.file("script"), "#!/no/such/shell\n");
        bench.claimctl("run", "a", "--ttl", "1m", "--", "./script")
                .start()
                .ends(127)
                .says("/no/such/shell");
        assertThat(bench.server().received()).isEmpty();
    }

    @Test
    void the_words_reach_the_command_byte_for_byte_and_no_shell_reads_them() throws Exception {
        bench.shell(
                        "exec \"$BIN\" run a --ttl 1m -- printf '%s|' '' 'a  b' '$HOME' '*' -n \"x\ny\" \"$(printf '\\303\\251')\"")
                .start()
                .ends(0)
                .shows("|a  b|$HOME|*|-n|x\ny|é|");
    }

    @ParameterizedTest
    @CsvSource({"-n,75", "-E 9,9", "-E 0,0", "-w 300ms,75"})
    void a_claim_that_is_held_is75_or_the_code_that_was_asked_for_and_the_command_does_not_run(String option, int code)
            throws Exception {
        bench.held("a", Duration.ofMinutes(1));
        StartedRun run = bench.shell("exec \"$BIN\" run a --ttl 1m " + option + " -- touch ran")
                .start()
                .ends(code);
        run.says("claimctl: ", RunBench.STRANGER).shows("");
        assertThat(bench.file("ran")).doesNotExist();
    }

    @Test
    void a_wait_ends_when_the_lease_does() throws Exception {
        bench.held("a", Duration.ofMinutes(1));
        StartedRun run = bench.claimctl("run", "a", "--ttl", "1m", "-w", "forever", "--", "true")
                .start();
        Await.until(run::toString, () -> bench.received("findAndModify") >= 2);
        Instant free = Instant.now().plusSeconds(3).truncatedTo(ChronoUnit.MILLIS);
        bench.claims().updateOne(Filters.eq("a"), Updates.set("expires_at", free));
        run.ends(0);
        Instant acquired = Instant.ofEpochMilli(bench.stored("a").getLong("fence") / 1_000);
        assertThat(acquired).isAfter(free).isCloseTo(free, within(1, ChronoUnit.SECONDS));
    }

    @Test
    void two_nights_with_one_constant_id_both_run() throws Exception {
        for (String night : new String[] {"first", "second"}) {
            bench.claimctl("run", "nightly", "--ttl", "1m", "--", "echo", night)
                    .start()
                    .ends(0)
                    .shows(night + "\n")
                    .saysNothing();
        }
    }

    @Test
    void what_was_done_once_is_remembered_and_said_and_does_not_run_again() throws Exception {
        bench.claimctl("run", "a", "--once", "--ttl", "1m", "--", "true")
                .start()
                .ends(0);
        assertThat(bench.stored("a")).containsEntry("status", "completed");
        Instant remembered = bench.stored("a").getDate("expires_at").toInstant();
        assertThat(remembered).isCloseTo(Instant.now().plus(1, ChronoUnit.DAYS), within(1, ChronoUnit.MINUTES));
        StartedRun skipped = bench.claimctl("run", "a", "--once", "--ttl", "1m", "--", "touch", "ran")
                .start();
        StartedRun failed = bench.claimctl(
                        "run", "a", "--once=2h", "--if-completed", "fail", "--ttl", "1m", "--", "touch", "ran")
                .start();
        StartedRun exclusive =
                bench.claimctl("run", "a", "--ttl", "1m", "--", "touch", "ran").start();
        skipped.ends(0).says("claimctl: ", "completed");
        failed.ends(8).says("claimctl: ", "completed");
        exclusive.ends(8).says("claimctl: ", "completed");
        assertThat(bench.file("ran")).doesNotExist();
    }

    @Test
    void what_failed_is_released_or_kept_and_passes_its_code() throws Exception {
        StartedRun released = bench.claimctl("run", "a", "--once=2h", "--ttl", "1m", "--", "false")
                .start();
        StartedRun kept = bench.claimctl(
                        "run", "b", "--once", "--on-failure", "keep", "--ttl", "1m", "--", "sh", "-c", "exit 5")
                .start();
        released.ends(1);
        kept.ends(5);
        assertThat(bench.stored("a")).containsEntry("status", "released");
        assertThat(bench.stored("b")).containsEntry("status", "processing");
    }

    @Test
    void a_command_that_completes_its_own_claim_has_lost_nothing() throws Exception {
        Files.writeString(bench.file("uri"), bench.server().uri() + "/shop");
        bench.shell("exec \"$BIN\" run a --ttl 8s --timeout 4s --grace 100ms -- sh -c"
                        + " '\"$BIN\" complete \"$CLAIMCTL_ID\" --uri-file uri && sleep 2.8 && echo ended'")
                .start()
                .ends(0);
        assertThat(bench.stored("a")).containsEntry("status", "completed");
    }

    @Test
    void where_no_server_answers_the_command_runs_only_if_it_may_and_then_nothing_is_sent_afterwards()
            throws Exception {
        bench.proxy().vanish();
        StartedRun fails = bench.claimctl("run", "a", "--ttl", "1m", "--timeout", "500ms", "--", "touch", "ran")
                .on(bench.proxy().uri())
                .start()
                .ends(69)
                .says("claimctl: ");
        assertThat(bench.file("ran")).as("%s", fails).doesNotExist();
        StartedRun runs = bench.claimctl(
                        "run",
                        "a",
                        "--ttl",
                        "1m",
                        "--timeout",
                        "500ms",
                        "--store-down",
                        "run",
                        "--",
                        "sh",
                        "-c",
                        "touch ran; until [ -e go ]; do sleep 0.05; done; echo \"${CLAIMCTL_TOKEN-none}\"; exit 4")
                .on(bench.proxy().uri())
                .start();
        Await.until(runs::toString, () -> Files.exists(bench.file("ran")));
        bench.proxy().heal();
        Files.createFile(bench.file("go"));
        runs.ends(4).says("claimctl: ", "no claim").shows("none\n");
        assertThat(bench.proxy().seen()).isEmpty();
        assertThat(bench.claims().countDocuments()).isZero();
    }
}
