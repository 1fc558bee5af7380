package io.claimctl.cli;

import static io.claimctl.cli.FilledCollection.token;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.SweepListener;
import io.claimctl.claim.SweepReport;
import io.claimctl.claim.SweepRequest;
import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.sweep.Plan;
import io.claimctl.testing.FaultProxy;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.ProxyFault;
import io.claimctl.testing.Servers.TestServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A sweep as cron and operators use it: bounded, guarded, planned, recorded, watched, one at a time. */
@OnEveryServer
class StaleResetTest {
    private final TestServer server;
    private final FilledCollection claims;

    @TempDir
    private Path folder;

    StaleResetTest(TestServer server) {
        this.server = server;
        this.claims = new FilledCollection(server);
    }

    @AfterEach
    void close() {
        claims.close();
    }

    private RecordedRun.Setup reset(String... words) {
        List<String> all = new ArrayList<>(List.of("stale", "reset"));
        all.addAll(List.of(words));
        return claims.run(all.toArray(new String[0]));
    }

    /** Stale and free, beside "lapsed", which is the oldest but for "order-1". */
    private void lapsed(int count) {
        claims.claims.insertMany(IntStream.range(0, count)
                .mapToObj(i -> claims.claim(
                                "order-" + i,
                                "processing",
                                token(100 + i),
                                Duration.ofMinutes(-2),
                                Duration.ofMinutes(i == 1 ? 50 : 12))
                        .append("event_name", i % 2 == 0 ? "even" : "odd"))
                .toList());
    }

    private List<String> released() {
        return claims.all().stream()
                .filter(d -> "released".equals(d.get("status")))
                .map(d -> d.getString("_id"))
                .toList();
    }

    private String status(String id) {
        return claims.stored(id).getString("status");
    }

    private static JsonNode json(RecordedRun run) {
        return JsonMapper.shared().readTree(run.out());
    }

    private List<JsonNode> lines(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .map(line -> JsonMapper.shared().readTree(line))
                .toList();
    }

    @Test
    void only_the_claims_that_the_filters_name_are_reset() {
        lapsed(4);
        reset("--id-prefix", "order-", "--event-name", "odd")
                .run()
                .ends(ExitCode.DONE)
                .says("reset 2 claims");
        assertThat(released()).containsExactly("order-1", "order-3");
        reset("--instance", "pod-100").run().ends(ExitCode.DONE);
        reset("--worker", token(102)).run().ends(ExitCode.DONE);
        assertThat(released()).containsExactly("order-0", "order-1", "order-2", "order-3");
        reset("--created-to", "2020-01-01T00:00:00Z").run().ends(ExitCode.DONE);
        assertThat(status("lapsed")).isEqualTo("processing");
        reset("--created-from", "2020-01-01T00:00:00Z").run().ends(ExitCode.DONE);
        assertThat(status("lapsed")).isEqualTo("released");
    }

    @Test
    void the_limit_takes_the_oldest_and_says_that_there_are_more() {
        lapsed(3);
        RecordedRun run =
                reset("--limit", "1", "-o", "json").run().ends(ExitCode.DONE).says("there are more");
        assertThat(released()).containsExactly("order-1");
        assertThat(json(run).at("/summary/limited").asBoolean()).isTrue();
    }

    @Test
    void more_than_the_guard_allows_changes_nothing_and_what_would_allow_it_does() {
        lapsed(4);
        for (String dry : List.of("--dry-run", "--yes")) {
            reset("--refuse-above", "4", "--limit", "1", dry)
                    .run()
                    .ends(ExitCode.REFUSED)
                    .showsNothing()
                    .says("5 claims would be reset, more than --refuse-above 4; nothing was changed")
                    .says("--refuse-above 5 allows it");
        }
        assertThat(released()).isEmpty();
        reset("--refuse-above", "5").run().ends(ExitCode.DONE);
        assertThat(released()).hasSize(5);
    }

    @Test
    void more_than_a_part_of_what_is_processing_changes_nothing_and_what_would_allow_it_does() {
        lapsed(4);
        String said = reset("--refuse-above-fraction", "50%")
                .run()
                .ends(ExitCode.REFUSED)
                .says("5 of the 9 claims that are processing would be reset, more than --refuse-above-fraction 0.5")
                .err();
        assertThat(released()).isEmpty();
        String allowed = said.replaceAll("(?s).*--refuse-above-fraction (0\\.[0-9]+) allows it.*", "$1");
        reset("--refuse-above-fraction", allowed).run().ends(ExitCode.DONE);
        assertThat(released()).hasSize(5);
        reset("--refuse-above-fraction", "0.01").run().ends(ExitCode.DONE);
    }

    @Test
    void after_the_deadline_no_batch_begins_and_the_same_command_goes_on() {
        lapsed(4);
        RecordedRun run = reset("--rate", "1/m", "--deadline", "30s", "-o", "json")
                .run()
                .ends(ExitCode.PARTIAL)
                .says("--deadline 30s has passed; the same command goes on with the rest");
        assertThat(run.took()).as("it does not wait for its turn").isLessThan(Duration.ofSeconds(20));
        assertThat(released()).containsExactly("order-1");
        assertThat(json(run).at("/summary/reset").asInt()).isEqualTo(1);
        assertThat(json(run).at("/summary/stopped").asString()).contains("--deadline 30s");
        reset("--rate", "1000/s", "--deadline", "30s").run().ends(ExitCode.DONE).says("reset 4 claims");
    }

    @Test
    void batches_side_by_side_reset_each_claim_once_and_their_sum_is_right() {
        lapsed(50);
        RecordedRun run =
                reset("--batch", "4", "--parallel", "5", "-o", "json").run().ends(ExitCode.DONE);
        assertThat(json(run).at("/summary/reset").asInt()).isEqualTo(51);
        assertThat(released()).hasSize(51);
        assertThat(claims.all().stream()
                        .map(d -> d.getString("reset_by"))
                        .filter(by -> by != null)
                        .distinct())
                .as("a mark for each batch")
                .hasSize(13);
    }

    @Test
    void where_another_sweep_holds_the_claim_of_single_flight_it_says_who_and_changes_nothing() {
        claims.run("acquire", "claimctl-sweep", "--ttl", "5m", "--instance", "host-7")
                .run()
                .ends(ExitCode.DONE);
        reset("--single-flight").run().ends(ExitCode.DONE).showsNothing().says("another sweep is at it", "host-7:");
        reset("--single-flight", "-q").run().ends(ExitCode.DONE).saysNothing();
        RecordedRun parsed = reset("--single-flight", "-o", "json").run().ends(ExitCode.DONE);
        assertThat(json(parsed).at("/summary/stopped").asString()).contains("another sweep is at it");
        assertThat(released()).isEmpty();
        reset("--single-flight", "other")
                .with("HOSTNAME", "here")
                .run()
                .ends(ExitCode.DONE)
                .says("reset 1 claim");
        assertThat(claims.stored("other"))
                .containsEntry("status", "released")
                .hasEntrySatisfying("worker_id", id -> assertThat((String) id).startsWith("here:"))
                .hasEntrySatisfying("reset_by", by -> assertThat((String) by).startsWith("release:"));
    }

    @Test
    void a_completed_claim_of_single_flight_is_no_turn_of_anybody() {
        reset("--single-flight=done")
                .run()
                .ends(ExitCode.ALREADY_COMPLETED)
                .says("completed", "--single-flight NAME takes another claim");
        assertThat(released()).isEmpty();
    }

    @Test
    void what_was_listed_is_reset_later_and_only_that_as_far_as_it_is_as_it_was() throws IOException {
        lapsed(4);
        String listed = claims.run("stale", "list", "--id-prefix", "order-", "-o", "ndjson")
                .run()
                .out();
        claims.claims.updateOne(
                new Document("_id", "order-0"), new Document("$set", new Document("payload", new Binary(new byte[1]))));
        claims.claims.deleteOne(new Document("_id", "order-1"));
        Path plan = Files.writeString(folder.resolve("plan"), listed);
        RecordedRun run = reset("--from", plan.toString(), "-o", "json").run().ends(ExitCode.DONE);
        JsonNode summary = json(run).get("summary");
        assertThat(summary.get("reset").asInt()).isEqualTo(2);
        assertThat(summary.get("changed").asInt()).isEqualTo(1);
        assertThat(summary.get("gone").asInt()).isEqualTo(1);
        assertThat(released()).containsExactly("order-2", "order-3");
        RecordedRun again =
                reset("--from", "-", "-o", "json").input(listed + listed).run().ends(ExitCode.DONE);
        assertThat(json(again).at("/summary/changed").asInt())
                .as("twice the same is once")
                .isEqualTo(3);
        assertThat(status("lapsed")).isEqualTo("processing");
    }

    @Test
    void a_plan_may_be_filtered_and_its_live_leases_stay_unless_they_are_asked_for() {
        String listed = claims.run("stale", "list", "-o", "ndjson").run().out();
        String one = listed.lines()
                .filter(line -> line.contains("\"stale\""))
                .findFirst()
                .orElseThrow();
        reset("--from", "-").input(one).run().ends(ExitCode.DONE).says("1 live lease");
        assertThat(status("stale")).isEqualTo("processing");
        reset("--from", "-", "--lease", "any", "--older-than", "20m", "--yes")
                .input(one)
                .run()
                .ends(ExitCode.DONE)
                .says("left alone: 1 other");
        assertThat(status("stale")).as("not that old").isEqualTo("processing");
        reset("--from", "-", "--lease", "any", "--older-than", "5m", "--yes")
                .input(one)
                .run()
                .ends(ExitCode.DONE);
        assertThat(status("stale")).isEqualTo("released");
    }

    @Test
    void what_a_plan_names_need_not_be_as_old_as_other_sweeps_want_it_unless_that_is_said() {
        claims.claims.insertOne(
                claims.claim("young", "processing", token(50), Duration.ofSeconds(-10), Duration.ofMinutes(1)));
        String listed = claims.run("stale", "list", "--older-than", "30s", "--id-prefix", "young", "-o", "ndjson")
                .run()
                .out();
        reset("--from", "-", "--older-than", "2m").input(listed).run().ends(ExitCode.DONE);
        assertThat(status("young")).isEqualTo("processing");
        reset("--from", "-").input(listed).run().ends(ExitCode.DONE);
        assertThat(status("young")).isEqualTo("released");
    }

    @Test
    void an_outcome_that_cannot_be_recorded_is_no_success() throws IOException {
        Path gone = Files.createDirectory(folder.resolve("gone"));
        try (FaultProxy proxy = new FaultProxy(server.uri())) {
            proxy.next("update", ProxyFault.NONE.meanwhile(() -> {
                try {
                    Files.delete(gone.resolve("audit"));
                    Files.delete(gone);
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            }));
            claims.runOn(
                            proxy.uri(),
                            "stale",
                            "reset",
                            "--audit-file",
                            gone.resolve("audit").toString())
                    .run()
                    .ends(ExitCode.PARTIAL)
                    .says("what the last batch was before is recorded, and not what came of it");
        }
        assertThat(status("lapsed")).isEqualTo("released");
    }

    @Test
    void a_plan_of_another_collection_or_of_yesterday_is_refused_as_a_whole() {
        String listed = claims.run("stale", "list", "-o", "ndjson").run().out();
        String other = listed.replace(claims.name(), "shop.other");
        reset("--from", "-")
                .input(listed + other)
                .run()
                .ends(ExitCode.REFUSED)
                .says("shop.other", "nothing was changed");
        reset("--from", "-", "--from-max-age", "1ms")
                .input(listed)
                .run()
                .ends(ExitCode.REFUSED)
                .says("nothing was changed");
        reset("--from", "-").input(listed + "{").run().ends(ExitCode.USAGE).says("nothing was changed");
        reset("--from", folder + "/none")
                .run()
                .ends(ExitCode.USAGE)
                .says("--from " + folder + "/none cannot be read: there is no such file");
        assertThat(released()).isEmpty();
    }

    @Test
    void what_does_not_stay_as_it_is_while_it_is_watched_is_left_alone() {
        lapsed(2);
        try (MongoClient client = MongoClients.create(server.uri())) {
            ClaimStore store = ClaimStore.on(client, claims.claims.getNamespace());
            SweepRequest request = SweepRequest.olderThan(Duration.ofMinutes(2));
            try (Plan seen = WatchedClaims.of(listener -> store.sweep(request.asDryRun(), listener), folder)) {
                claims.claims.updateOne(
                        new Document("_id", "order-0"), new Document("$set", new Document("worker_id", token(7))));
                SweepReport report = store.sweep(request, seen, true, new SweepListener() {});
                assertThat(report.count(Result.CHANGED)).isEqualTo(1);
                assertThat(report.count(Result.RESET)).isEqualTo(2);
                assertThat(report.liveLeft())
                        .as("what its rules leave alone is in the report")
                        .isEqualTo(1);
            }
        }
        assertThat(released()).containsExactly("lapsed", "order-1");
    }

    @Test
    void what_was_listed_and_is_not_as_it_was_is_said_where_it_is_watched_too() {
        lapsed(3);
        String listed = claims.run("stale", "list", "--id-prefix", "order-", "-o", "ndjson")
                .run()
                .out();
        claims.claims.updateOne(
                new Document("_id", "order-0"), new Document("$set", new Document("worker_id", token(7))));
        claims.claims.deleteOne(new Document("_id", "order-1"));
        RecordedRun run = reset("--from", "-", "--observe", "1ms", "-o", "json")
                .input(listed)
                .run()
                .ends(ExitCode.DONE);
        assertThat(json(run).at("/summary/changed").asInt()).isEqualTo(1);
        assertThat(json(run).at("/summary/gone").asInt()).isEqualTo(1);
        assertThat(released()).containsExactly("order-2");
    }

    @Test
    void malformed_claims_are_counted_where_they_are_watched_too() {
        claims.claims.updateOne(new Document("_id", "stale"), new Document("$set", new Document("worker_id", 7)));
        RecordedRun run = reset("--observe", "1ms", "-o", "json").run().ends(ExitCode.DONE);
        assertThat(json(run).at("/summary/malformed_left").asInt()).isEqualTo(1);
        assertThat(json(run).at("/summary/payloads_left").asInt()).isEqualTo(1);
    }

    @Test
    void what_stays_as_it_is_while_it_is_watched_is_reset() {
        reset("--observe", "1ms").run().ends(ExitCode.DONE).says("reset 1 claim", "left alone: 1 live lease");
        assertThat(released()).containsExactly("lapsed");
    }

    @Test
    void each_claim_has_its_line_before_it_was_changed_and_one_with_what_came_of_it() throws IOException {
        lapsed(3);
        Document before = claims.stored("order-1");
        Path audit = folder.resolve("audit.ndjson");
        reset("--audit-file", audit.toString(), "--dry-run").run().ends(ExitCode.DONE);
        assertThat(audit).doesNotExist();
        reset("--audit-file", audit.toString(), "--batch", "2", "--reason", "node lost")
                .run()
                .ends(ExitCode.DONE);
        List<JsonNode> lines = lines(audit);
        assertThat(lines).hasSize(8);
        assertThat(lines.stream()
                        .map(l -> l.get("record").asString() + " " + l.get("id").asString()))
                .startsWith("before order-1", "before lapsed", "after order-1", "after lapsed");
        assertThat(lines.get(0).get("reason").asString()).isEqualTo("node lost");
        assertThat(Document.parse(lines.get(0).get("document").toString())).isEqualTo(before);
        assertThat(lines.get(2).get("result").asString()).isEqualTo("reset");
        assertThat(claims.stored("order-1").getString("reset_by"))
                .isEqualTo(lines.get(0).get("reset_by").asString());
    }

    @Test
    void what_cannot_be_recorded_is_not_changed() {
        lapsed(3);
        reset("--audit-file", "/dev/full", "-o", "json")
                .run()
                .ends(ExitCode.PARTIAL)
                .says(
                        "stopped early: the audit file /dev/full cannot be written: the disk is full",
                        "what was not recorded was not changed");
        reset("--audit-file", folder + "/none/a")
                .run()
                .ends(ExitCode.USAGE)
                .says("cannot be written", "nothing was changed");
        assertThat(released()).isEmpty();
    }

    @Test
    void payloads_are_released_once_the_archive_has_them_and_can_be_recovered_from_it() throws IOException {
        String archive = claims.claims.getNamespace().getCollectionName() + "_old";
        try (MongoClient client = MongoClients.create(server.uri())) {
            MongoCollection<Document> old =
                    client.getDatabase(FilledCollection.DATABASE).getCollection(archive);
            try {
                reset("--archive", archive, "--payloads", "archive", "--yes", "--audit-file", "/dev/full")
                        .run()
                        .ends(ExitCode.PARTIAL);
                assertThat(old.find().map(d -> d.getString("status")))
                        .as("no recovery comes for copies of what was left as it is")
                        .containsExactly("skipped", "skipped");
                old.drop();
                reset("--archive", archive, "--payloads", "archive", "--yes")
                        .run()
                        .ends(ExitCode.DONE)
                        .says("reset 2 claims");
                assertThat(released()).containsExactly("lapsed", "message");
                assertThat(old.countDocuments()).isEqualTo(2);
                claims.run("recover", "--to-dir", folder + "/out")
                        .with("CLAIMCTL_COLLECTION", archive)
                        .run()
                        .ends(ExitCode.DONE);
                assertThat(Files.list(folder.resolve("out"))
                                .filter(p -> p.toString().endsWith(".payload"))
                                .map(StaleResetTest::text))
                        .containsExactly("hello");
            } finally {
                old.drop();
            }
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String metric(Path file, String name) {
        return text(file)
                .lines()
                .filter(line -> line.startsWith(name + "{"))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .findFirst()
                .orElse("none");
    }

    @Test
    void the_metrics_of_a_sweep_that_fails_or_yields_keep_the_time_of_the_last_success() {
        lapsed(2);
        Path file = folder.resolve("m.prom");
        reset("--metrics-file", file.toString(), "--dry-run").run().ends(ExitCode.DONE);
        assertThat(file).doesNotExist();
        reset("--metrics-file", file.toString()).run().ends(ExitCode.DONE);
        String success = metric(file, "claimctl_sweep_last_success_timestamp_seconds");
        assertThat(success).matches("[0-9]{10}(\\.[0-9]+)?");
        assertThat(metric(file, "claimctl_sweep_success")).isEqualTo("1");
        assertThat(metric(file, "claimctl_sweep_stale_found")).isEqualTo("5");
        assertThat(Double.parseDouble(metric(file, "claimctl_sweep_oldest_stale_age_seconds")))
                .isBetween(3000.0, 3600.0);

        lapsed2();
        reset("--metrics-file", file.toString(), "--refuse-above", "1").run().ends(ExitCode.REFUSED);
        assertThat(metric(file, "claimctl_sweep_success")).isEqualTo("0");
        assertThat(metric(file, "claimctl_sweep_last_success_timestamp_seconds"))
                .isEqualTo(success);
        reset("--metrics-file", file.toString(), "--audit-file", "/dev/full")
                .run()
                .ends(ExitCode.PARTIAL);
        assertThat(metric(file, "claimctl_sweep_success")).isEqualTo("0");
        assertThat(metric(file, "claimctl_sweep_errors")).isEqualTo("1");
        assertThat(metric(file, "claimctl_sweep_stale_found"))
                .as("it did not come to all")
                .isEqualTo("none");
        assertThat(metric(file, "claimctl_sweep_last_success_timestamp_seconds"))
                .isEqualTo(success);
        claims.run("acquire", "claimctl-sweep", "--ttl", "5m").run().ends(ExitCode.DONE);
        reset("--metrics-file", file.toString(), "--single-flight").run().ends(ExitCode.DONE);
        assertThat(metric(file, "claimctl_sweep_yielded")).isEqualTo("1");
        assertThat(metric(file, "claimctl_sweep_last_success_timestamp_seconds"))
                .isEqualTo(success);
        claims.runOn(
                        "mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=50",
                        "stale",
                        "reset",
                        "--metrics-file",
                        file.toString())
                .run()
                .ends(ExitCode.UNREACHABLE);
        assertThat(metric(file, "claimctl_sweep_success")).isEqualTo("0");
        assertThat(metric(file, "claimctl_sweep_last_success_timestamp_seconds"))
                .isEqualTo(success);
    }

    private void lapsed2() {
        claims.claims.deleteMany(new Document("status", "released"));
        lapsed(2);
    }

    @Test
    void a_signal_ends_it_between_two_batches_with_a_whole_report_and_lets_the_claim_of_single_flight_go()
            throws IOException {
        lapsed(30);
        Path audit = folder.resolve("audit");
        SentSignals sent = new SentSignals(false);
        RecordedRun run = reset("--batch", "10", "-o", "json", "--single-flight", "--audit-file", audit.toString())
                .host(sent.host())
                .reader(new OutputStream() {
                    private boolean first = true;

                    @Override
                    public void write(int b) {
                        if (first && b == '[') {
                            first = false;
                            sent.send("TERM");
                        }
                    }
                })
                .run()
                .ends(ExitCode.signal(15))
                .says("stopped early: the signal TERM stopped it");
        int reset = json(run).at("/summary/reset").asInt();
        assertThat(reset).isLessThan(31);
        assertThat(released()).hasSize(reset + 1).contains("claimctl-sweep");
        assertThat(lines(audit)).as("each with both its lines").hasSize(reset * 2);
    }

    @Test
    void a_reader_that_is_gone_ends_it_and_the_audit_is_whole() throws IOException {
        lapsed(60);
        Path audit = folder.resolve("audit");
        reset("--batch", "5", "--parallel", "4", "-o", "ndjson", "--audit-file", audit.toString())
                .reader(new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("Broken pipe");
                    }
                })
                .run();
        long before = lines(audit).stream()
                .filter(l -> l.get("record").asString().equals("before"))
                .count();
        assertThat(before).isLessThan(61);
        assertThat(released()).hasSize((int) before);
        assertThat(lines(audit)).hasSize((int) before * 2);
    }
}
