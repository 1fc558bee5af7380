package io.claimctl.cli;

import static io.claimctl.cli.RecoverBench.claim;
import static io.claimctl.cli.RecoverBench.message;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code claimctl recover} takes, asks, shows and ends with. */
class RecoverCommandTest {
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

    @Test
    void messages_are_published_and_their_claims_completed_and_other_claims_reset() {
        insert(message("m", 30), claim("lapsed", Duration.ofMinutes(-1), Duration.ofMinutes(20)), message("young", 1));
        bench.publishing("cat >\"$CLAIMCTL_ID\"")
                .run()
                .ends(ExitCode.DONE)
                .shows("m ", "published", "lapsed", "reset")
                .says("claimctl: published 1 message\nclaimctl: reset 1 claim\n");
        assertThat(folder.resolve("m")).hasContent("payload of m");
        assertThat(folder.resolve("young")).doesNotExist();
        assertThat(bench.stored("m")).containsEntry("status", "completed").doesNotContainKey("payload");
        assertThat(bench.stored("m").getString("worker_id")).startsWith("recover:");
        assertThat(bench.stored("lapsed")).containsEntry("status", "released");
        assertThat(bench.stored("young")).containsKey("payload");
    }

    @Test
    void json_has_the_messages_first_then_the_claims_and_the_sums_of_both() {
        insert(
                claim("lapsed", Duration.ofMinutes(-1), Duration.ofMinutes(40)),
                message("bad", 30),
                message("good", 20));
        RecordedRun run = bench.publishing("test \"$CLAIMCTL_ID\" = good || exit 3", "-o", "json")
                .run()
                .ends(ExitCode.PARTIAL)
                .says("1 was not published", "stays with its claim", "once it is stale again");
        JsonNode json = JsonMapper.shared().readTree(run.out());
        assertThat(json.get("claims")
                        .valueStream()
                        .map(c -> c.get("id").asString() + " " + c.get("result").asString()))
                .containsExactly("bad failed", "good published", "lapsed reset");
        assertThat(json.at("/claims/0/detail").asString()).isEqualTo("exit code 3");
        assertThat(json.at("/summary/messages/published").asInt()).isEqualTo(1);
        assertThat(json.at("/summary/messages/failed").asInt()).isEqualTo(1);
        assertThat(json.at("/summary/claims/reset").asInt()).isEqualTo(1);
        assertThat(json.at("/summary/ended").asString()).isEqualTo("done");
        assertThat(bench.stored("bad")).containsEntry("status", "processing").containsKey("payload");
    }

    @Test
    void names_are_those_of_what_was_published_or_reset() {
        insert(
                claim("lapsed", Duration.ofMinutes(-1), Duration.ofMinutes(40)),
                message("bad", 30),
                message("good", 20));
        RecordedRun run =
                bench.publishing("test \"$CLAIMCTL_ID\" = good", "-o", "name").run();
        assertThat(run.out()).isEqualTo("good\nlapsed\n");
    }

    @Test
    void a_dry_run_needs_no_command_and_changes_nothing() {
        insert(message("m", 30), claim("lapsed", Duration.ofMinutes(-1), Duration.ofMinutes(20)));
        List<Document> before = bench.claims.find().into(new ArrayList<>());
        bench.recover("--dry-run")
                .run()
                .ends(ExitCode.DONE)
                .shows("would-publish", "would-reset")
                .says("would publish 1 message", "would reset 1 claim");
        Path absent = folder.resolve("absent");
        bench.recover("--dry-run", "--to-dir", absent.toString()).run().ends(ExitCode.DONE);
        assertThat(absent).doesNotExist();
        bench.publishing("touch ran", "--dry-run").run().ends(ExitCode.DONE);
        assertThat(folder.resolve("ran")).doesNotExist();
        assertThat(bench.claims.find()).containsExactlyElementsOf(before);
    }

    @Test
    void where_there_was_nothing_to_do_nothing_is_said_to_cron() {
        bench.publishing("true").run().ends(ExitCode.DONE).showsNothing().saysNothing();
        bench.publishing("true").terminals("e").run().ends(ExitCode.DONE).says("published nothing", "reset nothing");
    }

    @Test
    void what_does_not_fit_together_is_refused_with_what_works_before_anything_is_sent() {
        refused("nothing says how to publish");
        refused("leave one out", "--to-dir", folder.toString(), "--", "true");
        refused("--to-dir is empty", "--to-dir", "");
        refused("/dev/null cannot be written: what is there is no folder", "--to-dir", "/dev/null");
        refused("put -- before", "true");
        refused("say how old with --older-than", "--lease", "any", "--yes", "--", "true");
        refused("--hold 3m is too short for --older-than 2m", "--hold", "3m", "--", "true");
        refused("the shortest that works is 4m", "--hold", "3m", "--", "true");
        refused("--older-than 10s is too short", "--older-than", "10s", "--", "true");
        refused("the shortest that works is 19s500ms", "--older-than", "10s", "--", "true");
        refused("'0'", "--max-failures", "0", "--", "true");
        assertThat(bench.server.received()).isEmpty();
        bench.recover("--older-than", "19s500ms", "--hold", "39s", "--", "true")
                .run()
                .ends(ExitCode.DONE);
        bench.recover("--older-than", "13h", "--hold", "26h", "--", "true")
                .run()
                .ends(ExitCode.DONE);
    }

    private void refused(String reason, String... options) {
        bench.recover(options).run().ends(ExitCode.USAGE).says(reason).showsNothing();
    }

    @Test
    void a_command_that_cannot_run_is_found_out_before_anything_is_taken_over() throws Exception {
        insert(message("m", 30));
        bench.server.forgetReceived();
        bench.recover("--", "no-such-program")
                .run()
                .ends(ExitCode.NO_SUCH_COMMAND)
                .says("in no folder of PATH");
        Path plain = Files.createFile(folder.resolve("plain"));
        bench.recover("--", plain.toString())
                .run()
                .ends(ExitCode.NOT_EXECUTABLE)
                .says("not executable");
        assertThat(bench.server.received()).isEmpty();
    }

    @Test
    void live_leases_are_taken_only_with_a_yes() {
        insert(claim("live", Duration.ofMinutes(50), Duration.ofMinutes(10))
                .append("payload", new Binary(new byte[1])));
        bench.publishing("true").run().ends(ExitCode.DONE);
        assertThat(bench.stored("live")).containsEntry("status", "processing");
        bench.publishing("true", "--lease", "any", "--older-than", "5m")
                .run()
                .ends(ExitCode.REFUSED)
                .says("--yes");
        bench.publishing("true", "--lease", "any", "--older-than", "5m")
                .terminals("ie")
                .input("y\n")
                .run()
                .ends(ExitCode.DONE)
                .says("Publish 1 message (1 still held) in shop._message_state? [y/N]");
        assertThat(bench.stored("live")).containsEntry("status", "completed");
    }

    @Test
    void on_a_terminal_it_asks_once_and_no_changes_nothing() {
        insert(message("m", 30), message("n", 30), claim("lapsed", Duration.ofMinutes(-1), Duration.ofMinutes(20)));
        bench.publishing("touch ran")
                .terminals("ie")
                .input("n\n")
                .run()
                .ends(ExitCode.REFUSED)
                .says("Publish 2 messages and reset 1 claim in shop._message_state?", "nothing was changed");
        assertThat(folder.resolve("ran")).doesNotExist();
        bench.publishing("true", "--yes")
                .terminals("ie")
                .run()
                .ends(ExitCode.DONE)
                .neverPrints("[y/N]");
        bench.publishing("true").terminals("ie").run().ends(ExitCode.DONE).neverPrints("[y/N]");
    }

    @Test
    void the_limit_and_failures_in_a_row_end_it_and_are_said() {
        insert(message("a", 30), message("b", 20), message("c", 10));
        bench.publishing("true", "--limit", "1").run().ends(ExitCode.DONE).says("run it again");
        assertThat(bench.stored("b")).containsEntry("status", "processing");
        bench.publishing("exit 1", "--max-failures", "1", "-o", "ndjson")
                .run()
                .ends(ExitCode.PARTIAL)
                .says("too many failed in a row");
        assertThat(bench.stored("b").getString("worker_id")).startsWith("recover:");
        assertThat(bench.stored("c").getString("worker_id")).as("held").startsWith("recover:");
    }

    @Test
    void a_signal_during_the_sweep_ends_it_after_the_batch_and_what_is_written_is_complete() {
        insert(message("m", 30));
        bench.claims.insertMany(IntStream.range(0, 1500)
                .mapToObj(i -> claim("lapsed" + i, Duration.ofMinutes(-1), Duration.ofMinutes(20)))
                .toList());
        SentSignals sent = new SentSignals(false);
        RecordedRun run = bench.publishing("true", "-o", "json")
                .host(sent.host())
                .reader(new OutputStream() {
                    private final StringBuilder seen = new StringBuilder();

                    @Override
                    public void write(int b) {
                        if (seen.append((char) b).length() < 10_000 && seen.indexOf("lapsed") >= 0) {
                            sent.send("TERM");
                        }
                    }
                })
                .run()
                .ends(ExitCode.signal(15))
                .says("published 1 message", "reset 1000 claims", "stopped early: the signal TERM stopped it");
        JsonNode json = JsonMapper.shared().readTree(run.out());
        assertThat(json.get("claims")).hasSize(1001);
        assertThat(json.at("/summary/ended").asString()).isEqualTo("stopped");
        assertThat(json.at("/summary/messages/published").asInt()).isEqualTo(1);
        assertThat(json.at("/cutoff").asString())
                .isLessThan(json.at("/server_time").asString());
        assertThat(bench.claims.countDocuments(new Document("status", "released")))
                .isEqualTo(1000);
    }

    @Test
    void a_reader_that_is_gone_ends_it_and_what_it_has_done_is_said() {
        insert(message("a", 30), message("b", 20));
        RecordedRun run = bench.publishing("true", "-o", "ndjson")
                .reader(new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("Broken pipe");
                    }
                })
                .run()
                .ends(ExitCode.signal(13))
                .says("cut short: 1 messages were published and 0 claims were reset");
        assertThat(Stream.of("a", "b").filter(id -> bench.stored(id).containsKey("payload")))
                .as("%s", run)
                .containsExactly("b");
    }
}
