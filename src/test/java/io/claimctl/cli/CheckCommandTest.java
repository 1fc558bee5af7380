package io.claimctl.cli;

import static io.claimctl.cli.RecordedRun.claimctl;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.claimctl.testing.ScriptedServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CheckCommandTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.500Z");

    private final ScriptedServer server = new ScriptedServer(Clock.fixed(NOW, ZoneOffset.UTC));
    private final MongoClient client = MongoClients.create(server.uri());
    private final MongoCollection<Document> claims = client.getDatabase("shop").getCollection("_message_state");

    @TempDir
    private Path folder;

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private RecordedRun check(String... words) {
        String[] all = Stream.concat(Stream.of("check"), Stream.of(words)).toArray(String[]::new);
        return claimctl(all).on(server.uri() + "/shop").run();
    }

    private static Document claim(String id, Duration left, Duration age) {
        return new Document("_id", id)
                .append("status", "processing")
                .append("worker_id", "pod-1:0123456789abcdef01234567")
                .append("expires_at", Date.from(NOW.plus(left)))
                .append("updated_at", Date.from(NOW.minus(age)));
    }

    /** Three stale ones, the oldest since four minutes, one of them live; and a fresh one. */
    private void threeStale() {
        claims.insertMany(List.of(
                claim("a", Duration.ofMinutes(-1), Duration.ofMinutes(4)),
                claim("b", Duration.ofMinutes(-1), Duration.ofMinutes(3)),
                claim("c", Duration.ofMinutes(1), Duration.ofMinutes(3)),
                claim("d", Duration.ofMinutes(1), Duration.ofMinutes(1))));
    }

    @Test
    void it_is_one_line_with_state_sentence_thresholds_and_numbers() {
        threeStale();
        RecordedRun run =
                check("--warn", "10", "--crit", "100", "--oldest", "1h").ends(0).saysNothing();
        assertThat(run.out())
                .isEqualTo("CLAIMCTL OK - 3 stale claims in shop._message_state, the oldest since 4m |"
                        + " stale=3;10;100;0 oldest=240s;;3600;0 stale_live=1;;;0 processing=4;;;0 live=2;;;0"
                        + " expired=2;;;0\n");
    }

    @ParameterizedTest
    @CsvSource({
        "'', 1, '3 stale claims in shop._message_state, more than 0, the oldest since 4m |'",
        "--warn 3, 0, '3 stale claims in shop._message_state, the oldest since 4m |'",
        "--warn 2, 1, '3 stale claims in shop._message_state, more than 2, the'",
        "--crit 3, 0, '3 stale'",
        "--crit 2, 2, ', more than 2, the'",
        "--warn 1 --crit 2, 2, ', more than 2, the'",
        "--warn 2 --crit 3, 1, ', more than 2, the'",
        "--warn 2 --crit 2, 2, ', more than 2, the'",
        "--oldest 4m, 0, 'since 4m |'",
        "--oldest 239s, 2, 'since 4m, longer than 3m59s |'",
        "--oldest 1h, 0, 'since 4m |'",
        "--warn 0 --oldest 1h, 1, 'more than 0, the oldest since 4m |'",
        "--older-than 5m, 0, 'no stale claim in shop._message_state |'",
        "--older-than 3m30s, 1, '1 stale claim in'",
    })
    void the_worst_threshold_that_is_passed_decides(String options, int exit, String sentence) {
        threeStale();
        String state = List.of("OK", "WARNING", "CRITICAL").get(exit);
        RecordedRun run = check(options.isEmpty() ? new String[0] : options.split(" "))
                .ends(exit)
                .saysNothing();
        assertThat(run.out()).startsWith("CLAIMCTL " + state + " - ").contains(sentence);
        assertThat(run.out().lines()).hasSize(1);
    }

    @Test
    void without_a_stale_claim_it_is_OK_and_the_oldest_is_0() {
        claims.insertOne(claim("fresh", Duration.ofMinutes(1), Duration.ofMinutes(1)));
        check("-q").ends(0).shows("CLAIMCTL OK - no stale claim in shop._message_state | stale=0;0;;0 oldest=0s;;;0 ");
    }

    @Test
    void a_collection_that_is_not_there_is_UNKNOWN_and_one_without_claims_is_OK() {
        check().ends(3)
                .shows("CLAIMCTL UNKNOWN - there is no collection shop._message_state: correct --db or --collection");
        claims.insertOne(claim("a", Duration.ofMinutes(1), Duration.ofMinutes(1)));
        claims.deleteMany(new Document());
        check().ends(0).shows("CLAIMCTL OK - no stale claim");
    }

    @Test
    void json_has_the_same_state_numbers_and_exit_code() {
        threeStale();
        JsonNode json = JsonMapper.shared()
                .readTree(check("--crit", "2", "--oldest", "1h", "-o", "json")
                        .ends(2)
                        .saysNothing()
                        .out());
        assertThat(json.get("state").asString()).isEqualTo("critical");
        assertThat(json.get("stale").asInt()).isEqualTo(3);
        assertThat(json.get("stale_live").asInt()).isEqualTo(1);
        assertThat(json.get("oldest_age_ms").asInt()).isEqualTo(240_000);
        assertThat(json.get("thresholds").toString()).isEqualTo("{\"crit\":2,\"oldest_ms\":3600000}");
        assertThat(check("-o", "ndjson", "--crit", "2").ends(2).out().lines()).hasSize(1);
    }

    /** What an unknown state is told as, and nothing else. */
    private static void isUnknown(RecordedRun run, String sentence) {
        run.ends(3).saysNothing();
        assertThat(run.out())
                .startsWith("CLAIMCTL UNKNOWN - ")
                .contains(sentence)
                .endsWith("\n");
        assertThat(run.out().lines()).as("%s", run).hasSize(1);
        assertThat(run.out()).doesNotContain("|");
    }

    @ParameterizedTest
    @CsvSource({
        "--warn 5 --crit 4, '--warn 5 is above --crit 4'",
        "--oldest 1m, '--oldest 1m is shorter than --older-than 2m'",
        "--warn -1, 'no whole number'",
        "--warn x, 'no whole number'",
        "--crit 9999999999999999999, 'no whole number'",
        "--warn, '--warn'",
        "--warn 1 --warn 2, 'once'",
        "--older-than 0s, 'no time at all'",
        "--nonsense, 'there is no option --nonsense'",
        "too|many, 'one argument too many'",
        "-q -o xml, 'no format of this command'",
        "--uri nonsense, 'it must start with mongodb://'",
        "--uri-file /no/such/file, '/no/such/file'",
        "--uri mongodb://h/d --uri-file f, '--uri-file'",
        "-q --uri mongodb://127.0.0.1:1/d --timeout 200ms, 'cannot reach 127.0.0.1:1'",
        "-d a.b, 'a.b'",
    })
    void whatever_keeps_it_from_checking_is_UNKNOWN_and_one_line_on_standard_output(String options, String sentence) {
        isUnknown(check(options.split(" ")), sentence);
    }

    @Test
    void no_configuration_is_UNKNOWN() {
        isUnknown(claimctl("check").run(), "--uri-file");
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 18, 50, 2, 59, 166})
    void a_server_that_refuses_is_UNKNOWN_and_its_words_do_not_break_the_line(int code) {
        server.answerNext(
                "aggregate",
                new BsonDocument("ok", new org.bson.BsonInt32(0))
                        .append("code", new org.bson.BsonInt32(code))
                        .append("errmsg", new org.bson.BsonString("a|b\nc \u001b[31m é")),
                false);
        RecordedRun run = check();
        isUnknown(run, "");
        if (code != 18 && code != 50) {
            run.shows("a\\x7cb\\nc \\x1b[31m é");
        }
    }

    @Test
    void an_unknown_state_is_JSON_where_JSON_was_asked_for() {
        for (String[] words : new String[][] {
            {"-o", "json", "--warn", "x"}, {"-ojson", "--uri", "x"}, {"--output=ndjson", "--nonsense"}
        }) {
            JsonNode json = JsonMapper.shared()
                    .readTree(check(words).ends(3).saysNothing().out());
            assertThat(json.get("state").asString()).isEqualTo("unknown");
            assertThat(json.get("message").asString()).isNotEmpty();
        }
    }

    @Test
    void verbose_says_on_standard_error_where_a_failure_comes_from() {
        check("--uri", "mongodb://127.0.0.1:1/d", "--timeout", "200ms", "-vv")
                .ends(3)
                .shows("CLAIMCTL UNKNOWN - cannot reach")
                .says("\tat ");
    }

    @Test
    void no_secret_is_in_the_line() throws IOException {
        String uri = "mongodb://bob:g%21heim@127.0.0.1:1/d";
        Path file = Files.writeString(folder.resolve("uri"), uri);
        for (List<String> words : List.of(
                List.of("--uri", uri), List.of("--url", uri), List.of(uri), List.of("--uri-file", file.toString()))) {
            check(Stream.concat(words.stream(), Stream.of("--timeout", "200ms")).toArray(String[]::new))
                    .ends(3)
                    .neverPrints("g%21heim")
                    .neverPrints("g!heim");
        }
    }

    static Stream<String> collections() {
        return Stream.of("a|b", "two\nlines", "é🔒", "right\u202eleft", "back\\slash", "'quoted'", "a b");
    }

    @ParameterizedTest
    @MethodSource("collections")
    void no_name_of_a_collection_breaks_the_line(String name) {
        client.getDatabase("shop").getCollection(name).insertOne(claim("a", Duration.ZERO, Duration.ofHours(1)));
        RecordedRun run = check("-c", name).ends(1).saysNothing();
        assertThat(run.out().lines()).hasSize(1);
        assertThat(run.out().chars().filter(c -> c == '|')).hasSize(1);
        assertThat(run.out()).doesNotContain("\u202e").contains("| stale=1;0;;0 ");
    }

    @Test
    void a_standard_output_that_fails_is_UNKNOWN_too() {
        for (String reason : List.of("Broken pipe", "No space left on device")) {
            claimctl("check")
                    .on(server.uri() + "/shop")
                    .reader(new OutputStream() {
                        @Override
                        public void write(int b) throws IOException {
                            throw new IOException(reason);
                        }
                    })
                    .run()
                    .ends(3);
        }
    }

    @Test
    void its_help_is_help_and_names_the_codes_of_plugins_alone() {
        RecordedRun help = claimctl("check", "--help").run().ends(0).saysNothing();
        help.shows(
                "Exit codes (those of monitoring plugins, no others):",
                "  0   OK. ",
                "  1   WARNING. ",
                "  2   CRITICAL. ",
                "  3   UNKNOWN. ");
        assertThat(help.out()).doesNotContain("claimctl exit-codes");
    }
}
