package io.claimctl.cli;

import static io.claimctl.cli.RecordedRun.claimctl;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.claimctl.testing.Rfc4180;
import io.claimctl.testing.ScriptedServer;
import io.claimctl.view.Format;
import io.claimctl.view.Times;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Model.OptionSpec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The commands, run in this process against a real wire-protocol server whose clock stands still. */
class CommandsTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.500Z");
    private static final String TOKEN = "pod-1:0123456789abcdef01234567";

    private final ScriptedServer server = new ScriptedServer(Clock.fixed(NOW, ZoneOffset.UTC));
    private final MongoClient client = MongoClients.create(server.uri());
    private final MongoCollection<Document> claims = client.getDatabase("shop").getCollection("_message_state");

    @TempDir
    private Path folder;

    @BeforeEach
    void configure() throws IOException {
        Files.createDirectories(folder.resolve("claimctl"));
        Files.writeString(
                folder.resolve("claimctl/config.yaml"), "profiles:\n  p: {uri: '" + server.uri() + "/shop'}\n");
    }

    @BeforeEach
    void fill() {
        claims.insertMany(List.of(
                claim("live", "processing", TOKEN, Duration.ofMinutes(5).minusMillis(500), Duration.ofMinutes(1)),
                claim("lapsed", "processing", token(2), Duration.ofMinutes(-5), Duration.ofMinutes(35)),
                claim("stale", "processing", token(3), Duration.ofMinutes(50), Duration.ofMinutes(10)),
                claim("done", "completed", token(4), Duration.ofHours(23), Duration.ofHours(1)),
                claim("message", "processing", token(5), Duration.ofMinutes(-1), Duration.ofMinutes(31))
                        .append(
                                "payload",
                                new org.bson.types.Binary("hello".getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                        .append("event_name", "order.created"),
                claim("broken", "processing", token(6), Duration.ofMinutes(-1), Duration.ofMinutes(1))
                        .append("expires_at", "soon")));
        server.forgetReceived();
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private static String token(int n) {
        return String.format("pod-%d:%024x", n, n);
    }

    private static Document claim(String id, String status, String worker, Duration left, Duration age) {
        return new Document("_id", id)
                .append("status", status)
                .append("worker_id", worker)
                .append("expires_at", Date.from(NOW.plus(left)))
                .append("created_at", Date.from(NOW.minus(age)))
                .append("updated_at", Date.from(NOW.minus(age)));
    }

    private RecordedRun.Setup run(String... words) {
        return claimctl(words).on(server.uri() + "/shop").with("XDG_CONFIG_HOME", folder.toString());
    }

    private Document stored(String id) {
        return claims.find(new Document("_id", id)).first();
    }

    private String seen(String id) {
        return run("inspect", id, "-o", "json").run().out().replaceAll("(?s).*\"fingerprint\": \"([^\"]+)\".*", "$1");
    }

    /** Every command that shows data, as it may be typed. */
    static Stream<List<String>> shown() {
        return Stream.of(
                List.of("claims", "list"),
                List.of("claims", "list", "--limit", "2"),
                List.of("claims", "list", "--status", "released"),
                List.of("claims", "count"),
                List.of("claims", "count", "--status", "released"),
                List.of("claims", "stats"),
                List.of("claims", "stats", "--sample", "3"),
                List.of("claims", "stats", "--status", "released"),
                List.of("claims", "list", "--payload", "without"),
                List.of("claims", "watch", "--for", "1ms"),
                List.of("inspect", "live", "broken", "message"),
                List.of("acquire", "new", "--ttl", "1m"),
                List.of("acquire", "live", "--ttl", "1m"),
                List.of("acquire", "done", "--ttl", "1m"),
                List.of("acquire", "new", "live", "done", "--ttl", "1m"),
                List.of("renew", "live", "--token", TOKEN, "--ttl", "1m"),
                List.of("renew", "live", "lapsed", "--token", TOKEN, "--token", token(2), "--ttl", "1m"),
                List.of("complete", "live", "--token", TOKEN),
                List.of("complete", "live", "--token", "another"),
                List.of("complete", "live", "stale", "--token", TOKEN, "--token", token(3)),
                List.of("release", "live", "--token", TOKEN),
                List.of("release", "message", "live", "--token", token(5), "--token", TOKEN),
                List.of("check"),
                List.of("metrics"),
                List.of("wait", "lapsed", "--for", "free"),
                List.of("wait", "lapsed", "done", "--for", "free"),
                List.of("wait", "live", "--for", "completed", "--timeout", "1ms"),
                List.of("reset", "live", "--token", TOKEN),
                List.of("reset", "live", "nothing", "--token", TOKEN, "--token", TOKEN),
                List.of("payload", "put", "live", "LICENSE", "--token", TOKEN),
                List.of("payload", "put", "live", "-", "--token", TOKEN),
                List.of("payload", "put", "done", "LICENSE", "--token", token(4)),
                List.of("payload", "clear", "message", "--token", token(5)),
                List.of("payload", "clear", "message", "live", "--token", token(5), "--token", token(9)),
                List.of("stale", "list"),
                List.of("stale", "reset"),
                List.of("stale", "reset", "--dry-run"),
                List.of("recover", "--dry-run"),
                List.of("recover", "--to-dir", "target/saved-messages"),
                List.of("collection", "create"),
                List.of("collection", "indexes"),
                List.of("collection", "indexes", "--apply"),
                List.of("doctor"),
                List.of("profile", "list"),
                List.of("profile", "show", "p"),
                List.of("profile", "test", "p"));
    }

    static Stream<Arguments> inEveryFormat() {
        return shown().flatMap(words -> formats(words).map(format -> Arguments.of(words, format)));
    }

    private static Stream<Format> formats(List<String> words) {
        OptionSpec output = HelpTest.everyVerb()
                .map(line -> line.getCommandSpec())
                .filter(spec -> ("claimctl " + String.join(" ", words) + " ").startsWith(spec.qualifiedName() + " "))
                .findFirst()
                .orElseThrow()
                .findOption("--output");
        List<String> listed = new ArrayList<>();
        output.completionCandidates().forEach(listed::add);
        return Stream.concat(Format.general().stream(), Stream.of(Format.TEXT))
                .filter(format -> listed.contains(format.toString()));
    }

    @ParameterizedTest(name = "{0} -o {1}")
    @MethodSource("inEveryFormat")
    void every_command_in_every_format_writes_what_it_claims_to(List<String> words, Format format) throws Exception {
        String[] all = Stream.concat(words.stream(), Stream.of("-o", format.toString()))
                .toArray(String[]::new);
        String out = run(all).run().neverPrints("\u001b").out();
        switch (format) {
            case JSON ->
                assertThat(JsonMapper.shared().readTree(out).isObject()).isTrue();
            case NDJSON ->
                out.lines()
                        .forEach(line -> assertThat(
                                        JsonMapper.shared().readTree(line).isObject())
                                .isTrue());
            case YAML -> assertThat(new YAMLMapper().readTree(out).isObject()).isTrue();
            case CSV -> {
                List<List<String>> records = Rfc4180.parse(out);
                assertThat(records).isNotEmpty().allSatisfy(r -> assertThat(r).hasSameSizeAs(records.get(0)));
            }
            case NAME -> assertThat(out).doesNotContain(" ");
            default -> assertThat(out.lines()).noneMatch(line -> line.startsWith("{"));
        }
    }

    @Test
    void every_command_with_formats_is_run_in_all_of_them() {
        List<String> run = shown().map(words -> String.join(" ", words)).toList();
        assertThat(Verb.ALL.stream()
                        .map(Verb::name)
                        .filter(name -> !List.of(
                                        "demo",
                                        "exit-codes",
                                        "run",
                                        "payload get",
                                        "profile use",
                                        "profile add",
                                        "profile remove")
                                .contains(name)))
                .allMatch(name -> run.stream().anyMatch(line -> line.startsWith(name + " ") || line.equals(name)));
    }

    /** What each command costs: the server commands it sends, in order, the look at the clock included. */
    static Stream<Arguments> costs() {
        String clock = "hello isMaster ";
        return Stream.of(
                Arguments.of(List.of("claims", "list"), clock + "find find"),
                Arguments.of(List.of("claims", "list", "--limit", "2"), clock + "find find"),
                Arguments.of(List.of("claims", "list", "--older-than", "5m"), clock + "find"),
                Arguments.of(List.of("claims", "list", "--sort", "id"), clock + "find"),
                Arguments.of(List.of("claims", "count"), clock + "aggregate"),
                Arguments.of(List.of("check"), clock + "aggregate"),
                Arguments.of(List.of("inspect", "live"), clock + "find"),
                Arguments.of(List.of("inspect", "live", "done"), clock + "find find"),
                Arguments.of(List.of("acquire", "new", "--ttl", "1m"), "listCollections " + clock + "findAndModify"),
                Arguments.of(
                        List.of("acquire", "live", "--ttl", "1m"), "listCollections " + clock + "findAndModify find"),
                Arguments.of(
                        List.of("complete", "live", "--token", TOKEN), "listCollections " + clock + "findAndModify"),
                Arguments.of(
                        List.of("complete", "live", "--token", "another"),
                        "listCollections " + clock + "findAndModify find"),
                Arguments.of(
                        List.of("acquire", "new", "live", "--ttl", "1m"),
                        "listCollections " + clock + "findAndModify isMaster findAndModify find"),
                Arguments.of(
                        List.of("renew", "live", "--token", TOKEN, "--ttl", "1m"),
                        "listCollections " + clock + "findAndModify"),
                Arguments.of(
                        List.of("release", "live", "--token", TOKEN), "listCollections " + clock + "findAndModify"),
                Arguments.of(
                        List.of("release", "message", "--token", token(5)),
                        "listCollections " + clock + "findAndModify find findAndModify"),
                Arguments.of(List.of("wait", "lapsed", "--for", "free"), clock + "find"),
                Arguments.of(
                        List.of("reset", "live", "--token", TOKEN), "find listCollections " + clock + "findAndModify"),
                Arguments.of(List.of("stale", "list"), clock + "find"),
                Arguments.of(List.of("stale", "reset"), "listCollections " + clock + "find isMaster update"),
                Arguments.of(List.of("stale", "reset", "--dry-run"), "listCollections " + clock + "find"),
                Arguments.of(
                        List.of("recover", "--to-dir", "target/saved-messages"),
                        clock
                                + "find listCollections isMaster findAndModify findAndModify find isMaster find isMaster update"),
                Arguments.of(List.of("recover", "--dry-run"), clock + "find find listCollections isMaster find"),
                Arguments.of(List.of("collection", "create"), "listCollections listIndexes createIndexes"),
                Arguments.of(List.of("collection", "indexes"), "listCollections listIndexes"),
                Arguments.of(List.of("exit-codes"), ""));
    }

    @ParameterizedTest(name = "{0} sends {1}")
    @MethodSource("costs")
    void the_server_commands_of_each_command_are_a_contract(List<String> words, String sent) {
        run(words.toArray(new String[0])).run();
        assertThat(String.join(" ", server.received())).isEqualTo(sent);
    }

    @Test
    void an_acquired_claim_is_completed_with_the_token_that_was_printed() {
        String token = run("acquire", "new", "--ttl", "1m", "--instance", "host-1", "-o", "json")
                .run()
                .ends(ExitCode.DONE)
                .saysNothing()
                .out()
                .replaceAll("(?s).*\"token\": \"([^\"]+)\".*", "$1");
        assertThat(token).matches("host-1:[0-9a-f]{24}");
        run("complete", "new").with("CLAIMCTL_TOKEN", token).run().ends(ExitCode.DONE);
        assertThat(stored("new")).containsEntry("status", "completed");
        run("complete", "new", "--token", token).run().ends(ExitCode.DONE).says("completed");
        run("acquire", "new", "--ttl", "1m")
                .run()
                .ends(ExitCode.ALREADY_COMPLETED)
                .says("it was completed", " left)");
    }

    @Test
    void each_outcome_has_its_exit_code_and_a_sentence() {
        run("acquire", "live", "--ttl", "1m")
                .run()
                .ends(ExitCode.HELD)
                .says(TOKEN, "4m59s left")
                .showsNothing();
        run("acquire", "broken", "--ttl", "1m").run().ends(ExitCode.REFUSED).says("expires_at is a string");
        run("acquire", "lapsed", "--ttl", "1m").run().ends(ExitCode.DONE).says("taken over", token(2));
        run("complete", "lapsed", "--token", token(2)).run().ends(ExitCode.LOST).showsNothing();
        run("complete", "nothing", "--token", token(2))
                .run()
                .ends(ExitCode.NOT_FOUND)
                .says("nothing");
        run("complete", "nothing", "--token", token(2), "--record-missing")
                .run()
                .ends(ExitCode.DONE);
        run("complete", "done").run().ends(ExitCode.USAGE).says("CLAIMCTL_TOKEN");
        run("inspect", "none").run().ends(ExitCode.NOT_FOUND);
    }

    @Test
    void a_wrong_value_is_named_with_the_reason_and_the_way_out() {
        run("acquire", "a", "--ttl", "90").run().ends(ExitCode.USAGE).says("'90' has no unit", "90s");
        run("acquire", "a").run().ends(ExitCode.USAGE).says("--ttl");
        run("acquire", "a", "--ttl", "1m", "--instance", " ")
                .run()
                .ends(ExitCode.USAGE)
                .says("--instance");
        run("claims", "list", "--cursor", "x").run().ends(ExitCode.USAGE).says("'x' is no cursor");
        run("claims", "list", "--limit", "0").run().ends(ExitCode.USAGE).says("'0'");
        run("claims", "list", "--worker", "a", "--instance", "b")
                .run()
                .ends(ExitCode.USAGE)
                .says("leave one out");
        run("claims", "list", "--sort", "age").run().ends(ExitCode.USAGE).says("updated, id, expires");
        run("claims", "list", "--created-from", "yesterday")
                .run()
                .ends(ExitCode.USAGE)
                .says("yesterday");
        run("stale", "list", "--lease", "dead").run().ends(ExitCode.USAGE).says("live, expired, any");
        run("reset", "live", "--seen", "nonsense").run().ends(ExitCode.USAGE).says("'nonsense'", "inspect");
        run("reset", "live", "--seen", seen("live"), "--token", TOKEN).run().ends(ExitCode.USAGE);
        assertThat(stored("live")).containsEntry("status", "processing");
    }

    @Test
    void a_page_says_where_the_next_one_begins_and_json_carries_it() {
        RecordedRun page = run("claims", "list", "--limit", "2", "-o", "name")
                .run()
                .ends(ExitCode.DONE)
                .says("--cursor ");
        String cursor = page.err().replaceAll("(?s).*--cursor (\\S+).*", "$1");
        run("claims", "list", "--limit", "2", "-o", "json").run().shows("\"next_cursor\": \"" + cursor + "\"");
        String rest = run("claims", "list", "--cursor", cursor, "-o", "name")
                .run()
                .saysNothing()
                .out();
        assertThat((page.out() + rest).lines())
                .containsExactlyElementsOf(
                        run("claims", "list", "-o", "name").run().out().lines().toList());
    }

    @Test
    void an_empty_list_says_so_to_people_and_stays_data_for_programs() {
        run("claims", "list", "--status", "nope")
                .run()
                .ends(ExitCode.DONE)
                .showsNothing()
                .says("no claims found");
        run("claims", "list", "--status", "nope", "-o", "name", "-q")
                .run()
                .showsNothing()
                .saysNothing();
    }

    @Test
    void a_count_shows_each_status_and_all_of_them_and_takes_the_filters_of_the_list() {
        claims.insertOne(claim("odd", "processing", token(7), Duration.ofMinutes(5), Duration.ofMinutes(1))
                .append("status", 7));
        assertThat(run("claims", "count")
                        .run()
                        .ends(ExitCode.DONE)
                        .saysNothing()
                        .out())
                .isEqualTo("""
                        STATUS                                               COUNT
                        processing                                           5
                        completed                                            1
                        released                                             0
                        malformed: status is a 32-bit integer, not a string  1
                        total                                                7
                        """);
        run("claims", "count", "--older-than", "5m", "--status", "processing", "-o", "ndjson")
                .run()
                .ends(ExitCode.DONE)
                .shows("{\"status\":\"processing\",\"count\":3}\n");
        run("claims", "count", "--worker", "a", "--instance", "b")
                .run()
                .ends(ExitCode.USAGE)
                .says("leave one out");
        run("claims", "count", "--limit", "1").run().ends(ExitCode.USAGE).says("--limit");
        run("claims", "count", "-o", "name").run().ends(ExitCode.USAGE).says("'name'");
    }

    @Test
    void a_count_of_nothing_is_zero_and_says_so_to_people() {
        run("claims", "count", "--status", "nope")
                .run()
                .ends(ExitCode.DONE)
                .shows("nope    0\ntotal   0\n")
                .says("no claims found in shop._message_state");
        run("claims", "count", "-c", "none", "-o", "json", "-q")
                .run()
                .ends(ExitCode.DONE)
                .shows("\"total\": 0")
                .saysNothing();
    }

    @Test
    void a_list_with_malformed_documents_shows_every_document_and_is_no_failure() {
        run("claims", "list").run().ends(ExitCode.DONE).shows("malformed", "expires_at is a string", "message", "done");
    }

    @Test
    void on_failure_the_variables_of_env_are_unset_and_a_shell_that_evaluates_it_stops() throws Exception {
        String failed = "unset CLAIMCTL_ID CLAIMCTL_TOKEN CLAIMCTL_FENCE CLAIMCTL_EXPIRES_AT; (exit %d)\n";
        String held =
                run("acquire", "live", "--ttl", "1m", "-o", "env").run().ends(3).out();
        assertThat(held).isEqualTo(String.format(failed, 3));
        assertThat(run("acquire", "a", "--ttl", "1", "-o", "env").run().ends(2).out())
                .isEqualTo(String.format(failed, 2));
        assertThat(run("acquire", "a", "--nope", "--output=env").run().ends(2).out())
                .isEqualTo(String.format(failed, 2));
        assertThat(claimctl("acquire", "a", "--ttl", "1m", "-oenv")
                        .run()
                        .ends(78)
                        .out())
                .isEqualTo(String.format(failed, 78));
        assertThat(shell("CLAIMCTL_TOKEN=old; set -e; eval \"$1\"; echo went on", held))
                .isEqualTo("3:");
        assertThat(shell("CLAIMCTL_TOKEN=old; eval \"$1\"; echo \"token=$CLAIMCTL_TOKEN\"", held))
                .isEqualTo("0:token=\n");
        String acquired = run("acquire", "it's \"new\" $HOME", "--ttl", "1m", "-o", "env")
                .run()
                .ends(0)
                .out();
        assertThat(shell("set -e; eval \"$1\"; printf %s \"$CLAIMCTL_ID\"", acquired))
                .isEqualTo("0:it's \"new\" $HOME");
    }

    private static String shell(String script, String argument) throws Exception {
        Process sh = new ProcessBuilder("sh", "-c", script, "sh", argument)
                .redirectErrorStream(true)
                .start();
        String out = new String(sh.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        return sh.waitFor() + ":" + out;
    }

    @Test
    void an_acquire_whose_result_cannot_be_written_releases_the_claim() {
        run("acquire", "new", "--ttl", "1m")
                .reader(failing("No space left on device"))
                .run()
                .says("released again");
        assertThat(stored("new")).containsEntry("status", "released");
        assertThat(stored("new").getString("reset_by")).startsWith("release:");
    }

    @Test
    void what_became_of_a_claim_that_could_not_be_given_back_is_said_as_it_is() {
        Document lapsed = claim("undelivered", "processing", token(9), Duration.ofMinutes(-1), Duration.ofHours(1));
        claims.insertOne(lapsed.append("payload", new byte[] {1}));
        RecordedRun kept = run("acquire", "undelivered", "--ttl", "1m")
                .reader(failing("No space left on device"))
                .run();
        Document standing = stored("undelivered");
        assertThat(standing).containsEntry("status", "processing").containsKeys("payload", "kept_at");
        Instant until = standing.getDate("expires_at").toInstant();
        assertThat(until).isAfterOrEqualTo(NOW.plus(Duration.ofMinutes(10)));
        kept.says("is kept for recovery with the payload", "until " + Times.utc(until));

        run("acquire", "new", "--ttl", "1m")
                .reader(new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        claims.deleteOne(new Document("_id", "new"));
                        throw new IOException("No space left on device");
                    }
                })
                .run()
                .says("is no longer held under the token");
    }

    private static OutputStream failing(String why) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(why);
            }
        };
    }

    @Test
    void a_reader_that_closes_the_pipe_ends_a_list_quietly() {
        run("claims", "list")
                .reader(failing("Broken pipe"))
                .run()
                .ends(ExitCode.signal(13))
                .saysNothing();
    }

    @Test
    void a_change_whose_outcome_cannot_be_written_is_still_told() {
        String full = "No space left on device";
        run("complete", "live", "--token", TOKEN)
                .reader(failing(full))
                .run()
                .ends(1)
                .says("claim live is completed");
        run("stale", "reset")
                .reader(failing(full))
                .run()
                .ends(1)
                .says("cut short", "1 claims were reset by it", "sweep-");
        run("stale", "reset", "-o", "yaml").reader(failing("Broken pipe")).run().ends(ExitCode.signal(13));
        assertThat(stored("lapsed")).containsEntry("status", "released");
    }

    @Test
    void every_format_ends_quietly_when_its_reader_goes() {
        for (Format format : Format.general()) {
            run("claims", "list", "-o", format.toString())
                    .reader(failing("Broken pipe"))
                    .run()
                    .ends(ExitCode.signal(13))
                    .saysNothing();
        }
    }

    @Test
    void a_list_that_the_limit_cut_says_so_also_where_it_has_no_pages() {
        run("claims", "list", "--sort", "id", "--limit", "2")
                .run()
                .ends(ExitCode.DONE)
                .says("more than --limit");
        run("stale", "list", "--limit", "1").run().ends(ExitCode.DONE).says("more than --limit");
        run("stale", "list", "--limit", "9").run().ends(ExitCode.DONE).saysNothing();
    }

    @Test
    void inspect_says_of_a_malformed_claim_what_acquire_then_does() {
        claims.insertOne(claim("torn", "processing", token(7), Duration.ofMinutes(-1), Duration.ofMinutes(9))
                .append("fence", "5"));
        claims.insertOne(claim("array", "completed", token(7), Duration.ofMinutes(-1), Duration.ofMinutes(9))
                .append("expires_at", List.of(Date.from(NOW.minusSeconds(60)), Date.from(NOW.plusSeconds(60)))));
        run("inspect", "torn").run().shows("acquires it");
        run("acquire", "torn", "--ttl", "1m").run().ends(ExitCode.DONE);
        for (String id : List.of("broken", "array")) {
            run("inspect", id).run().shows("is refused, since it is malformed");
            run("acquire", id, "--ttl", "1m").run().ends(ExitCode.REFUSED);
        }
    }

    @Test
    void the_names_of_a_sweep_are_those_that_it_reset() {
        assertThat(run("stale", "reset", "-o", "name").run().out()).isEqualTo("lapsed\n");
    }

    @Test
    void a_question_names_what_is_still_held_and_what_is_lost() {
        run("stale", "reset", "--lease", "any", "--older-than", "2m", "--payloads", "include", "--delete")
                .terminals("io")
                .input("n\n")
                .run()
                .ends(ExitCode.REFUSED)
                .shows("Reset 3 stale claims (the oldest untouched for 35m, 1 still held, 1 with a message that will be"
                        + " lost), and delete them,");
        run("reset", "message")
                .terminals("ioe")
                .input("y\n")
                .run()
                .ends(ExitCode.REFUSED)
                .says("payload");
    }

    @Test
    void an_instant_that_no_document_holds_is_refused() {
        run("claims", "list", "--created-from", "+999999999-01-01T00:00:00Z")
                .run()
                .ends(ExitCode.USAGE)
                .says("0001 to 9999");
    }

    @Test
    void a_sweep_resets_what_is_free_and_names_what_it_left_and_how_to_free_that() {
        run("stale", "reset", "--reason", "cron")
                .run()
                .ends(ExitCode.DONE)
                .shows("lapsed", "reset")
                .says("reset 1 claim", "1 live lease", "--lease any --older-than 2m", "1 claim with a payload");
        assertThat(stored("lapsed")).containsEntry("status", "released").containsEntry("reset_reason", "cron");
        assertThat(stored("stale")).containsEntry("status", "processing");
        assertThat(stored("message")).containsEntry("status", "processing");
    }

    @Test
    void a_sweep_with_nothing_to_report_prints_nothing_to_cron_and_a_document_to_programs() {
        claims.deleteMany(new Document("_id", new Document("$in", List.of("lapsed", "message"))));
        run("stale", "reset").run().ends(ExitCode.DONE).showsNothing().saysNothing();
        run("stale", "reset").terminals("e").run().says("reset nothing", "1 live lease");
        run("stale", "reset", "-o", "json", "-q")
                .run()
                .shows("\"live_left\": 1")
                .saysNothing();
    }

    @Test
    void a_malformed_stale_document_is_counted_for_people_and_does_not_make_cron_mail_every_time() {
        claims.deleteMany(new Document("_id", new Document("$in", List.of("lapsed", "message", "stale"))));
        claims.updateOne(
                new Document("_id", "broken"),
                new Document("$set", new Document("updated_at", Date.from(NOW.minusSeconds(600)))));
        run("stale", "reset").run().ends(ExitCode.DONE).showsNothing().saysNothing();
        run("stale", "reset").terminals("e").run().says("1 malformed document");
    }

    @Test
    void what_destroys_needs_a_yes_where_nobody_can_be_asked() {
        String[][] grave = {
            {"--lease", "any", "--older-than", "2m"}, {"--payloads", "include"}, {"--delete"}, {"--no-fenced"}
        };
        for (String[] options : grave) {
            String[] words = Stream.concat(Stream.of("stale", "reset"), Stream.of(options))
                    .toArray(String[]::new);
            run(words).run().ends(ExitCode.REFUSED).says("--yes").showsNothing();
            String[] dry =
                    Stream.concat(Stream.of(words), Stream.of("--dry-run")).toArray(String[]::new);
            run(dry).run().ends(ExitCode.DONE);
        }
        assertThat(server.received()).doesNotContain("update", "delete", "findAndModify");
    }

    @Test
    void live_leases_are_freed_only_with_an_explicit_age() {
        run("stale", "reset", "--lease", "any", "--yes")
                .run()
                .ends(ExitCode.USAGE)
                .says("--older-than");
        run("stale", "reset", "--lease", "any", "--older-than", "2m", "--yes")
                .run()
                .ends(ExitCode.DONE);
        assertThat(stored("stale")).containsEntry("status", "released");
    }

    @Test
    void fenced_may_be_said_and_unfenced_says_what_it_does() {
        run("stale", "reset", "--fenced", "--dry-run").run().ends(ExitCode.DONE).shows("would-reset");
        run("stale", "reset", "--no-fenced", "--yes").run().ends(ExitCode.DONE).says("unfenced", "destroyed");
        assertThat(stored("lapsed")).isNull();
    }

    @Test
    void on_a_terminal_a_sweep_asks_once_and_a_no_changes_nothing() {
        run("stale", "reset")
                .terminals("ioe")
                .input("n\n")
                .run()
                .ends(ExitCode.REFUSED)
                .says("Reset 1 stale claim (the oldest untouched for 35m, no live leases, no payloads) in"
                        + " shop._message_state?");
        assertThat(stored("lapsed")).containsEntry("status", "processing");
        run("stale", "reset").terminals("ioe").input("y\n").run().ends(ExitCode.DONE);
        assertThat(stored("lapsed")).containsEntry("status", "released");
        run("stale", "reset")
                .terminals("ioe")
                .input("")
                .run()
                .ends(ExitCode.DONE)
                .says("reset nothing");
    }

    @Test
    void a_sweep_whose_outcome_is_unclear_ends_as_partial() {
        server.answerNext(
                "update",
                org.bson.BsonDocument.parse(
                        "{ok: 1.0, n: 1, nModified: 1, writeConcernError:" + " {code: 91, errmsg: 'shutting down'}}"),
                false);
        run("stale", "reset").run().ends(ExitCode.PARTIAL).shows("unclear");
    }

    @Test
    void one_claim_is_reset_by_what_was_seen_of_it_and_by_nothing_else() {
        String seen = seen("live");
        run("reset", "live").run().ends(ExitCode.REFUSED).says("--seen", "--token");
        claims.updateOne(new Document("_id", "live"), new Document("$set", new Document("worker_id", token(9))));
        run("reset", "live", "--seen", seen)
                .run()
                .ends(ExitCode.LOST)
                .says(token(9))
                .showsNothing();
        run("reset", "live", "--token", TOKEN).run().ends(ExitCode.LOST);
        run("reset", "live", "--seen", seen("live"), "--reason", "why")
                .run()
                .ends(ExitCode.DONE)
                .shows("reset");
        assertThat(stored("live")).containsEntry("status", "released").containsEntry("reset_reason", "why");
        run("reset", "none", "--seen", seen).run().ends(ExitCode.NOT_FOUND);
        run("reset", "broken", "--token", token(6)).run().ends(ExitCode.REFUSED).says("malformed");
    }

    @Test
    void on_a_terminal_a_reset_shows_the_claim_and_resets_exactly_what_it_showed() {
        run("reset", "live")
                .terminals("ioe")
                .input("n\n")
                .run()
                .ends(ExitCode.REFUSED)
                .says(TOKEN, "Reset this claim?");
        assertThat(stored("live")).containsEntry("status", "processing");
        run("reset", "live").terminals("ioe").input("y\n").run().ends(ExitCode.DONE);
        assertThat(stored("live")).containsEntry("status", "released");
    }

    @Test
    void a_message_is_kept_for_recovery_unless_payloads_are_included_with_a_yes() {
        String seen = seen("message");
        run("reset", "message", "--seen", seen).run().ends(ExitCode.REFUSED).says("payload");
        run("reset", "message", "--seen", seen, "--payloads", "include")
                .run()
                .ends(ExitCode.REFUSED)
                .says("--yes");
        run("reset", "message", "--seen", seen, "--payloads", "include", "--delete", "--yes")
                .run()
                .ends(ExitCode.DONE);
        assertThat(stored("message")).isNull();
    }

    @Test
    void an_unknown_outcome_says_what_settles_it() {
        for (int i = 0; i < 200; i++) {
            server.cutNext("findAndModify", ScriptedServer.Fault.CUT_BEFORE);
        }
        run("acquire", "new", "--ttl", "1m", "--timeout", "700ms", "-o", "json")
                .run()
                .ends(ExitCode.UNKNOWN)
                .shows("\"outcome\": \"unknown\"", "\"token\"")
                .says("claimctl renew new --token", "claimctl release new --token");
        run("complete", "gone", "--token", TOKEN, "--memory", "7d", "--record-missing", "--timeout", "700ms")
                .run()
                .ends(ExitCode.UNKNOWN)
                .says("claimctl complete gone --token " + TOKEN + " --memory 7d --record-missing --timeout 700ms");
    }
}
