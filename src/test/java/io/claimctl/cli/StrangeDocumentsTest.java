package io.claimctl.cli;

import static io.claimctl.cli.RecordedRun.claimctl;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.claimctl.testing.ScriptedServer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Documents that no worker should have written, and names that nobody should have chosen, through every command. */
class StrangeDocumentsTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.500Z");
    private static final String TOKEN = "pod-1:0123456789abcdef01234567";
    private static final String SEEN = "c1.dGhpcyBpcyBhIHNlZW4gMQ";

    private final ScriptedServer server = new ScriptedServer(Clock.fixed(NOW, ZoneOffset.UTC));
    private final MongoClient client = MongoClients.create(server.uri());
    private final MongoCollection<Document> claims = client.getDatabase("shop").getCollection("_message_state");

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private RecordedRun.Setup run(String... words) {
        return claimctl(words).on(server.uri() + "/shop");
    }

    private static Document claim(Object id, Duration left) {
        return new Document("_id", id)
                .append("status", "processing")
                .append("worker_id", TOKEN)
                .append("expires_at", Date.from(NOW.plus(left)))
                .append("created_at", Date.from(NOW.minusSeconds(3600)))
                .append("updated_at", Date.from(NOW.minusSeconds(3600)));
    }

    private Document stored(Object id) {
        return claims.find(new Document("_id", id)).first();
    }

    /** A wrong type, or range, in each known field; and whether the claim is still found stale. */
    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of("expires_at", "soon", true),
                Arguments.of("expires_at", 1767323045500L, true),
                Arguments.of("updated_at", "noon", false),
                Arguments.of("updated_at", 7, false),
                Arguments.of("created_at", "yesterday", true),
                Arguments.of("status", 7, false),
                Arguments.of("worker_id", new ObjectId(), true),
                Arguments.of("worker_id", 7, true),
                Arguments.of("event_name", 7, true),
                Arguments.of("metadata", "text", true),
                Arguments.of("metadata", new Document("k", 1), true),
                Arguments.of("payload", 7, true),
                Arguments.of("fence", 1.5, true),
                Arguments.of("fence", 1L << 53, true),
                Arguments.of("fence_worker", 7, true),
                Arguments.of("reset_by", 7, true),
                Arguments.of("reset_at", "then", true),
                Arguments.of("kept_at", "then", true));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("wrong")
    void a_wrong_type_is_shown_with_the_reason_and_refused_by_every_mutation(
            String field, Object value, boolean stale) {
        claims.insertMany(
                List.of(claim("a", Duration.ofMinutes(5)).append(field, value), claim("ok", Duration.ofHours(1))));
        Document before = stored("a");

        run("claims", "list").width(200).run().ends(ExitCode.DONE).shows("malformed", field, "ok");
        run("claims", "list", "-o", "json").run().ends(ExitCode.DONE).shows("\"malformed\"", field, "\"ok\"");
        run("inspect", "a").run().ends(ExitCode.DONE).shows("malformed", field);
        run("inspect", "a", "--raw").run().ends(ExitCode.DONE).shows(field);
        String listed =
                run("stale", "list", "-o", "name").run().ends(ExitCode.DONE).out();
        assertThat(listed.contains("a\n")).isEqualTo(stale);

        run("acquire", "a", "--ttl", "1m")
                .run()
                .ends(ExitCode.REFUSED)
                .says("malformed", field)
                .showsNothing();
        run("complete", "a", "--token", "another").run().ends(ExitCode.REFUSED).says("malformed", field);
        run("reset", "a", "--token", TOKEN).run().ends(ExitCode.REFUSED).says("malformed", field);
        run("reset", "a", "--seen", SEEN).run().ends(ExitCode.REFUSED).says("malformed", field);
        run("reset", "a")
                .terminals("ioe")
                .input("y\n")
                .run()
                .ends(ExitCode.REFUSED)
                .says("malformed", field);
        run("stale", "reset", "--lease", "any", "--older-than", "2m", "--yes", "--payloads", "include")
                .run()
                .ends(ExitCode.DONE);
        assertThat(stored("a")).isEqualTo(before);
        assertThat(stored("ok")).containsEntry("status", "released");
    }

    @Test
    void documents_without_times_or_with_a_foreign_id_are_listed_and_the_list_goes_on() {
        ObjectId oid = new ObjectId();
        Document undated = claim("undated", Duration.ofMinutes(5));
        undated.remove("updated_at");
        claims.insertMany(List.of(
                claim(oid, Duration.ofMinutes(5)), undated, new Document("_id", "bare"), claim("ok", Duration.ZERO)));
        run("claims", "list", "-o", "name").run().ends(ExitCode.DONE).shows(oid.toHexString(), "undated", "bare", "ok");
        run("claims", "list").width(200).run().ends(ExitCode.DONE).shows("_id is an ObjectId");
        run("inspect", oid.toHexString()).run().ends(ExitCode.NOT_FOUND);
        run("inspect", "bare", "undated").run().ends(ExitCode.DONE);
        run("acquire", "bare", "--ttl", "1m").run().ends(ExitCode.DONE);
        run("acquire", "undated", "--ttl", "1m").run().ends(ExitCode.HELD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"released", "processing"})
    void a_free_malformed_claim_may_be_acquired_which_mends_it_as_inspect_says(String status) {
        claims.insertOne(claim("a", Duration.ofMinutes(-5))
                .append("status", status)
                .append("worker_id", 7)
                .append("updated_at", "noon"));
        run("inspect", "a").width(200).run().ends(ExitCode.DONE).shows("acquires it, since it is free");
        run("acquire", "a", "--ttl", "1m").run().ends(ExitCode.DONE);
        assertThat(run("inspect", "a").run().ends(ExitCode.DONE).out()).doesNotContain("malformed");
    }

    @Test
    void a_free_claim_whose_fence_cannot_rise_is_refused_as_inspect_says() {
        claims.insertOne(claim("a", Duration.ofMinutes(-5)).append("fence", 1L << 53));
        run("inspect", "a").width(200).run().ends(ExitCode.DONE).shows("is refused, since it is malformed");
        run("acquire", "a", "--ttl", "1m").run().ends(ExitCode.REFUSED).says("fence");
    }

    private static final List<String> NAMES = List.of(
            "\u001b[2J\u001b[31mred",
            "two\nlines\r\nand\ttabs",
            "right\u202eto\u2066left\u200f",
            "nul\u0000and\u0007bell\u009b1m",
            "'; rm -rf ~ #$(id)`id`",
            "-o",
            "é\u0301\u00a0\u2028 \ud83d\ude00",
            "x".repeat(10_000));

    static Stream<String> names() {
        return NAMES.stream();
    }

    @Test
    void strange_names_leave_a_table_a_table_and_a_terminal_alone() {
        for (String name : NAMES) {
            claims.insertOne(
                    claim(name, Duration.ofMinutes(5)).append("worker_id", name + ":0123456789abcdef01234567"));
        }
        for (String[] words :
                new String[][] {{"claims", "list"}, {"stale", "list"}, {"claims", "list", "-o", "wide"}}) {
            RecordedRun run =
                    run(words).terminals("oe").with("NO_COLOR", "1").run().ends(ExitCode.DONE);
            assertThat(run.out().lines()).hasSize(NAMES.size() + 1);
            assertThat(run.out() + run.err())
                    .doesNotContainPattern("[\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f\u202a-\u202e\u2066-\u2069\u200f\u2028]");
        }
        assertThat(run("claims", "list")
                        .terminals("oe")
                        .width(80)
                        .with("NO_COLOR", "1")
                        .run()
                        .out()
                        .lines())
                .allSatisfy(line ->
                        assertThat(line.codePointCount(0, line.length())).isLessThanOrEqualTo(80));
    }

    @Test
    void json_carries_the_exact_characters_of_strange_names() {
        for (String name : NAMES) {
            claims.insertOne(claim(name, Duration.ofMinutes(5)).append("worker_id", name));
        }
        List<String> ids = new ArrayList<>();
        run("claims", "list", "-o", "ndjson")
                .run()
                .ends(ExitCode.DONE)
                .out()
                .lines()
                .forEach(line -> {
                    JsonNode row = JsonMapper.shared().readTree(line);
                    assertThat(row.get("worker_id").asString())
                            .isEqualTo(row.get("id").asString());
                    ids.add(row.get("id").asString());
                });
        assertThat(ids).containsExactlyInAnyOrderElementsOf(NAMES);
    }

    @ParameterizedTest
    @MethodSource("names")
    void a_strange_name_goes_through_every_command_and_nothing_of_it_reaches_the_terminal(String name) {
        String token = JsonMapper.shared()
                .readTree(run("acquire", "--ttl", "1m", "-o", "json", "--", name)
                        .run()
                        .ends(ExitCode.DONE)
                        .out())
                .get("token")
                .asString();
        String[][] lines = {
            {"acquire", "--ttl", "1m", "--", name},
            {"inspect", "--", name},
            {"complete", "--token", "another", "--", name},
            {"complete", "--token", token, "--", name},
            {"complete", "--token", token, "--", name},
            {"acquire", "--ttl", "1m", "--", name},
            {"reset", "--token", token, "--", name},
            {"reset", "--seen", SEEN, "--", name},
        };
        int[] exits = {3, 0, 4, 0, 0, 8, 4, 4};
        for (int i = 0; i < lines.length; i++) {
            RecordedRun run =
                    run(lines[i]).terminals("oe").with("NO_COLOR", "1").run().ends(exits[i]);
            assertThat(run.out() + run.err())
                    .doesNotContainPattern("[\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f\u202a-\u202e\u2066-\u2069\u200f\u2028]");
        }
        assertThat(stored(name)).containsEntry("status", "completed");
    }
}
