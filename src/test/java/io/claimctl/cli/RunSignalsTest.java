package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.cli.process.Child;
import io.claimctl.cli.process.Stdio;
import io.claimctl.testing.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where signals go that come between the claim and the command, or after its end. */
class RunSignalsTest {
    @TempDir
    private Path folder;

    private Child child;

    /** It notes what it is sent, and ends on TERM. */
    private Child start(String script) throws Exception {
        List<String> words = List.of("sh", "-c", "cd \"$1\"; " + script, "sh", folder.toString());
        child = Child.start(
                words, Set.of(), Map.of("CLAIMCTL_TOKEN", folder.toString()), Stdio.NOTHING, folder.toString());
        Await.until("the command is up", () -> Files.exists(folder.resolve("ready")));
        return child;
    }

    @AfterEach
    void kill() {
        child.killTree(Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void all_that_came_before_the_command_was_started_reach_it(boolean fromTerminal) throws Exception {
        SentSignals sent = new SentSignals(fromTerminal);
        RunSignals signals = new RunSignals(sent, Context.ofNothing().prose(new LoudnessOptions()));
        sent.send("HUP");
        sent.send("INT");
        Child started =
                start("trap 'echo HUP >>log' HUP; trap 'exit 9' INT; touch ready; while :; do sleep 0.02; done");
        signals.goTo(started);
        assertThat(started.ended().get(10, TimeUnit.SECONDS)).isEqualTo(9);
        assertThat(folder.resolve("log")).hasContent("HUP");
        assertThat(signals.ending()).isTrue();
    }

    @Test
    void a_key_of_the_terminal_that_came_while_the_command_was_being_started_is_not_sent_twice() throws Exception {
        SentSignals sent = new SentSignals(true);
        RunSignals signals = new RunSignals(sent, Context.ofNothing().prose(new LoudnessOptions()));
        signals.starting();
        Child started = start("trap 'exit 9' INT; trap 'exit 8' TERM; touch ready; while :; do sleep 0.02; done");
        sent.send("INT");
        signals.goTo(started);
        sent.send("TERM");
        assertThat(started.ended().get(10, TimeUnit.SECONDS)).isEqualTo(8);
    }

    @Test
    void what_a_command_left_running_when_it_ended_is_told_nothing() throws Exception {
        SentSignals sent = new SentSignals(false);
        RunSignals signals = new RunSignals(sent, Context.ofNothing().prose(new LoudnessOptions()));
        Child started =
                start("sh -c 'trap \"touch told; exit\" TERM; touch ready; while :; do sleep 0.02; done' & exit 0");
        signals.goTo(started);
        started.ended().get(10, TimeUnit.SECONDS);
        signals.goNowhere();
        sent.send("TERM");
        TimeUnit.MILLISECONDS.sleep(200); // it would be told by then
        assertThat(folder.resolve("told")).doesNotExist();
        assertThat(started.treeAlive()).isTrue();
    }
}
