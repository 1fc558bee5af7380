package io.claimctl.cli;

import static io.claimctl.cli.RecoverBench.claim;
import static io.claimctl.cli.RecoverBench.message;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.Await;
import io.claimctl.worker.Publisher;
import io.claimctl.worker.RecoveredClaim;
import io.claimctl.worker.Recovery;
import io.claimctl.worker.RecoveryListener;
import io.claimctl.worker.RecoveryReport;
import io.claimctl.worker.RecoveryRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A publisher that is a process: what it is told, how it ends, and what ends it. */
class CommandPublisherTest {
    private static final int LARGE = 1 << 20;

    @TempDir
    private Path folder;

    private RecoverBench bench;

    @BeforeEach
    void start() {
        bench = new RecoverBench(folder);
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    private void insert(Document... documents) {
        bench.claims.insertMany(List.of(documents));
    }

    private static Document large(String id) {
        return claim(id, Duration.ofMinutes(-1), Duration.ofMinutes(30)).append("payload", new Binary(new byte[LARGE]));
    }

    private void awaitFile(String name) {
        try {
            Await.until(name, () -> Files.exists(folder.resolve(name)));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void it_is_fed_the_message_and_told_all_about_it() throws Exception {
        insert(message("m", 30)
                .append("event_name", "order.created")
                .append(
                        "metadata",
                        new Document("a-b", "1")
                                .append("a_b", "2")
                                .append("c.d", "dot")
                                .append("c d", "space")
                                .append("ö", "x\ny")));
        bench.publishing("cat >in; env -0 | tr '\\n' '|' | tr '\\0' '\\n' | grep ^CLAIMCTL_ | sort >env")
                .run()
                .ends(ExitCode.DONE);
        assertThat(folder.resolve("in")).hasContent("payload of m");
        Document claim = bench.stored("m");
        assertThat(Files.readAllLines(folder.resolve("env")))
                .containsExactlyInAnyOrder(
                        "CLAIMCTL_ID=m",
                        "CLAIMCTL_TOKEN=" + claim.getString("worker_id"),
                        "CLAIMCTL_FENCE=" + claim.getLong("fence"),
                        "CLAIMCTL_EVENT_NAME=order.created",
                        "CLAIMCTL_MESSAGE_ID=m:recovered:"
                                + sha256("payload of m").substring(0, 16),
                        "CLAIMCTL_META_a_b=2",
                        "CLAIMCTL_META_c_d=space",
                        "CLAIMCTL_META__=x|y",
                        "CLAIMCTL_METADATA={\"a-b\":\"1\",\"a_b\":\"2\",\"c d\":\"space\",\"c.d\":\"dot\","
                                + "\"ö\":\"x\\ny\"}");
    }

    private static String sha256(String text) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
    }

    @Test
    void its_input_is_a_file_for_its_owner_alone_that_is_gone_once_it_is_started() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        insert(message("m", 30), message("n", 20));
        bench.publishing("stat -L -c %a /dev/stdin >mode; cat >/dev/null; sleep 0.2; ls temporary >left; exit 1")
                .with("TMPDIR", temporary.toString())
                .run()
                .ends(ExitCode.PARTIAL);
        assertThat(folder.resolve("mode")).hasContent("600");
        assertThat(folder.resolve("left")).isEmptyFile();
    }

    @Test
    void a_command_that_cannot_be_started_leaves_no_file() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        insert(message("huge", 20).append("metadata", new Document("k", "x".repeat(LARGE))));
        bench.publishing("true").with("TMPDIR", temporary.toString()).run().ends(ExitCode.PARTIAL);
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void a_payload_for_which_there_is_no_room_fails_its_message() {
        insert(message("m", 30));
        bench.publishing("touch ran", "-o", "csv")
                .with("TMPDIR", folder.resolve("gone").toString())
                .run()
                .ends(ExitCode.PARTIAL)
                .shows("m,failed,its payload cannot be written to a temporary file in " + folder.resolve("gone")
                        + ": ");
        assertThat(folder.resolve("ran")).doesNotExist();
        assertThat(bench.stored("m")).containsKey("payload");
    }

    /** Publishes by {@code touch ran}, after this has happened. */
    private RecoveryReport publishAfter(Publisher first, StopSignals signals, List<String> details) {
        Context context = Context.ofNothing();
        List<String> words = List.of("touch", folder.resolve("ran").toString());
        Destination last = new CommandPublisher(words, Duration.ofMinutes(1), Duration.ZERO, context, signals);
        Duration olderThan = Duration.ofSeconds(5);
        return Recovery.on(bench.store().withTimeout(Duration.ofMillis(500)))
                .pass(
                        RecoveryRequest.olderThan(olderThan),
                        (message, lease) -> {
                            first.publish(message, lease);
                            last.publish(message, lease);
                        },
                        new RecoveryListener() {
                            @Override
                            public void afterPublish(RecoveredClaim recovered) {
                                details.add(recovered.detail());
                            }
                        });
    }

    @Test
    void after_a_signal_it_is_not_started() {
        insert(message("m", 30));
        StopSignals signals = new StopSignals();
        SentSignals sent = new SentSignals(false);
        signals.listenTo(sent);
        List<String> details = new ArrayList<>();
        publishAfter((message, lease) -> sent.send("TERM"), signals, details);
        assertThat(details).containsExactly("stopped by the signal TERM; the command was not started");
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void with_a_lease_that_is_lost_it_is_not_started() {
        insert(message("m", 30));
        List<String> details = new ArrayList<>();
        RecoveryReport report = publishAfter(
                (message, lease) -> {
                    bench.claims.deleteOne(new Document("_id", "m"));
                    Await.until("the loss of the lease", lease::lost);
                },
                new StopSignals(),
                details);
        assertThat(report.count(RecoveredClaim.Result.LOST)).isOne();
        assertThat(details).singleElement().asString().endsWith("the command was not started");
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void what_no_variable_can_hold_fails_with_the_way_out_and_the_pass_goes_on() {
        insert(
                message("nul", 30).append("metadata", new Document("k", "a\0b")),
                message("huge", 20).append("metadata", new Document("k", "x".repeat(LARGE))),
                message("plain", 10));
        bench.publishing("true", "-o", "csv")
                .run()
                .ends(ExitCode.PARTIAL)
                .shows(
                        "nul,failed,\"CLAIMCTL_META_k would hold a NUL character, which no variable can: --to-dir DIR",
                        "huge,failed,",
                        "its metadata may be too much for an environment: --to-dir DIR",
                        "plain,published");
    }

    @ParameterizedTest
    @CsvSource({"exit 3,exit code 3", "kill -9 $$,killed by signal 9", "exit 255,exit code 255"})
    void how_it_failed_is_shown_and_the_claim_stays_as_it_is_with_its_message(String script, String detail) {
        insert(message("m", 30));
        bench.publishing("cat; " + script, "-o", "csv")
                .run()
                .ends(ExitCode.PARTIAL)
                .shows("m,failed," + detail + ",");
        assertThat(bench.stored("m"))
                .containsEntry("status", "processing")
                .containsEntry("payload", new Binary("payload of m".getBytes()));
    }

    @ParameterizedTest
    @CsvSource({"true,published,0", "exec <&-; exit 0,published,0", "head -c 1 >/dev/null; exit 3,failed,6"})
    void its_exit_code_decides_whether_it_has_read_its_input_or_not(String script, String result, int code) {
        insert(large("m"));
        bench.publishing(script, "-o", "csv").run().ends(code).shows("m," + result + ",");
    }

    @Test
    void what_it_leaves_in_the_background_goes_on_even_if_it_keeps_the_input_open() throws Exception {
        insert(large("m"));
        bench.publishing(
                        "exec 3<&0; { until [ -e go ]; do sleep 0.02; done; wc -c >went; } <&3 >/dev/null 2>&1 & sleep 0.3; exit 0")
                .run()
                .ends(ExitCode.DONE);
        Await.until(
                "nobody waits for it to read",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(
                                t -> t.getName().startsWith("process reaper") && t.getState() == Thread.State.BLOCKED));
        Files.createFile(folder.resolve("go"));
        Await.until(
                "what it left has gone on",
                () -> Files.exists(folder.resolve("went"))
                        && Files.readString(folder.resolve("went")).strip().equals(Integer.toString(LARGE)));
    }

    @ParameterizedTest
    @CsvSource({"'',2s,TERM", "trap '' TERM;,50ms,KILL", "'',0s,KILL"})
    void one_that_hangs_is_ended_with_all_that_it_started_and_the_message_kept(String trap, String grace, String signal)
            throws Exception {
        insert(message("m", 30));
        RecordedRun run = bench.publishing(
                        trap
                                + " sh -c 'echo $$ >pid; while :; do sleep 0.05; done' & wait; while :; do sleep 0.05; done",
                        "--publish-timeout",
                        "500ms",
                        "--grace",
                        grace,
                        "-o",
                        "csv")
                .run()
                .ends(ExitCode.PARTIAL)
                .shows("m,failed,it did not end within --publish-timeout 500ms; the command was ended by " + signal);
        assertThat(run.took()).as("%s", run).isLessThan(Duration.ofSeconds(30));
        assertThat(bench.stored("m")).containsEntry("status", "processing").containsKey("payload");
        long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        Await.until("what it had started has ended", () -> ProcessHandle.of(pid).isEmpty());
    }

    @Test
    void one_that_says_0_when_it_was_told_to_end_has_not_published() {
        insert(message("m", 30));
        bench.publishing("trap 'exit 0' TERM; while :; do sleep 0.02; done", "--publish-timeout", "500ms", "-o", "csv")
                .run()
                .ends(ExitCode.PARTIAL)
                .shows("m,failed,it did not end within");
    }

    @Test
    void one_whose_claim_changes_hands_is_ended_and_the_claim_left_to_the_other() {
        insert(message("m", 30));
        CompletableFuture<Void> taken = CompletableFuture.runAsync(() -> {
            awaitFile("up");
            bench.claims.updateOne(
                    new Document("_id", "m"),
                    new Document("$set", new Document("worker_id", "pod-2:0123456789abcdef01234567")));
        });
        bench.publishing(
                        "touch up; while :; do sleep 0.02; done",
                        "--older-than",
                        "5s",
                        "--timeout",
                        "2s",
                        "--grace",
                        "300ms",
                        "-o",
                        "csv")
                .run()
                .ends(ExitCode.PARTIAL)
                .shows("m,lost,its claim is not this recovery's any more; the command was ended by ");
        taken.join();
        assertThat(bench.stored("m").getString("worker_id")).startsWith("pod-2:");
        assertThat(bench.stored("m")).containsKey("payload");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT", "HUP"})
    void a_signal_ends_it_keeps_the_message_finishes_the_report_and_is_the_exit_code(String name) {
        insert(message("m", 30), message("n", 20), claim("lapsed", Duration.ofMinutes(-1), Duration.ofMinutes(9)));
        SentSignals sent = new SentSignals(false);
        CompletableFuture<Void> stopping = CompletableFuture.runAsync(() -> {
            awaitFile("up");
            sent.send(name);
        });
        bench.publishing("touch up; while :; do sleep 0.02; done", "-o", "json")
                .host(sent.host())
                .run()
                .ends(128 + List.of("", "HUP", "INT").indexOf(name) + (name.equals("TERM") ? 16 : 0))
                .shows("stopped by the signal " + name + "; the command was ended by TERM", "\"ended\": \"stopped\"")
                .says("it was told to stop");
        stopping.join();
        assertThat(bench.stored("m")).containsKey("payload");
        assertThat(bench.stored("n").getString("worker_id")).startsWith("pod-1:");
        assertThat(bench.stored("lapsed")).containsEntry("status", "processing");
    }

    @Test
    void a_signal_in_a_pause_after_a_failure_ends_that_at_once() {
        insert(message("m", 30), message("n", 20));
        SentSignals sent = new SentSignals(false);
        CompletableFuture<Void> stopping = CompletableFuture.runAsync(() -> {
            awaitFile("failed");
            sent.send("TERM");
        });
        bench.publishing("touch failed; exit 1", "-o", "json")
                .host(sent.host())
                .run()
                .ends(ExitCode.signal(15))
                .shows("\"ended\": \"stopped\"");
        stopping.join();
        assertThat(bench.stored("n").getString("worker_id")).startsWith("pod-1:");
    }
}
