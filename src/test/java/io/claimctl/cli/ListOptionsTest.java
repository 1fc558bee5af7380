package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.claimctl.testing.Golden;
import io.claimctl.testing.ScriptedServer;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Which columns, headings and times a list shows, and ids for other programs. */
class ListOptionsTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.500Z");
    private static final String TOKEN = "pod-1:0123456789abcdef01234567";

    private final ScriptedServer server = new ScriptedServer(Clock.fixed(NOW, ZoneOffset.UTC));
    private final MongoClient client = MongoClients.create(server.uri());
    private final MongoCollection<Document> claims = client.getDatabase("shop").getCollection("_message_state");

    @BeforeEach
    void fill() {
        claims.insertMany(List.of(
                claim("live", "processing", Duration.ofMinutes(5).minusMillis(500), Duration.ofMinutes(1)),
                claim("lapsed", "processing", Duration.ofMinutes(-5), Duration.ofMinutes(35)),
                claim("done", "completed", Duration.ofHours(23), Duration.ofHours(1))
                        .append("metadata", new Document("region", "eu").append("a", "1")),
                claim("broken", "processing", Duration.ofMinutes(-1), Duration.ofMinutes(1))
                        .append("expires_at", "soon")));
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private static Document claim(Object id, String status, Duration left, Duration age) {
        return new Document("_id", id)
                .append("status", status)
                .append("worker_id", TOKEN)
                .append("expires_at", Date.from(NOW.plus(left)))
                .append("created_at", Date.from(NOW.minus(age)))
                .append("updated_at", Date.from(NOW.minus(age)));
    }

    private RecordedRun.Setup run(String... words) {
        return RecordedRun.claimctl(words).on(server.uri() + "/shop");
    }

    private String out(String line) {
        return run(line.split(" ")).run().ends(ExitCode.DONE).out();
    }

    @Test
    void columns_are_those_that_were_named_in_their_order() {
        assertThat(out("claims list --columns id,age_ms,status -o csv").lines().findFirst())
                .hasValue("id,age_ms,status");
        assertThat(out("claims list --columns age_ms,id").lines().findFirst().orElse(""))
                .matches("AGE +ID");
        assertThat(out("claims list --columns status,id -o ndjson"))
                .startsWith("{\"status\":\"completed\",\"id\":\"done\"}\n");
        JsonNode json = new JsonMapper().readTree(out("claims list --columns lease -o json"));
        assertThat(json.get("claims").get(0).propertyNames()).containsExactly("lease");
        assertThat(json.has("server_time")).isTrue();
        assertThat(out("claims list --columns event_name -o yaml")).doesNotContain("status");
    }

    @Test
    void a_heading_names_a_column_as_well_whatever_its_case() {
        assertThat(out("claims list --columns WORKER,fence-valid,Reason -o csv"))
                .startsWith("worker_id,fence_valid,reset_reason\r\n");
    }

    @Test
    void every_column_of_every_list_can_be_shown_in_every_format() {
        for (String list :
                List.of("claims list", "stale list", "stale reset --dry-run", "claims count", "collection indexes")) {
            String help = run((list + " --help").split(" ")).width(400).run().out();
            String names = help.replaceAll("(?s).*every format but\\s+name: ([a-z_, \\s]+);.*", "$1")
                    .replaceAll("\\s", "");
            assertThat(names.split(",")).hasSizeGreaterThan(2);
            for (String name : names.split(",")) {
                for (String format : List.of("table", "wide", "csv", "json", "ndjson", "yaml")) {
                    run((list + " --columns " + name + " -o " + format).split(" "))
                            .run()
                            .neverPrints("Invalid");
                }
            }
            assertThat(run((list + " -o csv --columns " + names).split(" "))
                            .run()
                            .out())
                    .startsWith(names + "\r\n");
        }
    }

    @Test
    void columns_that_were_named_are_shown_however_narrow_the_terminal_is() {
        String chosen = run("claims", "list", "--columns", "id,status,expires_at,updated_at,created_at", "--utc")
                .terminals("o")
                .width(20)
                .run()
                .out();
        assertThat(chosen).contains("EXPIRES", "UPDATED", "CREATED", "2026-01-02T03:09:05.000Z");
        String usual = run("claims", "list").terminals("o").width(8).run().out();
        assertThat(usual).contains("STATUS").doesNotContain("LEASE");
    }

    /** Whether what notices it is the stream, a buffer or the generator of a format. */
    @ParameterizedTest
    @ValueSource(strings = {"table", "wide", "json", "ndjson", "yaml", "csv", "name"})
    void a_reader_that_goes_away_ends_a_list_quietly_wherever_it_is_noticed(String format) {
        for (int i = 0; i < 300; i++) {
            claims.insertOne(claim("order-" + i, "processing", Duration.ofHours(1), Duration.ofHours(1)));
        }
        for (int taken : new int[] {0, 1, 100, 1_000, 8_192, 20_000}) {
            run("claims", "list", "-o", format)
                    .reader(goingAwayAfter(format.equals("name") ? taken / 10 : taken))
                    .run()
                    .ends(141)
                    .saysNothing();
        }
    }

    private static OutputStream goingAwayAfter(int bytes) {
        return new OutputStream() {
            private int taken;

            @Override
            public void write(int b) throws IOException {
                if (taken++ >= bytes) {
                    throw new IOException("Broken pipe");
                }
            }
        };
    }

    @Test
    void a_malformed_document_says_so_in_columns_of_ones_own() {
        assertThat(out("claims list --columns id,status,malformed,worker"))
                .containsPattern("broken +malformed +expires_at is a string, not a date +" + TOKEN);
    }

    @Test
    void metadata_is_one_cell_whose_keys_are_sorted() {
        assertThat(out("claims list --columns id,metadata")).contains("{\"a\":\"1\",\"region\":\"eu\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "claims list --columns nope                  | 'nope' is no column of this list: use one of id, status",
                "claims list --columns stauts                | did you mean status?",
                "claims list --columns id,id                 | column id is named twice",
                "claims list --columns fingerprint           | 'fingerprint' is no column of this list",
                "claims list --columns id -o name            | --columns goes with every format but name",
                "claims list --columns id -0                 | --columns goes with every format but name",
                "claims list -0 -o json                      | -0 writes names, and -o json does not",
                "stale reset --columns nope                  | 'nope' is no column",
                "recover --columns id -o name --to-dir target | --columns goes with every format but name",
            })
    void what_does_not_go_together_is_refused_before_anything_is_sent(String line, String sentence) {
        server.forgetReceived();
        run(line.split(" ")).run().ends(ExitCode.USAGE).showsNothing().says(sentence);
        assertThat(server.received()).isEmpty();
    }

    @Test
    void headings_are_left_out_where_they_are_not_wanted() {
        assertThat(out("claims list --no-headers").lines()).hasSize(4).noneMatch(line -> line.startsWith("ID"));
        assertThat(out("claims list --no-headers -o wide").lines()).hasSize(4);
        assertThat(out("claims list --no-headers -o csv").lines()).hasSize(4);
        assertThat(out("claims count --no-headers").lines()).noneMatch(line -> line.startsWith("STATUS"));
        assertThat(out("claims list --no-headers -o json")).isEqualTo(out("claims list -o json"));
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 80, 132})
    void times_are_instants_where_they_are_asked_for(int width) {
        for (String format : List.of("table", "wide")) {
            String shown = run("claims", "list", "--utc", "-o", format)
                    .terminals("o")
                    .width(width)
                    .run()
                    .out();
            Golden.check("cli/utc." + format + "." + width, shown);
            assertThat(shown).doesNotContain(" left", " ago");
        }
        assertThat(out("claims list --absolute -o json")).isEqualTo(out("claims list -o json"));
    }

    @Test
    void an_inspected_claim_has_no_spans_of_time_where_instants_are_asked_for() {
        assertThat(out("inspect live --utc").replaceAll("(?s)  What each command.*", ""))
                .contains("processing, live", "until          2026-01-02T03:09:05.000Z\n", "now 2026-01-02T03:04:05.")
                .doesNotContain(" left", " ago");
    }

    @Test
    void a_sweep_shows_instants_and_chosen_columns_too() {
        assertThat(out("stale reset --dry-run --utc"))
                .containsPattern("lapsed +would-reset .* expired +2026-01-02T02:59:05.500Z +2026-01-02T02:29:05.500Z");
        assertThat(out("stale reset --dry-run --columns result,id,detail --no-headers"))
                .startsWith("would-reset  lapsed  -\n");
        assertThat(out("stale reset --dry-run -0")).isEqualTo("lapsed\0");
    }

    @Test
    void ids_with_nuls_behind_them_are_exact_and_safe_on_a_terminal() {
        claims.drop();
        claims.insertMany(List.of(
                claim("a\nb", "processing", Duration.ZERO, Duration.ofMinutes(3)),
                claim("c\u001b[31m", "processing", Duration.ZERO, Duration.ofMinutes(2))));
        assertThat(out("claims list -0")).isEqualTo("a\nb\0c\u001b[31m\0");
        assertThat(out("claims list -0 -o name")).isEqualTo(out("claims list --null"));
        assertThat(run("claims", "list", "-0").terminals("o").run().out()).isEqualTo("a\\nb\0c\\x1b[31m\0");
    }

    @Test
    void an_id_that_holds_a_nul_is_left_out_and_said() {
        claims.insertOne(claim("a\0b", "processing", Duration.ZERO, Duration.ofHours(2)));
        RecordedRun run = run("claims", "list", "-0").run().ends(ExitCode.PARTIAL);
        assertThat(run.out()).isEqualTo("done\0lapsed\0broken\0live\0");
        assertThat(run.err()).contains("1 id holds a NUL", "-o json shows all");
        assertThat(out("claims list -o json")).contains("a\\u0000b");
    }

    @Test
    void outcomes_can_be_ids_with_nuls_too() {
        assertThat(run("acquire", "new one", "live", "--ttl", "1m", "-0").run().out())
                .isEqualTo("new one\0");
        assertThat(out("inspect live done -0")).isEqualTo("live\0done\0");
    }

    /** The bytes of some accented letters are commands to a terminal that does not know UTF-8. */
    @ParameterizedTest
    @CsvSource({
        "C,,,true",
        ",C,,true",
        ",,de_DE,true",
        ",,,true",
        "de_DE.UTF-8,C,C,false",
        ",C.utf8,C,false",
        ",,C.UTF-8,false"
    })
    void a_terminal_without_utf8_gets_ascii_only(String all, String type, String lang, boolean ascii) {
        claims.drop();
        claims.insertOne(
                claim("\u00c0-注文-1234567890123456789012345678", "processing", Duration.ofHours(1), Duration.ZERO));
        for (String format : List.of("table", "wide", "json", "ndjson", "yaml", "csv", "name")) {
            RecordedRun run = run("claims", "list", "-o", format)
                    .with("LC_ALL", all == null ? "" : all)
                    .with("LC_CTYPE", type == null ? "" : type)
                    .with("LANG", lang == null ? "" : lang)
                    .terminals("o")
                    .run()
                    .ends(ExitCode.DONE);
            assertThat(run.out().chars().allMatch(c -> c < 0x80)).as("%s", run).isEqualTo(ascii);
        }
        JsonNode json = new JsonMapper()
                .readTree(run("claims", "list", "-o", "json")
                        .with("LANG", "C")
                        .terminals("o")
                        .run()
                        .out());
        assertThat(json.get("claims").get(0).get("id").asString()).startsWith("\u00c0-注文");
    }

    @Test
    void the_locale_is_that_of_the_caller_where_the_launcher_has_set_its_own() {
        assertThat(CallersLocale.isUtf8(java.util.Map.of("CLAIMCTL_STDIO", "", "LC_ALL", "C.UTF-8", "LANG", "C")))
                .isFalse();
        assertThat(CallersLocale.isUtf8(java.util.Map.of(
                        "CLAIMCTL_STDIO",
                        "",
                        "LC_ALL",
                        "C.UTF-8",
                        "CLAIMCTL_CALLER_LC_ALL",
                        "fr_FR.UTF-8",
                        "LANG",
                        "C")))
                .isTrue();
    }

    @Test
    void a_pipe_gets_exact_bytes_whatever_the_locale() {
        claims.insertOne(claim("é", "processing", Duration.ofHours(1), Duration.ZERO));
        for (String format : List.of("table", "name", "csv", "json")) {
            assertThat(run("claims", "list", "-o", format)
                            .with("LANG", "C")
                            .run()
                            .out())
                    .contains("é");
        }
    }

    @Test
    void a_row_whose_id_is_no_text_is_listed_among_ids_as_its_json() {
        claims.insertOne(
                claim(new ObjectId("0123456789abcdef01234567"), "processing", Duration.ZERO, Duration.ofHours(2)));
        assertThat(out("claims list -0")).contains("{\"$oid\": \"0123456789abcdef01234567\"}\0");
    }
}
