package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.IndexOptions;
import io.claimctl.testing.ScriptedServer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code doctor}: what it asks, what it ends with, and that it writes only when it is told to. */
class DoctorCommandTest {
    private static final Set<String> READS = Set.of(
            "isMaster",
            "hello",
            "buildInfo",
            "connectionStatus",
            "replSetGetStatus",
            "getParameter",
            "getDefaultRWConcern",
            "listCollections",
            "listIndexes",
            "collStats",
            "aggregate",
            "find",
            "endSessions");

    private final ScriptedServer server = new ScriptedServer();
    private final MongoClient client = MongoClients.create(server.uri());
    private final MongoCollection<Document> claims = client.getDatabase("shop").getCollection("_message_state");

    @BeforeEach
    void inOrder() {
        run("collection", "create").run().ends(ExitCode.DONE);
        server.forgetReceived();
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private RecordedRun.Setup run(String... words) {
        return RecordedRun.claimctl(words).on(server.uri() + "/shop");
    }

    private void insert(String json) {
        claims.insertOne(Document.parse(json));
    }

    @Test
    void where_nothing_is_to_be_mended_it_ends_well_and_says_so() {
        run("doctor")
                .run()
                .ends(ExitCode.DONE)
                .shows(
                        "shop._message_state: the server is version 5.0.0\n\n",
                        "INFO     server_kind: ",
                        "\nOK       17 checks\n")
                .says("claimctl: nothing found; 1 check could not be answered"); // this server has no getParameter
        run("doctor", "-q").run().ends(ExitCode.DONE).saysNothing();
        run("doctor", "-o", "wide")
                .run()
                .shows("OK       indexes: those beside that of TTL are there as wanted\n", "OK       stuck: ");
    }

    @Test
    void a_finding_ends_with_its_own_code_and_comes_first() {
        claims.dropIndex("expires_at_1");
        RecordedRun run = run("doctor").run().ends(ExitCode.FINDINGS).says("claimctl: 1 warning");
        assertThat(run.out())
                .startsWith(
                        "shop._message_state: the server is version 5.0.0\n\nWARNING  ttl_index: the index expires_at_1 with TTL is missing\n");
        run.shows("fix: claimctl collection indexes --apply\n");
    }

    @Test
    void it_only_reads() {
        insert("{_id: 'a', status: 'processing', expires_at: 'soon', updated_at: {$date: '2100-01-01T00:00:00Z'}}");
        List<Document> before = claims.find().into(new java.util.ArrayList<>());
        server.forgetReceived();
        run("doctor").run().ends(ExitCode.FINDINGS);
        assertThat(new TreeSet<>(server.received())).isSubsetOf(READS).contains("aggregate", "find");
        assertThat(claims.find().into(new java.util.ArrayList<>())).isEqualTo(before);
    }

    @Test
    void the_command_lines_that_it_shows_repeat_the_options_that_name_the_store() {
        run("doctor", "-c", "my claims", "-d", "other")
                .run()
                .ends(ExitCode.FINDINGS)
                .shows("fix: claimctl collection create -d other -c 'my claims'\n");
    }

    @Test
    void what_the_user_may_not_ask_is_unknown_and_no_finding() {
        for (String command : List.of("find", "listIndexes")) {
            server.answerNext(
                    command, BsonDocument.parse("{ok: 0.0, code: 13, errmsg: 'not authorized on shop'}"), false);
        }
        run("doctor")
                .run()
                .ends(ExitCode.DONE)
                .shows("UNKNOWN  malformed: this user may not run find: not authorized on shop")
                .says("nothing found; ", " checks could not be answered");
    }

    @Test
    void a_server_that_cannot_be_reached_is_no_finding() {
        RecordedRun.claimctl("doctor", "--timeout", "200ms")
                .on("mongodb://127.0.0.1:1/shop")
                .run()
                .ends(ExitCode.UNREACHABLE)
                .showsNothing();
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "ndjson", "yaml", "csv"})
    void machines_get_the_same_findings_and_no_sentence(String format) {
        claims.dropIndex("expires_at_1");
        run("doctor", "-o", format, "-q")
                .run()
                .ends(ExitCode.FINDINGS)
                .shows("ttl_index", "warning", "claimctl collection indexes --apply")
                .saysNothing();
    }

    @Test
    void claims_that_are_deleted_before_a_sweep_sees_them_are_a_finding_by_older_than() {
        Instant now = Clock.systemUTC().instant();
        claims.insertOne(new Document("_id", "a")
                .append("status", "processing")
                .append("worker_id", "pod-1:x")
                .append("updated_at", Date.from(now))
                .append("created_at", Date.from(now))
                .append("expires_at", Date.from(now.plus(Duration.ofSeconds(30)))));
        run("doctor")
                .run()
                .ends(ExitCode.FINDINGS)
                .shows("WARNING  sweep_window: leases run for 30s, --older-than is 2m");
        run("doctor", "--older-than", "30s", "-o", "wide")
                .run()
                .ends(ExitCode.DONE)
                .shows("OK       sweep_window: leases run for 30s, and claims are stale before TTL deletes them");
    }

    @Test
    void a_lease_that_ends_before_it_begins_or_begins_later_than_now_says_nothing_of_leases() {
        Instant now = Clock.systemUTC().instant();
        for (int hours : List.of(-1, 1)) {
            claims.deleteMany(new Document());
            claims.insertOne(new Document("_id", "a")
                    .append("status", "processing")
                    .append("worker_id", "pod-1:x")
                    .append("updated_at", Date.from(now.plus(Duration.ofHours(hours))))
                    .append(
                            "expires_at",
                            Date.from(now.plus(Duration.ofHours(hours)).plusSeconds(hours))));
            run("doctor").run().shows("sweep_window: no claim is processing");
        }
    }

    @Test
    void the_counts_are_those_of_the_documents() {
        Instant now = Clock.systemUTC().instant();
        Date hourAgo = Date.from(now.minus(Duration.ofHours(1)));
        claims.insertMany(List.of(
                new Document("_id", "lapsed").append("status", "completed").append("expires_at", hourAgo),
                new Document("_id", "remembered")
                        .append("status", "completed")
                        .append("expires_at", Date.from(now.plus(Duration.ofHours(1)))),
                new Document("_id", "undated").append("status", "processing").append("worker_id", "pod-1:x"),
                new Document("_id", "odd").append("status", "processing").append("expires_at", "soon"),
                new Document("_id", "null").append("status", "processing").append("expires_at", null),
                new Document("_id", "taken over").append("worker_id", "b").append("fence_worker", "a"),
                new Document("_id", "ours").append("worker_id", "a").append("fence_worker", "a"),
                new Document("_id", "unfenced").append("worker_id", "a"),
                new Document("_id", "early")
                        .append("worker_id", "pod-9:x")
                        .append("created_at", Date.from(now.plus(Duration.ofHours(1))))));
        run("doctor")
                .run()
                .ends(ExitCode.FINDINGS)
                .shows(
                        "completed_expired: 1 completed, and remembered no more for up to 1h",
                        "stuck: 2 processing without expires_at: undated, null",
                        "fix: claimctl reset undated --token pod-1:x\n",
                        "other_workers: 1 with fence_worker different from worker_id",
                        "future_claims: 1 claim with a time that is still to come; the clock of worker pod-9:x is at least"
                                + " 59m5",
                        "ttl_lag: a claim that TTL may delete has been waiting for 1h");
    }

    @Test
    void every_wrong_type_in_a_known_field_is_malformed_and_null_is_not() {
        String[] wrong = {
            "_id: 7",
            "status: 7",
            "worker_id: ['a']",
            "expires_at: 'soon'",
            "created_at: 7",
            "updated_at: [{$date: 0}]",
            "event_name: true",
            "fence: {$numberInt: '7'}",
            "fence: {$numberLong: '9007199254740992'}",
            "fence_worker: 7",
            "metadata: 'x'",
            "reset_by: 7",
            "reset_at: 7",
            "reset_reason: 7",
            "kept_at: 'now'"
        };
        for (String field : wrong) {
            claims.deleteMany(new Document());
            insert(field.startsWith("_id") ? "{" + field + "}" : "{_id: 'a', " + field + "}");
            run("doctor").run().ends(ExitCode.FINDINGS).shows("malformed: 1 malformed: ");
        }
        claims.deleteMany(new Document());
        insert(
                "{_id: 'a', status: null, worker_id: null, expires_at: null, fence: null, metadata: null, reset_at: null}");
        insert("{_id: 'b', status: 'completed', expires_at: {$date: '2100-01-01T00:00:00Z'}, fence: {$numberLong: '7'},"
                + " metadata: {a: 'b'}, event_name: 'x'}");
        run("doctor", "-o", "wide").run().shows("OK       malformed: every known field has its type");
    }

    @Test
    void an_index_in_the_way_is_named_with_the_commands_that_replace_it() {
        claims.dropIndex("updated_at_1__id_1");
        claims.createIndex(new Document("worker_id", 1), new IndexOptions().name("updated_at_1__id_1"));
        run("doctor")
                .run()
                .ends(ExitCode.FINDINGS)
                .shows(
                        "fix: mongosh \"$CLAIMCTL_URI\" --eval 'db.getSiblingDB(\"shop\").getCollection(\"_message_state\")"
                                + ".dropIndex(\"updated_at_1__id_1\")' && claimctl collection indexes --apply\n");
    }

    @Test
    void a_ttl_that_deletes_later_is_left_alone() {
        claims.dropIndex("expires_at_1");
        claims.createIndex(new Document("expires_at", 1), new IndexOptions().expireAfter(60L, TimeUnit.SECONDS));
        run("doctor")
                .run()
                .ends(ExitCode.DONE)
                .shows("INFO     ttl_index: the index expires_at_1 deletes claims 1m after they end");
    }

    @Test
    void a_proof_asks_before_it_writes_and_no_is_no() {
        run("doctor", "--prove")
                .terminals("ie")
                .input("n\n")
                .run()
                .ends(ExitCode.REFUSED)
                .says("[y/N]", "not confirmed");
        assertThat(server.received()).isEmpty();
    }

    @Test
    void a_proof_without_a_terminal_needs_a_yes() {
        run("doctor", "--prove").run().ends(ExitCode.REFUSED).says("add --yes").showsNothing();
        run("doctor", "--yes").run().ends(ExitCode.USAGE).says("--prove");
        assertThat(server.received()).isEmpty();
    }

    @Test
    void a_proof_that_is_allowed_races_and_leaves_nothing() {
        run("doctor", "--prove", "--timeout", "1m", "-o", "wide")
                .terminals("ie")
                .input("y\n")
                .run()
                .ends(ExitCode.DONE)
                .shows("OK       one_winner: ", "OK       compare_and_set: ", "OK       scratch: 20 scratch claims");
        assertThat(claims.countDocuments()).isZero();
    }

    @Test
    void a_proof_that_is_denied_is_a_finding_beside_the_others() {
        for (int i = 0; i < 100; i++) {
            server.answerNext(
                    "findAndModify",
                    BsonDocument.parse("{ok: 0.0, code: 13, errmsg: 'not authorized on shop'}"),
                    false);
        }
        run("doctor", "--prove", "--yes")
                .run()
                .ends(ExitCode.FINDINGS)
                .shows("OK       18 checks", "WARNING  one_winner: no race could be held: ", "not authorized");
    }

    @Test
    void a_proof_makes_no_collection() {
        run("doctor", "--prove", "--yes", "-c", "others", "--timeout", "7s")
                .run()
                .ends(ExitCode.FINDINGS)
                .shows(
                        "WARNING  one_winner: no race could be held: there is no collection shop.others",
                        "fix: claimctl collection create -c others\n");
        assertThat(client.getDatabase("shop").listCollectionNames()).doesNotContain("others");
    }

    @Test
    void one_who_may_not_read_claims_is_told_that_no_command_can_work() {
        for (String command : List.of("find", "aggregate")) {
            for (int i = 0; i < 9; i++) {
                server.answerNext(command, BsonDocument.parse("{ok: 0.0, code: 13, errmsg: 'not authorized'}"), false);
            }
        }
        run("doctor")
                .run()
                .ends(ExitCode.FINDINGS)
                .shows("ERROR    privileges: ")
                .says("1 error");
    }

    @Test
    void lines_to_copy_never_run_on_another_store() {
        claims.dropIndex("expires_at_1");
        claims.createIndex(
                new Document("updated_at", 1), new IndexOptions().name("old").expireAfter(60L, TimeUnit.SECONDS));
        String uri = server.uri() + "/shop";
        run("doctor").run().shows("fix: mongosh \"$CLAIMCTL_URI\" --eval");
        RecordedRun.claimctl("doctor", "--uri", uri)
                .with("CLAIMCTL_URI", "mongodb://elsewhere/shop")
                .run()
                .shows("fix: mongosh " + uri + " --eval")
                .neverPrints("CLAIMCTL_URI");
        RecordedRun.claimctl("doctor", "--uri", uri + "?proxyHost=h&proxyPassword=geheim&proxyUsername=u")
                .run()
                .neverPrints("geheim");
    }

    @Test
    void what_the_server_repeats_of_a_password_is_hidden() {
        server.answerNext(
                "listIndexes",
                BsonDocument.parse("{ok: 0.0, code: 13, errmsg: 'no g!heim and no g%21heim here'}"),
                false);
        run("doctor", "-o", "json")
                .with("OTHER", "mongodb://bob:g%21heim@h/d")
                .run()
                .shows("no *** and no *** here")
                .neverPrints("heim");
    }

    @Test
    void a_view_is_reported_and_hides_nothing() {
        client.getDatabase("shop").createCollection("other", new CreateCollectionOptions());
        server.answerNext(
                "listCollections",
                BsonDocument.parse(
                        "{ok: 1.0, cursor: {id: {$numberLong: '0'}, ns: 'shop.$cmd.listCollections', firstBatch:"
                                + " [{name: '_message_state', type: 'view', options: {viewOn: 'x'}}]}}"),
                false);
        run("doctor")
                .run()
                .ends(ExitCode.FINDINGS)
                .shows("ERROR    collection: shop._message_state is a view", "\nOK       ")
                .says("1 error");
    }
}
