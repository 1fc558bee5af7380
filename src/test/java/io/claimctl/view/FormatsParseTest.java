package io.claimctl.view;

import static io.claimctl.view.Samples.NOW;
import static io.claimctl.view.Samples.PIPE;
import static io.claimctl.view.Samples.draw;
import static io.claimctl.view.Samples.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.AcquireOutcome;
import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.CompleteOutcome;
import io.claimctl.claim.ResetOutcome;
import io.claimctl.claim.SweepReport;
import io.claimctl.claim.SweptClaim;
import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.testing.Rfc4180;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Every format is what it claims to be, and carries the exact text, whatever the database holds. */
class FormatsParseTest {
    private static final ObjectMapper JSON = JsonMapper.builder().build();
    private static final ObjectMapper YAML = YAMLMapper.builder().build();

    static Stream<Consumer<View>> lists() {
        return Stream.of(
                v -> draw(v.claims(), Samples.all(), "next"),
                v -> draw(v.stale("shop.claims"), Samples.all(), null),
                v -> draw(v.inspect(), Samples.all(), null),
                v -> {
                    SweepSink sink = v.sweep();
                    sink.begin(NOW, false);
                    for (ClaimRow row : Samples.all()) {
                        sink.batch(List.of(new SweptClaim(row, Result.SKIPPED, Samples.HOSTILE)));
                    }
                    sink.end(new SweepReport(
                            "s",
                            NOW,
                            NOW,
                            false,
                            Map.of(Result.SKIPPED, 17L),
                            0,
                            0,
                            0,
                            0,
                            0,
                            SweepReport.End.DONE,
                            null,
                            null));
                });
    }

    static Stream<Consumer<View>> reports() {
        List<Consumer<View>> all = new ArrayList<>();
        for (AcquireOutcome outcome : ReportTest.acquisitions()) {
            all.add(v -> v.report(v.acquired(outcome, List.of("--ttl", "5m"), NOW), 3));
        }
        for (CompleteOutcome outcome : ReportTest.completions()) {
            all.add(v -> v.report(v.completed(outcome, List.of("--memory", "1d"), NOW), 3));
        }
        for (ResetOutcome outcome : ReportTest.resets()) {
            all.add(v -> v.report(v.reset(outcome, NOW), 3));
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("lists")
    void json_and_yaml_and_json_lines_have_the_same_claims_with_their_exact_ids(Consumer<View> draw) {
        JsonNode json = JSON.readTree(written(Format.JSON, PIPE, draw));
        assertThat(json.get("claims").valueStream().map(claim -> claim.get("id").asString()))
                .containsExactlyElementsOf(ids());
        assertThat(YAML.readTree(written(Format.YAML, PIPE, draw)).toString()).isEqualTo(json.toString());
        assertThat(written(Format.NDJSON, PIPE, draw).lines()).allMatch(line -> line.startsWith("{"));
        assertThat(written(Format.NDJSON, PIPE, draw).lines().map(JSON::readTree))
                .containsExactlyElementsOf(json.get("claims"));
        assertThat(json.get("server_time").asString()).isEqualTo("2026-01-02T03:04:05.120Z");
    }

    @ParameterizedTest
    @MethodSource("lists")
    void csv_has_a_heading_and_the_same_number_of_cells_in_every_record_and_exact_texts(Consumer<View> draw) {
        List<List<String>> records = Rfc4180.parse(written(Format.CSV, PIPE, draw));
        assertThat(records).hasSize(Samples.all().size() + 1);
        assertThat(records).allMatch(record -> record.size() == records.get(0).size());
        List<String> names = records.get(0);
        JsonNode claims = JSON.readTree(written(Format.JSON, PIPE, draw)).get("claims");
        for (int i = 0; i < claims.size(); i++) {
            for (String name : claims.get(i).propertyNames()) {
                JsonNode value = claims.get(i).get(name);
                String cell = records.get(i + 1).get(names.indexOf(name));
                if (value.isContainer()) {
                    assertThat(JSON.readTree(cell)).isEqualTo(value);
                } else {
                    assertThat(cell).isEqualTo(value.asString());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("lists")
    void names_are_one_a_line(Consumer<View> draw) {
        List<String> names = written(Format.NAME, PIPE, draw).lines().toList();
        assertThat(names).hasSameSizeAs(Samples.all());
        assertThat(names).contains("order 5", Samples.LONG, "注文-一二三📦", SafeText.of(Samples.HOSTILE));
    }

    @ParameterizedTest
    @MethodSource("reports")
    void reports_are_one_object_or_one_record(Consumer<View> draw) {
        JsonNode json = JSON.readTree(written(Format.JSON, PIPE, draw));
        assertThat(json.get("outcome").asString()).matches("[a-z_]+");
        assertThat(YAML.readTree(written(Format.YAML, PIPE, draw)).toString()).isEqualTo(json.toString());
        String line = written(Format.NDJSON, PIPE, draw);
        assertThat(line.lines()).hasSize(1);
        assertThat(JSON.readTree(line)).isEqualTo(json);
        List<List<String>> csv = Rfc4180.parse(written(Format.CSV, PIPE, draw));
        assertThat(csv).hasSize(2);
        assertThat(csv.get(1))
                .hasSameSizeAs(csv.get(0))
                .contains(json.get("outcome").asString());
    }

    @ParameterizedTest
    @MethodSource({"lists", "reports"})
    void nothing_that_a_terminal_acts_on_is_ever_written_to_one(Consumer<View> draw) {
        Screen terminal = Screen.terminal(80, false, Samples.ZONE);
        for (Format format : Format.general()) {
            String text = written(format, terminal, draw);
            assertThat(text.replace("\r\n", "").replace("\n", "").codePoints())
                    .as(() -> format + ": " + text)
                    .noneMatch(SafeText::unsafe);
        }
    }

    @Test
    void raw_documents_are_json_and_safe() {
        String raw = written(Format.TABLE, PIPE, v -> draw(v.raw(), Samples.all(), null));
        assertThat(raw.lines().map(line -> JSON.readTree(line).get("_id"))).hasSameSizeAs(Samples.all());
        assertThat(raw.replace("\n", "").codePoints()).noneMatch(SafeText::unsafe);
        assertThat(JSON.readTree(raw.lines().toList().get(10)).get("_id").asString())
                .isEqualTo(Samples.HOSTILE);
    }

    @Test
    void json_is_exact_for_every_character() {
        for (int point = 0; point < 0x110000; point += point < 0x3000 || point >= 0xd700 && point < 0x10000 ? 1 : 97) {
            String id = "a" + Character.toString(point) + "0";
            List<ClaimRow> rows = List.of(Samples.claim(id, -5, 5, c -> {}));
            JsonNode json = JSON.readTree(written(Format.NDJSON, PIPE, v -> draw(v.claims(), rows, null)));
            assertThat(json.get("id").asString()).isEqualTo(id);
        }
    }

    @Test
    void yaml_is_exact_for_every_character_in_values_and_names() {
        for (int point = 0; point < 0x110000; point += point < 0x300 || point >= 0x2000 && point < 0x2070 ? 1 : 997) {
            String text = "a" + Character.toString(point) + "0";
            if (!SafeText.isEncodable(text)) {
                continue;
            }
            List<ClaimRow> rows = List.of(Samples.claim(
                    text, -5, 5, c -> c.append("metadata", new BsonDocument(text, new BsonString(text)))));
            JsonNode yaml = YAML.readTree(written(Format.YAML, PIPE, v -> draw(v.claims(), rows, null)));
            JsonNode claim = yaml.get("claims").get(0);
            assertThat(claim.get("id").asString()).isEqualTo(text);
            assertThat(claim.get("metadata").get(text).asString()).isEqualTo(text);
        }
    }

    @Test
    void metadata_is_sorted_so_that_the_same_claim_always_gives_the_same_bytes() {
        BsonDocument metadata = new BsonDocument();
        for (int i = 0; i < 40; i++) {
            metadata.append("k" + i * 7919 % 1000, new BsonString("v"));
        }
        List<ClaimRow> rows = List.of(Samples.claim("a", -5, 5, c -> c.append("metadata", metadata)));
        JsonNode claim = JSON.readTree(written(Format.NDJSON, PIPE, v -> draw(v.claims(), rows, null)));
        assertThat(List.copyOf(claim.get("metadata").propertyNames()))
                .hasSize(40)
                .isSorted();
    }

    @Test
    void half_a_character_is_written_visibly_where_no_escape_can_hold_it() {
        List<ClaimRow> rows = List.of(Samples.claim("a\ud83d0", -5, 5, c -> {}));
        for (Format format : List.of(Format.YAML, Format.CSV, Format.NAME)) {
            assertThat(written(format, PIPE, v -> draw(v.claims(), rows, null))).containsPattern("a\\\\(\\\\)?ud83d0");
        }
    }

    private static List<String> ids() {
        return Samples.all().stream().map(ClaimRow::id).toList();
    }
}
