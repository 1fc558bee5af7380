package io.claimctl;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.Await;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code claimctl run} with a controlling terminal, whose keys send signals to everything in the foreground. */
@Execution(ExecutionMode.CONCURRENT)
class RunTerminalIT {
    private static final String CTRL_C = "\003";

    @RegisterExtension
    private final RunBench bench = new RunBench();

    @BeforeEach
    void a_terminal_can_be_had() throws Exception {
        Process probe = new ProcessBuilder("sh", "-c", "script -qfec true /dev/null </dev/null >/dev/null").start();
        Assumptions.assumeTrue(probe.waitFor() == 0, "there is no script that makes a terminal: util-linux is missing");
    }

    /** {@code claimctl} replaces the shell that starts it: some shells die of the key that the terminal sends to all. */
    private StartedRun onTerminal(String line) throws Exception {
        String started = "exec " + line;
        StartedRun run = bench.shell("SHELL=/bin/sh; export SHELL; exec script -qfec '" + started.replace("'", "'\\''")
                        + "' /dev/null")
                .fed()
                .start();
        Await.until(run::toString, () -> Files.exists(bench.file("ready")));
        return run;
    }

    private static void press(StartedRun run, String key) throws Exception {
        OutputStream keyboard = run.process().getOutputStream();
        keyboard.write(key.getBytes(US_ASCII));
        keyboard.flush();
    }

    @ParameterizedTest
    @CsvSource({"INT,3", "QUIT,28"})
    void a_key_that_sends_a_signal_reaches_the_command_exactly_once(String signal, int key) throws Exception {
        StartedRun run = onTerminal("\"$BIN\" run a --ttl 1m -- sh -c 'trap \"echo " + signal + " >>log\" " + signal
                + "; touch ready; until [ -e go ]; do sleep 0.05; done; exit 7' >out");
        press(run, Character.toString(key));
        Await.until(run::toString, () -> bench.text("log").endsWith("\n"));
        TimeUnit.MILLISECONDS.sleep(400); // a second one would come by then
        Files.createFile(bench.file("go"));
        run.ends(7);
        assertThat(bench.text("log")).isEqualTo(signal + "\n");
        assertThat(bench.text("out")).isEmpty();
        assertThat(bench.stored("a")).containsEntry("status", "released");
    }

    @Test
    void a_command_reads_the_terminal_and_knows_that_it_is_one() throws Exception {
        StartedRun run = onTerminal(
                "\"$BIN\" run a --ttl 1m -- sh -c 'test -t 0 && test -t 1 && touch ready; read line; echo \"$line\" >log'");
        press(run, "hello\n");
        run.ends(0);
        assertThat(bench.text("log")).isEqualTo("hello\n");
    }

    @Test
    void an_interrupted_command_passes_its_end_on_and_the_claim_is_released() throws Exception {
        StartedRun run = onTerminal("\"$BIN\" run a --ttl 1m -- sh -c 'touch ready; exec sleep 60'");
        press(run, CTRL_C);
        run.ends(130);
        assertThat(bench.stored("a")).containsEntry("status", "released");
    }

    /** The terminal goes away: its foreground gets HUP. */
    @Test
    void a_terminal_that_is_closed_ends_the_command_and_the_claim_is_released() throws Exception {
        StartedRun run = onTerminal("\"$BIN\" run a --ttl 1m -- sh -c 'touch ready; exec sleep 60'");
        run.process().destroyForcibly();
        Await.until("the release", () -> bench.stored("a").getString("status").equals("released"));
        Await.until("the end of all", () -> bench.living().isEmpty());
    }
}
