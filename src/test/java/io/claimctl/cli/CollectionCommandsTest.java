package io.claimctl.cli;

import static io.claimctl.cli.RecordedRun.claimctl;
import static io.claimctl.testing.RealReplies.listed;
import static io.claimctl.testing.RealReplies.reply;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import io.claimctl.testing.ScriptedServer;
import io.claimctl.testing.ScriptedServer.Fault;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that set up a collection. */
class CollectionCommandsTest {
    private static final BsonDocument OK = BsonDocument.parse("{ok: 1.0}");

    private final ScriptedServer server = new ScriptedServer();
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

    private List<String> names() {
        List<String> names = new ArrayList<>();
        claims.listIndexes().forEach(index -> names.add(index.getString("name")));
        return names;
    }

    private void answer(String command, BsonDocument... replies) {
        for (BsonDocument reply : replies) {
            server.answerNext(command, reply, false);
        }
    }

    private void conflict() {
        claims.createIndex(new Document("expires_at", 1), new IndexOptions().expireAfter(60L, TimeUnit.SECONDS));
    }

    @Test
    void a_collection_is_created_with_its_indexes_and_exists_from_then_on() {
        run("collection", "create")
                .run()
                .ends(ExitCode.DONE)
                .shows("outcome     created\n", "collection  shop._message_state\n", "expires_at_1", "created")
                .saysNothing();
        assertThat(names())
                .containsExactlyInAnyOrder(
                        "_id_",
                        "expires_at_1",
                        "status_1_updated_at_1__id_1",
                        "updated_at_1__id_1",
                        "event_name_1_updated_at_1__id_1");
        run("collection", "create", "-o", "ndjson")
                .run()
                .ends(ExitCode.DONE)
                .shows("{\"outcome\":\"exists\",\"collection\":\"shop._message_state\",\"capped\":false,")
                .saysNothing();
    }

    @Test
    void a_collection_that_lacks_indexes_gets_them() {
        claims.insertOne(new Document("_id", "a"));
        run("collection", "create", "-o", "json").run().ends(ExitCode.DONE).shows("\"exists\"", "\"created\"");
        assertThat(names()).hasSize(5);
    }

    @Test
    void differences_are_shown_and_nothing_is_made_until_it_is_asked_for() {
        claims.createIndex(new Document("updated_at", 1).append("_id", 1));
        claims.createIndex(new Document("zone", 1));
        String out = run("collection", "indexes")
                .run()
                .ends(ExitCode.DONE)
                .says("3 indexes are missing in shop._message_state; the same command with --apply makes them")
                .out();
        assertThat(out.lines().map(line -> line.replaceAll(" +\\{.*", "").replaceAll(" +", " ")))
                .containsExactly(
                        "INDEX STATE DEFINITION",
                        "expires_at_1 missing",
                        "status_1_updated_at_1__id_1 missing",
                        "updated_at_1__id_1 present",
                        "event_name_1_updated_at_1__id_1 missing",
                        "zone_1 extra");
        run("collection", "indexes", "-q", "-o", "csv")
                .run()
                .ends(ExitCode.DONE)
                .saysNothing();
        assertThat(server.received()).doesNotContain("create");
        assertThat(names()).hasSize(3);
        String applied = run("collection", "indexes", "--apply")
                .run()
                .ends(ExitCode.DONE)
                .saysNothing()
                .out();
        assertThat(applied).startsWith(out);
        assertThat(applied.substring(out.length()).lines().map(line -> line.replaceAll(" +\\{.*", "")))
                .containsExactly(
                        "expires_at_1                     created",
                        "status_1_updated_at_1__id_1      created",
                        "event_name_1_updated_at_1__id_1  created");
        assertThat(names()).hasSize(6);
        assertThat(run("collection", "indexes", "--apply")
                        .run()
                        .ends(0)
                        .saysNothing()
                        .out())
                .doesNotContain("created", "missing");
    }

    @Test
    void json_of_applied_indexes_is_one_document_with_what_was_made() {
        claims.insertOne(new Document("_id", "a"));
        run("collection", "indexes", "--apply", "-o", "json")
                .run()
                .ends(ExitCode.DONE)
                .shows("\"outcome\": \"exists\"", "\"state\": \"created\"")
                .neverPrints("missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"indexes", "indexes --apply", "create"})
    void an_index_in_the_way_ends_as_configuration_with_both_definitions_and_changes_nothing(String words) {
        conflict();
        run(("collection " + words).split(" "))
                .run()
                .ends(ExitCode.CONFIGURATION)
                .says("an index stands in the way", "\"expireAfterSeconds\": 60", "\"expireAfterSeconds\": 0", "drop");
        assertThat(names()).hasSize(2);
    }

    @Test
    void an_index_in_the_way_is_shown_as_conflicting() {
        conflict();
        run("collection", "indexes").run().shows("conflicting", "there is {", "wanted is {", "missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"indexes", "indexes --apply"})
    void indexes_of_a_collection_that_is_not_there_point_to_create(String words) {
        run(("collection " + words).split(" "))
                .run()
                .ends(ExitCode.CONFIGURATION)
                .shows("missing")
                .says("there is no collection shop._message_state", "collection create");
        assertThat(names()).isEmpty();
    }

    @Test
    void a_capped_collection_is_asked_for_in_bytes_and_a_server_up_to5_0_is_warned_of() {
        answer("create", OK);
        answer("listCollections", listed("none"), listed("capped"));
        answer("buildInfo", reply("server", "buildInfo"));
        run("collection", "create", "--capped", "64KiB", "--max", "100", "-o", "json")
                .run()
                .ends(ExitCode.DONE)
                .shows("\"outcome\": \"created\"", "\"size_bytes\": 65536", "\"max_documents\": 100")
                .says("warning: shop._message_state is capped", "MongoDB up to 5.0");
    }

    @Test
    void a_capped_collection_of_another_size_exists_and_its_size_is_said() {
        answer("listCollections", listed("capped"));
        run("collection", "create", "--capped", "1MiB")
                .run()
                .ends(ExitCode.DONE)
                .shows("exists")
                .says("exists with 65536 bytes and at most 100 documents, not with 1048576 bytes");
    }

    @Test
    void a_collection_of_the_other_kind_is_refused() {
        claims.insertOne(new Document("_id", "a"));
        run("collection", "create", "--capped", "64KiB")
                .run()
                .ends(ExitCode.CONFIGURATION)
                .showsNothing()
                .says("shop._message_state exists and is not capped");
        answer("listCollections", listed("capped"));
        run("collection", "create")
                .run()
                .ends(ExitCode.CONFIGURATION)
                .showsNothing()
                .says("shop._message_state exists and is capped");
        assertThat(names()).containsExactly("_id_");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "listCollections|least: listCollections|needs the action listCollections",
                "listIndexes|least: createIndexes|needs the action createIndex",
                "createIndexes|reader: createIndexes|needs the action createIndex",
            })
    void a_privilege_that_is_missing_is_named(String command, String name, String says) {
        claims.insertOne(new Document("_id", "a"));
        answer(command, reply("privileges", name));
        run("collection", "create").run().ends(ExitCode.DENIED).showsNothing().says(says);
        answer(command, reply("privileges", name));
        run("collection", "indexes", "--apply").run().ends(ExitCode.DENIED).says(says);
    }

    @Test
    void a_capped_collection_without_its_indexes_is_told_and_why() {
        answer("create", OK);
        answer("listCollections", listed("none"), listed("capped"));
        answer("createIndexes", reply("privileges", "reader: createIndexes"));
        run("collection", "create", "--capped", "65536")
                .run()
                .ends(ExitCode.DENIED)
                .shows("created", "missing")
                .says("was created, but its indexes were not", "needs the action createIndex");
        answer(
                "create",
                BsonDocument.parse("{ok: 0.0, code: 13, errmsg: 'not authorized on shop to execute command"
                        + " { create: \"_message_state\" }'}"));
        run("collection", "create", "--capped", "65536")
                .run()
                .ends(ExitCode.DENIED)
                .showsNothing()
                .says("needs the action createCollection");
    }

    @Test
    void what_got_no_reply_is_unknown() {
        server.cutNext("createIndexes", Fault.CUT_BEFORE);
        run("collection", "create", "-o", "json")
                .run()
                .ends(ExitCode.UNKNOWN)
                .shows("\"outcome\": \"unknown\"")
                .says("it is not known whether shop._message_state was created", "run again");
        claims.insertOne(new Document("_id", "a"));
        server.cutNext("createIndexes", Fault.CUT_AFTER);
        run("collection", "indexes", "--apply")
                .run()
                .ends(ExitCode.UNKNOWN)
                .shows("missing", "unknown")
                .says("it is not known whether the indexes of shop._message_state were created");
    }

    @Test
    void a_change_that_cannot_be_written_is_still_told() {
        run("collection", "create", "-o", "json")
                .reader(full())
                .run()
                .ends(ExitCode.UNEXPECTED)
                .says("shop._message_state was created; 4 indexes were created, though it could not be written");
        claims.dropIndexes();
        run("collection", "indexes", "--apply", "-o", "json")
                .reader(full())
                .run()
                .ends(ExitCode.UNEXPECTED)
                .says("shop._message_state exists; 4 indexes were created, though it could not be written");
        run("collection", "indexes", "-o", "json")
                .reader(full())
                .run()
                .ends(ExitCode.UNEXPECTED)
                .neverPrints("though");
    }

    private static OutputStream full() {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("No space left on device");
            }
        };
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "4095|size is 4095; a capped collection has at least 4096 bytes",
                "3KiB|size is 3072",
                "64k|'64k' may mean two sizes: write 64KiB (of 1024) or 64KB (of 1000)",
                "64 parsecs|'64 parsecs' has a unit that is none of",
                "-1|'-1' is no size",
                "1.5MiB|'1.5MiB' is no size",
                "99999999999GiB|larger than any collection",
            })
    void a_size_that_cannot_be_is_refused_with_the_reason(String size, String says) {
        run("collection", "create", "--capped=" + size)
                .run()
                .ends(ExitCode.USAGE)
                .says(says);
    }

    @ParameterizedTest
    @CsvSource({
        "65536,65536",
        "64KiB,65536",
        "64 kib,65536",
        "1MiB,1048576",
        "64KB,64000",
        "2MB,2000000",
        "5000B,5000",
        "1GiB,1073741824",
        "1GB,1000000000"
    })
    void a_size_may_have_a_unit(String size, long bytes) {
        assertThat(new SizeConverter().convert(size)).isEqualTo(bytes);
    }

    @Test
    void a_maximum_needs_a_capped_collection_and_fits_an_int() {
        run("collection", "create", "--max", "5").run().ends(ExitCode.USAGE).says("--max", "--capped");
        run("collection", "create", "--capped", "64KiB", "--max", "2147483648")
                .run()
                .ends(ExitCode.USAGE)
                .says("max is 2147483648");
        assertThat(server.received()).isEmpty();
    }

    @Test
    void each_costs_the_commands_that_it_needs() {
        run("collection", "create").run();
        assertThat(String.join(" ", server.received())).isEqualTo("listCollections createIndexes");
        server.forgetReceived();
        run("collection", "indexes", "--apply").run();
        assertThat(String.join(" ", server.received())).isEqualTo("listCollections listIndexes");
    }
}
