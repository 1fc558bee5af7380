package io.claimctl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.claimctl.testing.ScriptedServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What claims watch writes, in a pipe and on a terminal. One that does not end would watch for ever. */
@Timeout(60)
class ClaimsWatchTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.500Z");
    private static final String WORKER = "pod-7:0123456789abcdef01234567";
    private static final String ENTER = "\u001b[?1049h\u001b[?25l";
    private static final String LEAVE = "\u001b[?25h\u001b[?1049l";

    private final ScriptedServer server = new ScriptedServer(Clock.fixed(NOW, ZoneOffset.UTC));
    private final MongoClient client = MongoClients.create(server.uri());
    private final MongoCollection<Document> claims = client.getDatabase("shop").getCollection("_message_state");

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private void held(String id) {
        claims.insertOne(new Document("_id", id)
                .append("status", "processing")
                .append("worker_id", WORKER)
                .append("expires_at", Date.from(NOW.plusSeconds(300)))
                .append("created_at", Date.from(NOW))
                .append("updated_at", Date.from(NOW)));
    }

    private RecordedRun.Setup watch(String... words) {
        List<String> line = new java.util.ArrayList<>(List.of("claims", "watch"));
        line.addAll(List.of(words));
        return RecordedRun.claimctl(line.toArray(String[]::new)).on(server.uri() + "/shop");
    }

    @Test
    void in_a_pipe_each_event_is_a_line_of_json() {
        held("a");
        RecordedRun run = watch("--for", "1ms").run().ends(0).saysNothing();
        JsonNode event = JsonMapper.shared().readTree(run.out());
        assertThat(run.out().lines()).hasSize(1);
        assertThat(event.get("event").asString()).isEqualTo("seen");
        assertThat(event.get("time").asString()).startsWith("2026-01-02T03:04:05.5");
        assertThat(event.get("id").asString()).isEqualTo("a");
        assertThat(event.get("worker_id").asString()).isEqualTo(WORKER);
        assertThat(event.get("lease").asString()).isEqualTo("live");
    }

    @Test
    void with_a_table_each_event_is_a_sentence() {
        held("a");
        watch("--for", "1ms", "-o", "table")
                .run()
                .ends(0)
                .shows(" a is processing, held by " + WORKER + " until 2026-01-02T03:09:05.500Z (");
    }

    @Test
    void claims_that_are_named_are_told_of_alone() {
        held("a");
        held("b");
        assertThat(watch("b", "none", "--for", "1ms", "-o", "table")
                        .run()
                        .ends(0)
                        .out()
                        .lines())
                .hasSize(2)
                .anyMatch(line -> line.endsWith(" none is not there"))
                .noneMatch(line -> line.contains(" a "));
    }

    @Test
    void on_a_terminal_the_list_is_drawn_on_the_other_screen_which_is_left_at_the_end() {
        held("a");
        RecordedRun run = watch("--for", "1ms").terminals("oe").run().ends(0).saysNothing();
        assertThat(run.out())
                .startsWith(ENTER)
                .endsWith(LEAVE)
                .contains("pod-7")
                .contains("Ctrl-C ends");
        assertThat(run.out().split("\u001b\\[\\?1049h", -1)).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"NO_COLOR,1", "CI,true", "TERM,dumb"})
    void where_nothing_may_be_drawn_a_terminal_gets_sentences_without_escapes(String name, String value) {
        held("a");
        watch("--for", "1ms")
                .with(name, value)
                .terminals("oe")
                .run()
                .ends(0)
                .shows("03:04:05 a is processing, held by ")
                .neverPrints("\u001b");
    }

    @Test
    void a_format_that_is_asked_for_is_written_to_a_terminal_too() {
        held("a");
        watch("--for", "1ms", "-o", "ndjson")
                .terminals("oe")
                .run()
                .ends(0)
                .shows("{\"time\":")
                .neverPrints("\u001b");
        watch("--for", "1ms", "-o", "table", "--no-color")
                .terminals("oe")
                .run()
                .shows("03:04:05 a is processing")
                .neverPrints("\u001b");
    }

    @Test
    void the_history_of_named_claims_touches_no_mode_of_the_terminal_and_takes_its_last_line_away() {
        held("a");
        RecordedRun run = watch("a", "--for", "1ms").terminals("oe").run().ends(0);
        assertThat(run.out()).contains("is processing").doesNotContain("\u001b[?");
        assertThat(run.err()).contains("\r03:04:05 processing, live ").endsWith(" \r");
    }

    /** Runs something each time that a line has come, then goes away as head does. */
    private static OutputStream reader(Runnable... steps) {
        return new OutputStream() {
            private final ByteArrayOutputStream line = new ByteArrayOutputStream();
            private int lines;

            @Override
            public void write(int b) throws IOException {
                if (lines >= steps.length) {
                    throw new IOException("Broken pipe");
                }
                line.write(b);
            }

            @Override
            public void flush() {
                if (line.toString(UTF_8).endsWith("\n") && lines < steps.length) {
                    line.reset();
                    steps[lines++].run();
                }
            }
        };
    }

    @Test
    void events_come_as_they_happen_and_a_reader_that_goes_away_ends_it_quietly() {
        held("a");
        RecordedRun run = watch("--interval", "100ms", "-o", "table")
                .reader(reader(
                        () -> claims.updateOne(
                                Filters.eq("a"),
                                Updates.combine(
                                        Updates.set("status", "completed"),
                                        Updates.set("updated_at", Date.from(NOW.plusMillis(1))))),
                        () -> claims.deleteOne(Filters.eq("a")),
                        () -> held("b")))
                .run()
                .ends(141)
                .saysNothing();
        assertThat(run.out().lines().map(line -> line.replaceFirst("\\S+ ", "").replaceFirst(" by .*|, .*", "")))
                .containsExactly("a is processing", "a completed", "a deleted");
    }

    @Test
    void a_store_that_fails_later_for_good_ends_it_and_the_terminal_is_left_as_it_was() {
        held("a");
        RecordedRun run = watch("--interval", "100ms")
                .terminals("oe")
                .reader(once(() -> {
                    for (int i = 0; i < 9; i++) {
                        server.answerNext(
                                "find",
                                org.bson.BsonDocument.parse("{ok: 0.0, code: 13, errmsg: 'not authorized'}"),
                                false);
                    }
                }))
                .run()
                .ends(ExitCode.DENIED)
                .says("not authorized");
        assertThat(run.out()).startsWith(ENTER).endsWith(LEAVE);
    }

    /** Runs something once, when anything has come. */
    private static OutputStream once(Runnable step) {
        return new OutputStream() {
            private boolean run;

            @Override
            public void write(int b) {
                // read
            }

            @Override
            public void flush() {
                if (!run) {
                    run = true;
                    step.run();
                }
            }
        };
    }

    @Test
    void the_first_look_fails_as_any_command_does() {
        server.close();
        watch("--timeout", "200ms")
                .terminals("oe")
                .run()
                .ends(ExitCode.UNREACHABLE)
                .neverPrints("\u001b");
        RecordedRun.claimctl("claims", "watch")
                .run()
                .ends(ExitCode.CONFIGURATION)
                .showsNothing();
    }

    @Test
    void a_first_look_that_is_refused_is_a_failure() {
        server.answerNext("find", org.bson.BsonDocument.parse("{ok: 0.0, code: 13, errmsg: 'not authorized'}"), false);
        watch().run().ends(ExitCode.DENIED).showsNothing();
    }

    @Test
    void what_is_wrong_on_the_command_line_is_said() {
        watch("--interval", "99ms").run().isWronglyWritten("'99ms' is too short: write 100ms or more");
        watch("--for", "0s").run().isWronglyWritten("'0s' is no time at all");
        watch("a", "a").run().isWronglyWritten("named twice");
        watch("").run().isWronglyWritten("an empty text is no claim id");
        watch("-o", "csv").run().isWronglyWritten("csv");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"--status=x", "--payload=with", "--event-name=x", "--worker=x", "--instance=x", "--id-prefix=x"})
    void named_claims_and_options_that_choose_do_not_go_together(String option) {
        watch("a", option).run().isWronglyWritten("leave the ids out");
    }
}
