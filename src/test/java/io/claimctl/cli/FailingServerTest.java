package io.claimctl.cli;

import static io.claimctl.cli.RecordedRun.claimctl;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.claimctl.testing.RealReplies;
import io.claimctl.testing.ScriptedServer;
import io.claimctl.testing.ScriptedServer.Fault;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the commands say and end with while the server fails, refuses, or answers in its own way. */
class FailingServerTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.500Z");
    private static final String TOKEN = "pod-1:0123456789abcdef01234567";

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

    private Document held(String id, long secondsLeft) {
        Document claim = new Document("_id", id)
                .append("status", "processing")
                .append("worker_id", TOKEN)
                .append("expires_at", Date.from(NOW.plusSeconds(secondsLeft)))
                .append("created_at", Date.from(NOW.minusSeconds(3600)))
                .append("updated_at", Date.from(NOW.minusSeconds(3600)));
        claims.insertOne(claim);
        return claim;
    }

    private Document stored(String id) {
        return claims.find(new Document("_id", id)).first();
    }

    private void cutAll(String command) {
        for (int i = 0; i < 500; i++) {
            server.cutNext(command, Fault.CUT_BEFORE);
        }
    }

    /** The server tells its time once, and never again. */
    private void clockOnce() {
        server.answerNext(
                "isMaster",
                BsonDocument.parse("{ok: 1, ismaster: true}").append("localTime", new BsonDateTime(NOW.toEpochMilli())),
                false);
        cutAll("isMaster");
    }

    @Test
    void an_acquisition_that_the_server_died_under_is_unknown_and_its_token_is_told() {
        clockOnce();
        cutAll("findAndModify");
        cutAll("find");
        RecordedRun run = run("acquire", "new", "--ttl", "1m", "--timeout", "400ms", "-o", "json")
                .run()
                .ends(ExitCode.UNKNOWN)
                .shows("\"outcome\": \"unknown\"");
        String token = run.out().replaceAll("(?s).*\"token\": \"([^\"]+)\".*", "$1");
        assertThat(token).matches("[0-9a-f]{24}");
        run.says(token);
    }

    @Test
    void an_unknown_acquisition_stops_a_shell_that_evaluates_it() {
        clockOnce();
        cutAll("findAndModify");
        cutAll("find");
        run("acquire", "new", "--ttl", "1m", "--timeout", "400ms", "-o", "env")
                .run()
                .ends(ExitCode.UNKNOWN)
                .shows("unset CLAIMCTL_ID CLAIMCTL_TOKEN CLAIMCTL_FENCE CLAIMCTL_EXPIRES_AT; (exit 74)\n");
    }

    static Stream<List<String>> mutations() {
        return Stream.of(
                List.of("complete", "held", "--token", TOKEN),
                List.of("release", "held", "--token", TOKEN),
                List.of("reset", "held", "--token", TOKEN));
    }

    @ParameterizedTest
    @MethodSource("mutations")
    void an_outcome_that_was_proved_is_told_though_the_server_says_no_more(List<String> words) {
        held("held", 60);
        clockOnce();
        server.cutNext("findAndModify", Fault.CUT_AFTER);
        run(Stream.concat(words.stream(), Stream.of("--timeout", "2s")).toArray(String[]::new))
                .run()
                .ends(ExitCode.DONE);
    }

    @ParameterizedTest
    @MethodSource("mutations")
    void a_mutation_that_the_server_died_under_is_unknown(List<String> words) {
        held("held", 60);
        clockOnce();
        cutAll("findAndModify");
        run(Stream.concat(words.stream(), Stream.of("--timeout", "400ms")).toArray(String[]::new))
                .run()
                .ends(ExitCode.UNKNOWN)
                .says("it is not known");
    }

    @Test
    void a_claim_whose_result_can_be_neither_written_nor_released_is_told_with_its_token() {
        RecordedRun run = run("acquire", "new", "--ttl", "1m", "--timeout", "400ms")
                .reader(new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        cutAll("findAndModify");
                        throw new IOException("No space left on device");
                    }
                })
                .run()
                .says(
                        "stays held under the token",
                        "unless its release is applied",
                        "standard output cannot be written");
        server.clear();
        run.says(stored("new").getString("worker_id"));
    }

    private void collection(String options) {
        server.answerNext(
                "listCollections",
                BsonDocument.parse("{ok: 1, cursor: {id: {$numberLong: '0'}, ns: 'x', firstBatch: [{name:"
                        + " '_message_state', type: 'collection', options: " + options + "}]}}"),
                false);
    }

    @Test
    void a_collection_that_cannot_hold_claims_is_a_matter_of_configuration() {
        collection("{collation: {locale: 'en', strength: 2}}");
        run("acquire", "new", "--ttl", "1m")
                .run()
                .ends(ExitCode.CONFIGURATION)
                .says("collation is 'en'")
                .showsNothing();
        assertThat(stored("new")).isNull();
    }

    @Test
    void from_a_capped_collection_nothing_is_deleted_and_nothing_is_changed_before_that_is_said() {
        Document before = held("held", -60);
        String[][] deleting = {
            {"reset", "held", "--token", TOKEN, "--delete", "--yes"}, {"stale", "reset", "--delete", "--yes"}
        };
        for (String[] words : deleting) {
            collection("{capped: true, size: 65536}");
            run(words)
                    .run()
                    .ends(ExitCode.CONFIGURATION)
                    .says("shop._message_state is capped", "without --delete")
                    .showsNothing();
        }
        assertThat(stored("held")).isEqualTo(before);
    }

    @Test
    void a_capped_collection_whose_documents_may_not_change_their_size_is_named_with_the_way_out() {
        Document before = held("held", -60);
        Map<List<String>, String> mutations = Map.of(
                List.of("acquire", "held", "--ttl", "1m"), "findAndModify",
                List.of("complete", "held", "--token", TOKEN), "findAndModify",
                List.of("reset", "held", "--token", TOKEN), "findAndModify",
                List.of("stale", "reset"), "update");
        mutations.forEach((words, command) -> {
            server.answerNext("delete", RealReplies.reply("refusals", "capped, delete"), false);
            server.answerNext(command, RealReplies.reply("refusals", "capped, " + command + " changes size"), false);
            run(words.toArray(new String[0]))
                    .run()
                    .ends(ExitCode.CONFIGURATION)
                    .says(
                            "shop._message_state is capped",
                            "any change of a document's size",
                            "not capped, or on a newer server",
                            "97 != 95")
                    .showsNothing();
            server.clear();
            assertThat(stored("held")).isEqualTo(before);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 10089})
    void a_capped_collection_of_unknown_kind_that_refuses_a_delete_is_named_before_anything_changes(int code) {
        Document before = held("held", -60);
        BsonDocument refusal = RealReplies.reply("refusals", "capped, delete");
        refusal.getArray("writeErrors").get(0).asDocument().append("code", new BsonInt32(code));
        String[][] deleting = {
            {"reset", "held", "--token", TOKEN, "--delete", "--yes"}, {"stale", "reset", "--delete", "--yes"}
        };
        for (String[] words : deleting) {
            server.answerNext("delete", refusal, false);
            run(words)
                    .run()
                    .ends(ExitCode.CONFIGURATION)
                    .says("shop._message_state is capped", "nothing is deleted", "without --delete")
                    .showsNothing();
        }
        assertThat(stored("held")).isEqualTo(before);
    }

    @Test
    void a_delete_that_silently_deletes_nothing_is_not_said_to_have_deleted() {
        held("held", -60);
        BsonDocument nothing = BsonDocument.parse("{ok: 1, n: 0}");
        server.answerNext("delete", nothing, false);
        server.answerNext("delete", nothing, false);
        run("reset", "held", "--token", TOKEN, "--delete", "--yes", "-o", "json")
                .run()
                .ends(ExitCode.DONE)
                .shows("\"deletion\": \"left\"");
        assertThat(stored("held")).containsEntry("status", "released");
        claims.deleteMany(new Document());
        held("held", -60);
        server.answerNext("delete", nothing, false);
        server.answerNext("delete", nothing, false);
        run("stale", "reset", "--delete", "--yes", "-o", "json")
                .run()
                .ends(ExitCode.DONE)
                .shows("\"deleted\": 0");
    }

    @Test
    void the_code_of_a_duplicate_key_and_its_index_decide_between_held_and_a_failure() {
        held("held", 60);
        for (int code : new int[] {11000, 11001}) {
            String reply = "{ok: 0, code: " + code + ", errmsg: 'whatever'";
            server.answerNext("findAndModify", BsonDocument.parse(reply + "}"), false);
            run("acquire", "held", "--ttl", "1m").run().ends(ExitCode.HELD).says(TOKEN);
            server.answerNext("findAndModify", BsonDocument.parse(reply + ", keyPattern: {event_name: 1}}"), false);
            run("acquire", "new", "--ttl", "1m")
                    .run()
                    .ends(ExitCode.CONFIGURATION)
                    .says("another unique index");
            server.answerNext("findAndModify", BsonDocument.parse(reply + "}"), false);
            run("reset", "held", "--token", TOKEN)
                    .run()
                    .ends(ExitCode.CONFIGURATION)
                    .says("another unique index");
        }
        assertThat(stored("new")).isNull();
    }

    @Test
    void an_old_holder_is_told_who_holds_the_claim_and_the_new_one_is_left_byte_for_byte() {
        held("held", -60);
        run("acquire", "held", "--ttl", "1m", "--instance", "pod-2").run().ends(ExitCode.DONE);
        Document successor = stored("held");
        String holder = successor.getString("worker_id");
        for (List<String> words : mutations().toList()) {
            run(words.toArray(new String[0]))
                    .run()
                    .ends(ExitCode.LOST)
                    .says(holder)
                    .showsNothing();
            assertThat(stored("held")).isEqualTo(successor);
        }
    }

    @Test
    void a_token_names_a_claim_that_it_holds_and_not_one_that_it_has_completed() {
        Document completed = held("held", 60);
        claims.updateOne(new Document("_id", "held"), new Document("$set", new Document("status", "completed")));
        run("reset", "held", "--token", TOKEN, "--delete")
                .terminals("ioe")
                .input("y\n")
                .run()
                .ends(ExitCode.LOST);
        assertThat(stored("held")).isEqualTo(completed.append("status", "completed"));
    }

    @Test
    void a_fingerprint_taken_on_a_server_whose_clock_has_nanoseconds_still_fits() {
        try (ScriptedServer precise = new ScriptedServer(Clock.fixed(NOW.plusNanos(123_456), ZoneOffset.UTC))) {
            String uri = precise.uri() + "/shop";
            claimctl("acquire", "a", "--ttl", "1m").on(uri).run().ends(ExitCode.DONE);
            String inspected =
                    claimctl("inspect", "a", "-o", "json").on(uri).run().out();
            String seen = inspected.replaceAll("(?s).*\"fingerprint\": \"([^\"]+)\".*", "$1");
            assertThat(inspected).contains("\"expires_at\": \"2026-01-02T03:05:05.500Z\"");
            claimctl("reset", "a", "--seen", seen).on(uri).run().ends(ExitCode.DONE);
        }
    }

    @Test
    void ids_that_differ_in_one_accent_are_two_claims() {
        for (String id : new String[] {"é", "è", "e\u0301"}) {
            run("acquire", id, "--ttl", "1m").run().ends(ExitCode.DONE);
            assertThat(stored(id)).isNotNull();
        }
        assertThat(claims.countDocuments()).isEqualTo(3);
    }

    @Test
    void a_reader_that_has_seen_enough_of_a_long_list_ends_it_before_it_is_read_to_its_end() {
        for (int i = 0; i < 6; i++) {
            List<Document> many = new ArrayList<>();
            for (int j = 0; j < 1000; j++) {
                many.add(new Document("_id", i + "-" + j).append("updated_at", Date.from(NOW)));
            }
            claims.insertMany(many);
        }
        server.forgetReceived();
        run("claims", "list", "-o", "ndjson")
                .reader(new OutputStream() {
                    private int left = 10_000;

                    @Override
                    public void write(int b) throws IOException {
                        if (left-- == 0) {
                            throw new IOException("Broken pipe");
                        }
                    }
                })
                .run()
                .ends(ExitCode.signal(13))
                .saysNothing();
        assertThat(server.received()).filteredOn("getMore"::equals).hasSizeLessThan(3);
    }
}
