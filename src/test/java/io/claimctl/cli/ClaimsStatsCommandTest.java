package io.claimctl.cli;

import static io.claimctl.cli.RecordedRun.claimctl;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.ScriptedServer;
import io.claimctl.testing.Servers.TestServer;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@OnEveryServer
class ClaimsStatsCommandTest {
    private final FilledCollection c;

    ClaimsStatsCommandTest(TestServer server) {
        c = new FilledCollection(server);
    }

    @AfterEach
    void close() {
        c.close();
    }

    private static String[] words(String command, String options) {
        List<String> words = new ArrayList<>(List.of("claims", command));
        words.addAll(List.of(options.split(" ")));
        words.removeIf(String::isEmpty);
        return words.toArray(String[]::new);
    }

    private RecordedRun stats(String options) {
        return c.run(words("stats", options)).run().ends(ExitCode.DONE);
    }

    private JsonNode json(String options) {
        return JsonMapper.shared().readTree(stats(options + " -o json").out());
    }

    @Test
    void people_get_sections_of_bars() {
        RecordedRun run = stats("").saysNothing();
        assertThat(run.out().lines())
                .contains("STATUS", "AGE  since the last transition", "INSTANCES", "WORKERS", "EVENTS")
                .anyMatch(line -> line.matches("processing +5 +83% +█+"))
                .anyMatch(line -> line.matches(" {2}live +3 +50% +█+▏?.*"))
                .anyMatch(line -> line.matches(" {2}expired +2 +33% +█+.*"))
                .anyMatch(line -> line.matches("order\\.created +1 +17% +█+.*"));
    }

    @Test
    void programs_get_the_same_numbers() {
        JsonNode json = json("");
        assertThat(json.get("total").asInt()).isEqualTo(6);
        assertThat(json.at("/leases/live").asInt()).isEqualTo(3);
        assertThat(json.at("/leases/expired").asInt()).isEqualTo(2);
        assertThat(json.at("/leases/none").asInt()).isEqualTo(1);
        assertThat(json.get("payloads").asInt()).isEqualTo(1);
        assertThat(json.at("/events/0/name").asString()).isEqualTo("order.created");
        assertThat(json.get("without_event").asInt()).isEqualTo(5);
        assertThat(json.get("instances").size()).isEqualTo(6);
        assertThat(json.has("sampled")).isFalse();
        assertThat(sum(json.get("ages"))).isEqualTo(6);
        assertThat(sum(json.get("lease_ends"))).isEqualTo(5);
    }

    private static int sum(JsonNode bands) {
        return bands.valueStream().mapToInt(band -> band.get("count").asInt()).sum();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--status processing",
                "--status nope,completed",
                "--older-than 5m",
                "--payload with",
                "--id-prefix l",
                "--instance pod-1",
                "--event-name order.created"
            })
    void statuses_are_those_that_a_count_with_the_same_options_has(String options) {
        JsonNode count = JsonMapper.shared()
                .readTree(c.run(words("count", options + " -o json")).run().out());
        assertThat(json(options).get("statuses")).isEqualTo(count.get("counts"));
        assertThat(json(options).get("total")).isEqualTo(count.get("total"));
    }

    @Test
    void an_empty_collection_is_zeros_and_said_to_be_empty() {
        c.claims.deleteMany(new Document());
        stats("").shows("processing", "total").says("no claims found in " + c.name());
        assertThat(json("").get("workers").isArray()).isTrue();
        assertThat(json("").get("total").asInt()).isZero();
        stats("-q").saysNothing();
    }

    @Test
    void so_many_names_are_shown_as_are_asked_for() {
        JsonNode json = json("--top 2");
        assertThat(json.get("workers").size()).isEqualTo(2);
        assertThat(json.get("other_workers").asInt()).isEqualTo(4);
        assertThat(json("--top 1000").get("workers").size()).isEqualTo(6);
        for (String wrong : List.of("--top 1001", "--top 0", "--top x", "--sample 0", "--sample -1")) {
            claimctl(words("stats", wrong)).run().ends(ExitCode.USAGE).says(wrong.split(" ")[0]);
        }
    }

    @Test
    void a_sample_that_is_a_part_says_so_everywhere() {
        stats("--sample 2").shows("An estimate from 2 of about 6 claims").saysNothing();
        JsonNode json = json("--sample 2");
        assertThat(json.get("sampled").asInt()).isEqualTo(2);
        assertThat(json.get("of_about").asInt()).isEqualTo(6);
        assertThat(json.get("total").asInt()).isEqualTo(2);
        assertThat(json.get("estimated_total").asInt()).isEqualTo(6);
        stats("--sample 2 -o csv").shows("sampled,,2,", "of_about,,6,", "estimated_total,,6,");
    }

    @Test
    void a_sample_that_would_be_all_is_exact_and_says_so() {
        RecordedRun run = stats("--sample 6").says("no more than 6 claims", "exact");
        assertThat(run.out()).isEqualTo(stats("").out());
        assertThat(json("--sample 6").has("sampled")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 80, 200})
    void lines_fit_the_terminal(int width) {
        RecordedRun run = c.run("claims", "stats").terminals("o").width(width).run();
        assertThat(run.out().replaceAll("\u001b\\[[0-9;]*m", "").lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width));
        assertThat(run.out()).contains("█", "\u001b[32m");
        RecordedRun ascii = c.run("claims", "stats")
                .terminals("o")
                .width(width)
                .with("LC_ALL", "C")
                .run();
        assertThat(ascii.out()).contains("##").doesNotContain("█", "…");
    }

    @ParameterizedTest
    @CsvSource({"'', --sample 100000", "--sample 1, a smaller --sample"})
    void where_the_time_runs_out_the_way_out_is_said(String options, String out) {
        try (ScriptedServer scripted = new ScriptedServer()) {
            c.runOn(scripted.uri(), "acquire", "a", "--ttl", "1m").run().ends(ExitCode.DONE);
            c.runOn(scripted.uri(), "acquire", "b", "--ttl", "1m").run().ends(ExitCode.DONE);
            scripted.answerNext(
                    "aggregate",
                    BsonDocument.parse("{ok: 0.0, code: 50, errmsg: 'operation exceeded time limit'}"),
                    false);
            c.runOn(scripted.uri(), words("stats", options + " --timeout 9s"))
                    .run()
                    .ends(ExitCode.TRY_LATER)
                    .showsNothing()
                    .says("--timeout 9s", "allow a longer --timeout, or use " + out);
            assertThat(scripted.received().stream().filter("aggregate"::equals)).hasSize(1);
        }
    }

    @Test
    void another_failure_has_no_such_way_out() {
        c.runOn("mongodb://127.0.0.1:1", "claims", "stats", "--timeout", "200ms")
                .run()
                .ends(ExitCode.UNREACHABLE)
                .neverPrints("--sample");
    }
}
