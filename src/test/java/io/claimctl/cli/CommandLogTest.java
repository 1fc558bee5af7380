package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.cli.EveryCommand.Line;
import io.claimctl.testing.ScriptedServer;
import io.claimctl.testing.ScriptedServer.Fault;
import io.claimctl.testing.Servers.TestServer;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code -v} and {@code -vv} say of the commands that the server was sent. */
class CommandLogTest {
    private static final Pattern TOLD = Pattern.compile(
            "(?m)^claimctl: (\\w+) on [\\w.]+ (?:took|failed after) (?:less than 1ms|\\d+ms|\\d+s[^:]*)(?:: .+)?$");
    private static final List<String> VALUES = List.of("pod-1", "0123456789abcdef", "order.created", "soon", "LICENSE");

    private final ScriptedServer server = new ScriptedServer();
    private final FilledCollection c = new FilledCollection(new TestServer("scripted", server.uri()));

    @AfterEach
    void close() {
        c.close();
        server.close();
    }

    private RecordedRun run(String option, Line line) {
        String[] words = line.words();
        int end = List.of(words).indexOf("--");
        int at = end < 0 ? words.length : end;
        server.forgetReceived();
        return c.run(Stream.of(Arrays.stream(words, 0, at), Stream.of(option), Arrays.stream(words, at, words.length))
                        .flatMap(part -> part)
                        .toArray(String[]::new))
                .run();
    }

    private static Stream<String> told(RecordedRun run) {
        return TOLD.matcher(run.err()).results().map(line -> line.group(1));
    }

    static Stream<Line> lines() {
        return EveryCommand.lines();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lines")
    void each_command_that_the_server_was_sent_is_told_once_with_its_time(Line line) {
        RecordedRun run = run("-v", line);
        assertThat(told(run)).as("%s", run).containsExactlyInAnyOrderElementsOf(server.received());
        assertThat(run.err()).as("%s", run).doesNotContain(" is built as {");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lines")
    void twice_tells_also_how_each_is_built_and_no_value_of_it(Line line) {
        RecordedRun run = run("-vv", line);
        assertThat(told(run)).as("%s", run).containsExactlyInAnyOrderElementsOf(server.received());
        List<String> shapes =
                run.err().lines().filter(l -> l.contains(" is built as {")).toList();
        assertThat(shapes).as("%s", run).hasSameSizeAs(server.received());
        assertThat(shapes).noneMatch(shape -> VALUES.stream().anyMatch(shape::contains));
    }

    @Test
    void the_shape_names_fields_operators_and_types() {
        c.run("acquire", "new", "--ttl", "1m", "-vv")
                .run()
                .ends(ExitCode.DONE)
                .says(
                        "claimctl: findAndModify is built as {findAndModify: string, query: {_id: string, $or:"
                                + " [{expires_at: {$lt: date, $not: {$type: int32}}}, {",
                        "fence: {$not: {$gte: int64}}",
                        "$setOnInsert: {created_at: date}",
                        "upsert: boolean",
                        "claimctl: findAndModify on " + c.name() + " took ");
    }

    @Test
    void the_keys_of_metadata_are_data() {
        c.run("payload", "put", "live", "--token", FilledCollection.TOKEN, "--metadata", "ssn-12=x", "LICENSE", "-vv")
                .run()
                .says("metadata: {...}")
                .neverPrints("ssn-12");
    }

    @Test
    void where_the_store_comes_from_is_told_once() {
        assertThat(c.run("claims", "count", "-v").run().err())
                .containsOnlyOnce("claimctl: connects to mongodb://")
                .containsOnlyOnce(" (CLAIMCTL_URI)\n");
    }

    @Test
    void documents_are_counted_as_they_came_or_were_changed() {
        c.run("claims", "list", "-v").run().says("claimctl: find on " + c.name() + " took ", ": 6 documents\n");
        c.run("claims", "list", "--status", "released", "-v").run().says(": 0 documents\n");
        assertThat(c.run("stale", "reset", "-v").run().err())
                .containsPattern("claimctl: update on " + c.name() + " took [^:]*: 1 document\n");
    }

    @Test
    void one_that_fails_is_told_with_its_code_and_without_the_servers_words() {
        server.answerNext(
                "find",
                new BsonDocument("ok", new BsonInt32(0))
                        .append("code", new BsonInt32(13))
                        .append("errmsg", new BsonString("not authorized: {secret-value}")),
                false);
        RecordedRun run = c.run("claims", "list", "-vv").run().ends(ExitCode.DENIED);
        assertThat(run.err().lines().filter(line -> line.contains("find on ")))
                .singleElement()
                .asString()
                .startsWith("claimctl: find on " + c.name() + " failed after ")
                .endsWith(": code 13");
    }

    @Test
    void one_whose_reply_is_lost_is_told_as_failed() {
        server.cutNext("find", Fault.CUT_BEFORE);
        server.cutNext("find", Fault.CUT_BEFORE);
        assertThat(c.run("claims", "list", "-v").run().err())
                .contains("claimctl: find on " + c.name() + " failed after ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-o json", "-o ndjson", "-o csv --columns id,worker", "-0"})
    void standard_output_is_the_same_with_it(String format) {
        String[] words = ("claims list " + format).split(" ");
        String[] verbose = ("claims list -vv " + format).split(" ");
        String now = "\"(server_time|\\w+_ms)\" *: *[^,}\\n]*";
        assertThat(c.run(verbose).run().out().replaceAll(now, ""))
                .isEqualTo(c.run(words).run().out().replaceAll(now, ""));
    }

    @Test
    void quiet_leaves_no_room_for_it_unless_it_is_asked_for() {
        c.run("claims", "list").run().saysNothing();
        assertThat(c.run("claims", "list", "-q").run().err()).isEmpty();
    }

    @Test
    void a_picture_that_is_drawn_on_the_same_terminal_is_left_alone() {
        assertThat(c.run("claims", "watch", "--for", "1ms", "-v")
                        .terminals("ioe")
                        .run()
                        .err())
                .doesNotContain(" took ");
        assertThat(c.run("claims", "watch", "--for", "1ms", "-v")
                        .terminals("io")
                        .run()
                        .err())
                .contains(" took ");
    }
}
