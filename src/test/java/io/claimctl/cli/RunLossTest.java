package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.claimctl.testing.Await;
import io.claimctl.testing.LinuxProcess;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a running command whose lease is lost, as the next renewal finds out. */
@OnEveryServer
class RunLossTest {
    private static final String OTHER = FilledCollection.token(9);
    private static final String OBEYS = "trap 'echo TERM >>log; exit 9' TERM; ";
    private static final String IGNORES = "trap 'echo TERM >>log' TERM; ";
    private static final String GOES_ON = "i=0; while [ $i -lt 300 ]; do i=$((i + 1)); sleep 0.02; done";

    private final FilledCollection c;

    @TempDir
    private Path folder;

    RunLossTest(TestServer server) {
        c = new FilledCollection(server);
    }

    @AfterEach
    void close() {
        c.close();
    }

    /** Runs a script on a short lease, and does this once it is up, with the token. */
    private RecordedRun run(String script, Consumer<String> doing, String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("run", "new", "--ttl", "4s", "--timeout", "1s"));
        words.addAll(List.of(options));
        words.addAll(List.of("--", "sh", "-c", "cd \"$1\"; echo $CLAIMCTL_TOKEN >started; " + script, "sh"));
        words.add(folder.toString());
        CompletableFuture<RecordedRun> ended = CompletableFuture.supplyAsync(c.run(words.toArray(new String[0]))::run);
        Await.until("the command is up", () -> ended.isDone() || text("started").endsWith("\n"));
        doing.accept(text("started").strip());
        return ended.join();
    }

    private String text(String name) throws IOException {
        Path file = folder.resolve(name);
        return Files.exists(file) ? Files.readString(file) : "";
    }

    private void taken(String token) {
        c.claims.updateOne(Filters.eq("new"), Updates.set("worker_id", OTHER));
    }

    private void deleted(String token) {
        c.claims.deleteOne(Filters.eq("new"));
    }

    private void reset(String token) {
        c.run("reset", "new", "--token", token, "--reason", "wedged host").run().ends(ExitCode.DONE);
    }

    private Document stored() {
        return c.stored("new");
    }

    @Test
    void a_claim_that_another_took_ends_the_command_by_term_and_the_other_is_named_and_left_alone() throws Exception {
        run(OBEYS + GOES_ON, this::taken, "--grace", "200ms")
                .ends(ExitCode.LEASE_LOST)
                .showsNothing()
                .says(
                        "it is held by " + OTHER,
                        "the command is being ended",
                        "ended by TERM, ",
                        " before its lease could end");
        assertThat(text("log")).isEqualTo("TERM\n");
        assertThat(stored()).containsEntry("worker_id", OTHER).containsEntry("status", "processing");
    }

    @Test
    void one_that_an_operator_reset_ends_it_and_says_by_whom_and_why() throws Exception {
        run(OBEYS + GOES_ON, this::reset, "--grace", "200ms")
                .ends(ExitCode.LEASE_LOST)
                .says("reset by reset-", "because: wedged host", "the command is being ended", "ended by TERM");
        assertThat(stored()).containsEntry("status", "released").containsEntry("reset_reason", "wedged host");
    }

    @Test
    void one_that_is_gone_ends_it() throws Exception {
        run(OBEYS + GOES_ON, this::deleted, "--grace", "200ms")
                .ends(ExitCode.LEASE_LOST)
                .says("there is no claim new");
        assertThat(stored()).isNull();
    }

    @Test
    void a_command_that_ignores_term_is_killed_after_the_grace() throws Exception {
        run(IGNORES + GOES_ON, this::taken, "--grace", "200ms")
                .ends(ExitCode.LEASE_LOST)
                .says("ended by KILL, ", " before its lease could end");
        assertThat(text("log")).isEqualTo("TERM\n");
    }

    @Test
    void what_the_command_has_started_is_told_to_end_too() throws Exception {
        String child = "trap 'echo TERM >>told; exit' TERM; " + GOES_ON;
        run("(" + child + ") & trap 'wait; exit 9' TERM; wait", this::taken, "--grace", "600ms")
                .ends(ExitCode.LEASE_LOST);
        assertThat(text("told")).isEqualTo("TERM\n");
    }

    @Test
    void without_a_grace_it_is_killed_at_once() throws Exception {
        run(OBEYS + GOES_ON, this::taken, "--grace", "0s")
                .ends(ExitCode.LEASE_LOST)
                .says("ended by KILL, ");
        assertThat(text("log")).isEmpty();
    }

    @Test
    void what_the_command_has_started_ends_with_it() throws Exception {
        LinuxProcess.require();
        run("sh -c 'echo $$ >grandchild; exec sleep 60' & wait", this::taken, "--grace", "200ms")
                .ends(ExitCode.LEASE_LOST);
        long grandchild = Long.parseLong(text("grandchild").strip());
        assertThat(LinuxProcess.of(grandchild)).isNotPresent();
    }

    @Test
    void it_goes_on_if_that_is_asked_for_and_a_success_ends_with79() throws Exception {
        run(
                        "while [ ! -e go ]; do sleep 0.02; done; exit 0",
                        this::takenAndNoticed,
                        "--grace",
                        "200ms",
                        "--on-lost",
                        "continue",
                        "--status-file",
                        folder.resolve("status").toString())
                .ends(ExitCode.LEASE_LOST)
                .says("it is held by " + OTHER, "the command goes on", "ended with 0, but claim new was lost before");
        assertThat(stored()).containsEntry("worker_id", OTHER).containsEntry("status", "processing");
    }

    @Test
    void one_that_goes_on_and_fails_keeps_its_code() throws Exception {
        run(
                        "while [ ! -e go ]; do sleep 0.02; done; exit 3",
                        this::takenAndNoticed,
                        "--grace",
                        "200ms",
                        "--on-lost",
                        "continue",
                        "--status-file",
                        folder.resolve("status").toString())
                .ends(3);
    }

    private void takenAndNoticed(String token) {
        taken(token);
        try {
            Await.until("the loss is noticed", () -> text("status").contains("\"state\":\"lost\""));
            Files.createFile(folder.resolve("go"));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void a_command_that_releases_its_own_claim_may_go_on_too() throws Exception {
        run("while [ ! -e go ]; do sleep 0.02; done; sleep 2; exit 7", this::released, "--grace", "200ms")
                .ends(7)
                .saysNothing();
        assertThat(stored()).containsEntry("status", "released");
    }

    private void released(String token) {
        c.run("release", "new", "--token", token).run().ends(ExitCode.DONE);
        go();
    }

    @Test
    void a_command_that_completes_its_own_claim_may_go_on_for_longer_than_the_lease() throws Exception {
        run("while [ ! -e go ]; do sleep 0.02; done; sleep 4.2; exit 7", this::completed, "--grace", "200ms")
                .ends(7)
                .saysNothing();
        assertThat(stored()).containsEntry("status", "completed");
    }

    private void completed(String token) {
        c.run("complete", "new", "--token", token).run().ends(ExitCode.DONE);
        go();
    }

    private void go() {
        try {
            Files.createFile(folder.resolve("go"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
