package io.claimctl.cli;

import static io.claimctl.cli.RecordedRun.claimctl;
import static io.claimctl.testing.FaultProxy.ANY;
import static io.claimctl.testing.FaultProxy.DRIVER;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.claimctl.testing.FaultProxy;
import io.claimctl.testing.ProxyFault;
import io.claimctl.testing.ScriptedServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands over a network that loses what matters: what they say, when, and that what they print settles it. */
@Tag("long")
class FaultedCommandsTest {
    private static final Duration TIMEOUT = Duration.ofMillis(800);
    private static final String TOKEN = "pod-1:0123456789abcdef01234567";
    /** A line to copy, as prose and machine formats show it. */
    private static final Pattern LINE =
            Pattern.compile("claimctl (?:renew|release|complete|inspect|payload (?:put|clear))[^\"\\n]*");

    private final ScriptedServer server = new ScriptedServer();
    private final FaultProxy proxy = new FaultProxy(server.uri() + "/shop");
    private final MongoClient direct = MongoClients.create(server.uri());
    private final MongoCollection<Document> claims = direct.getDatabase("shop").getCollection("_message_state");

    /** The classes are loaded once; what is measured is the waiting. */
    @BeforeAll
    static void warm_up() {
        try (ScriptedServer server = new ScriptedServer()) {
            claimctl("acquire", "warm", "--ttl", "1m", "-o", "env")
                    .on(server.uri() + "/shop")
                    .run()
                    .ends(ExitCode.DONE);
        }
    }

    @AfterEach
    void stop() {
        proxy.assertSound();
        proxy.close();
        direct.close();
        server.close();
    }

    private RecordedRun run(String... words) {
        return claimctl(words)
                .on(proxy.uri())
                .with("CLAIMCTL_TIMEOUT", TIMEOUT.toMillis() + "ms")
                .run();
    }

    /** A word for each blank: no id or token here needs quotes. */
    private RecordedRun runLine(String line) {
        return claimctl(line.substring("claimctl ".length()).trim().split(" "))
                .on(proxy.uri())
                .run();
    }

    private static void inTime(RecordedRun run) {
        assertThat(run.took()).as("%s", run).isLessThan(TIMEOUT.plusSeconds(1));
    }

    private static List<String> lines(RecordedRun run) {
        return LINE.matcher(run.err()).results().map(MatchResult::group).toList();
    }

    private void held(String id) {
        Instant now = Instant.now();
        claims.insertOne(new Document("_id", id)
                .append("status", "processing")
                .append("worker_id", TOKEN)
                .append("expires_at", Date.from(now.plusSeconds(60)))
                .append("created_at", Date.from(now))
                .append("updated_at", Date.from(now)));
    }

    private Document stored(String id) {
        return claims.find(new Document("_id", id)).first();
    }

    /** The server does what it is told, and no word of it comes back. */
    private void loseReplies() {
        proxy.always("findAndModify", ProxyFault.CUT_AFTER);
        proxy.always("find", ProxyFault.CUT_AFTER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"renew", "release"})
    void an_acquisition_whose_replies_are_lost_for_good_is_unknown_and_the_line_that_it_prints_settles_it(String verb) {
        loseReplies();
        RecordedRun run = run("acquire", "new", "--ttl", "1m", "-o", "json")
                .ends(ExitCode.UNKNOWN)
                .shows("\"outcome\": \"unknown\"");
        inTime(run);
        String token = stored("new").getString("worker_id");
        run.shows("\"token\": \"" + token + "\"").says(token);
        proxy.heal();
        String line = lines(run).stream()
                .filter(l -> l.startsWith("claimctl " + verb))
                .findFirst()
                .orElseThrow();
        runLine(line).ends(ExitCode.DONE);
        assertThat(stored("new")).containsEntry("status", verb.equals("renew") ? "processing" : "released");
        assertThat(stored("new")).containsEntry("worker_id", token);
    }

    @Test
    void an_unknown_acquisition_takes_the_variables_from_a_shell_and_stops_it() {
        loseReplies();
        RecordedRun run = run("acquire", "new", "--ttl", "1m", "-o", "env")
                .ends(ExitCode.UNKNOWN)
                .says(stored("new").getString("worker_id"));
        assertThat(run.out())
                .isEqualTo("unset CLAIMCTL_ID CLAIMCTL_TOKEN CLAIMCTL_FENCE CLAIMCTL_EXPIRES_AT; (exit 74)\n");
        inTime(run);
    }

    @ParameterizedTest
    @ValueSource(strings = {"complete", "renew --ttl 5m", "release", "payload clear"})
    void a_command_by_token_whose_replies_are_lost_is_unknown_and_the_same_line_again_tells(String words) {
        held("held");
        String[] first =
                ("claimctl " + words + " held --token " + TOKEN).substring(9).split(" ");
        loseReplies();
        RecordedRun run = run(first).ends(ExitCode.UNKNOWN).says("it is not known");
        inTime(run);
        proxy.heal();
        Document after = stored("held");
        runLine(lines(run).get(0)).ends(ExitCode.DONE);
        assertThat(stored("held").get("status")).isEqualTo(after.get("status"));
        assertThat(stored("held")).containsEntry("worker_id", TOKEN);
    }

    @Test
    void a_message_whose_replies_are_lost_is_unknown_and_the_line_that_is_printed_stores_the_same() {
        held("held");
        proxy.always("findAndModify", ProxyFault.CUT_BEFORE);
        RecordedRun run = run(
                        "payload", "put", "held", "LICENSE", "--token", TOKEN, "--metadata", "k=v", "--event-name", "e")
                .ends(ExitCode.UNKNOWN)
                .says("it is not known whether claim held was given a payload");
        inTime(run);
        assertThat(stored("held")).doesNotContainKey("payload");
        proxy.heal();
        runLine(lines(run).get(0).replace("'", "")).ends(ExitCode.DONE).shows("payload_stored");
        assertThat(stored("held")).containsEntry("event_name", "e").containsEntry("metadata", new Document("k", "v"));
        assertThat(stored("held").get("payload", org.bson.types.Binary.class).length())
                .isEqualTo((int) Path.of("LICENSE").toFile().length());
    }

    @Test
    void a_message_of_standard_input_is_asked_for_again_under_a_name_that_no_file_has() {
        held("held");
        proxy.always("findAndModify", ProxyFault.CUT_BEFORE);
        RecordedRun run = claimctl("payload", "put", "held", "-", "--token", TOKEN)
                .on(proxy.uri())
                .with("CLAIMCTL_TIMEOUT", TIMEOUT.toMillis() + "ms")
                .input("hello")
                .run()
                .ends(ExitCode.UNKNOWN);
        assertThat(lines(run)).containsExactly("claimctl payload put held FILE-WITH-THE-SAME-MESSAGE --token " + TOKEN);
        runLine(lines(run).get(0)).ends(ExitCode.USAGE).says("there is no file FILE-WITH-THE-SAME-MESSAGE");
    }

    @Test
    void a_reset_whose_replies_are_lost_is_unknown_and_inspect_shows_whether_it_happened() {
        held("held");
        proxy.always("findAndModify", ProxyFault.CUT_AFTER);
        proxy.next("find", ProxyFault.NONE); // the read that finds the token
        proxy.always("find", ProxyFault.CUT_AFTER);
        RecordedRun run = run("reset", "held", "--token", TOKEN).ends(ExitCode.UNKNOWN);
        inTime(run);
        String resetBy = stored("held").getString("reset_by");
        run.says(resetBy);
        proxy.heal();
        runLine(lines(run).get(0)).ends(ExitCode.DONE).shows(resetBy);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_server_that_falls_silent_for_ever_within_a_write_leaves_it_unknown_in_time(boolean applied) {
        proxy.next(
                "findAndModify",
                (applied ? ProxyFault.STALL_AFTER : ProxyFault.STALL_BEFORE)
                        .meanwhile(() -> proxy.next(Set.of(ANY, DRIVER), Integer.MAX_VALUE, ProxyFault.STALL_BEFORE)));
        RecordedRun run =
                run("acquire", "new", "--ttl", "1m", "--timeout", "1500ms").ends(ExitCode.UNKNOWN);
        assertThat(run.took()).as("%s", run).isLessThan(Duration.ofMillis(2_500));
        assertThat(lines(run)).hasSize(2);
    }

    @Test
    void a_write_that_waited_in_the_server_and_came_after_all_is_found_by_the_line_that_was_printed() {
        proxy.always("findAndModify", ProxyFault.LATE);
        RecordedRun run = run("acquire", "new", "--ttl", "1m").ends(ExitCode.UNKNOWN);
        inTime(run);
        assertThat(stored("new")).isNull();
        proxy.heal();
        proxy.release();
        runLine(lines(run).get(0)).ends(ExitCode.DONE);
    }

    @Test
    void a_read_that_is_not_answered_is_to_be_tried_later() {
        held("held");
        proxy.always("find", ProxyFault.STALL_AFTER);
        RecordedRun run = run("inspect", "held").ends(ExitCode.TRY_LATER).showsNothing();
        inTime(run);
        RecordedRun list = run("claims", "list").ends(ExitCode.TRY_LATER);
        inTime(list);
    }

    @Test
    void a_server_that_is_not_there_is_unreachable_and_a_shell_is_stopped() throws IOException {
        String nobody = "mongodb://127.0.0.1:" + NoMongo.freePort() + "/shop";
        RecordedRun run = claimctl("acquire", "new", "--ttl", "1m", "-o", "env", "--timeout", "700ms")
                .on(nobody)
                .run()
                .ends(ExitCode.UNREACHABLE)
                .shows("unset CLAIMCTL_ID", "(exit 69)");
        assertThat(run.took()).as("%s", run).isLessThan(Duration.ofMillis(1_700));
    }
}
