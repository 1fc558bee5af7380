package io.claimctl.claim;

import static io.claimctl.testing.RealReplies.listed;
import static io.claimctl.testing.RealReplies.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.claim.ClaimCollection.State;
import io.claimctl.claim.ClaimIndex.Standing;
import io.claimctl.claim.StoreException.Kind;
import io.claimctl.testing.ScriptedServer;
import io.claimctl.testing.ScriptedServer.Fault;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A collection and its indexes where the server answers as a real one did, refuses, or does not answer. */
class CollectionRepliesTest {
    private static final Capped SMALL = new Capped(65_536, 100L);
    private static final BsonDocument OK = BsonDocument.parse("{ok: 1.0}");

    private final ScriptedServer server = new ScriptedServer();
    private final Fixture f = new Fixture(server.uri());

    @AfterEach
    void close() {
        server.clear();
        f.close();
        server.close();
    }

    private void answer(String command, BsonDocument... replies) {
        for (BsonDocument reply : replies) {
            server.answerNext(command, reply, false);
        }
    }

    @Test
    void a_real_capped_collection_is_known_by_what_the_server_lists() {
        answer("listCollections", listed("capped"));
        answer("buildInfo", reply("server", "buildInfo"));
        ClaimCollection seen = f.store.collection();
        assertThat(seen.capped()).isEqualTo(SMALL);
        assertThat(seen.refusesSizeChanges()).isTrue();
        assertThat(seen.indexes().get(0).wanted()).doesNotContain("expireAfterSeconds");
    }

    @Test
    void the_indexes_of_a_real_server_are_present() {
        answer("listCollections", listed("_message_state"));
        answer("listIndexes", reply("collections", "listIndexes"));
        assertThat(f.store.collection().indexes()).hasSize(4).allMatch(i -> i.standing() == Standing.PRESENT);
    }

    @ParameterizedTest
    @CsvSource({"4,2,true", "5,0,true", "5,1,false", "6,0,false", "8,2,false"})
    void size_changes_are_refused_up_to_version5_0(int major, int minor, boolean refused) {
        answer("listCollections", listed("capped"));
        answer("buildInfo", OK.clone().append("versionArray", BsonArray.parse("[" + major + ", " + minor + ", 3, 0]")));
        assertThat(f.store.collection().refusesSizeChanges()).isEqualTo(refused);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{ok: 0.0, code: 13, errmsg: 'not authorized'}", "{ok: 1.0}", "{ok: 1.0, versionArray: 4}"})
    void a_server_that_does_not_say_its_version_is_not_suspected(String reply) {
        answer("listCollections", listed("capped"));
        answer("buildInfo", BsonDocument.parse(reply));
        assertThat(f.store.collection().refusesSizeChanges()).isFalse();
    }

    @Test
    void a_view_is_refused() {
        BsonDocument view = listed("_message_state");
        view.getDocument("cursor").getArray("firstBatch").get(0).asDocument().append("type", new BsonString("view"));
        answer("listCollections", view, view, view);
        assertThatThrownBy(() -> f.store.collection()).hasMessageContaining("it is a view");
        assertThatThrownBy(() -> f.store.createCollection(null)).hasMessageContaining("it is a view");
        assertThatThrownBy(() -> f.store.acquire("a", Fixture.MINUTE)).hasMessageContaining("it is a view");
    }

    @Test
    void a_collection_with_a_collation_is_refused_before_anything_is_made() {
        BsonDocument collated = listed("_message_state");
        collated.getDocument("cursor")
                .getArray("firstBatch")
                .get(0)
                .asDocument()
                .append("options", BsonDocument.parse("{collation: {locale: 'en'}}"));
        answer("listCollections", collated);
        assertThatThrownBy(() -> f.store.createCollection(null)).hasMessageContaining("'en'");
        assertThat(f.steering.sentNames()).doesNotContain("createIndexes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"listCollections", "listIndexes", "createIndexes"})
    void a_privilege_that_is_missing_is_told_and_nothing_is_made(String command) {
        f.documents.insertOne(new BsonDocument("_id", new BsonInt32(1)));
        answer(command, reply("privileges", "reader: createIndexes"));
        assertThatThrownBy(() -> f.store.createCollection(null))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.DENIED));
        assertThat(f.store.collection().count(Standing.MISSING)).isEqualTo(4);
    }

    @Test
    void a_capped_collection_that_was_made_is_told_also_where_its_indexes_are_refused() {
        answer("create", OK);
        answer("listCollections", listed("none"), listed("capped"));
        answer("createIndexes", reply("privileges", "reader: createIndexes"));
        ClaimCollection made = f.store.createCollection(SMALL);
        assertThat(made.state()).isEqualTo(State.CREATED);
        assertThat(made.capped()).isEqualTo(SMALL);
        assertThat(made.indexes()).allMatch(i -> i.standing() == Standing.MISSING);
        assertThat(made.unknown()).isFalse();
        assertThat(made.failure()).isNotNull();
        assertThat(made.failure().kind()).isEqualTo(Kind.DENIED);
        answer("create", OK);
        answer("listCollections", listed("none"), listed("capped"));
        answer("createIndexes", reply("privileges", "reader: createIndexes"));
        assertThatThrownBy(() -> f.store.createCapped(65_536, 100L)).isInstanceOf(StoreException.class);
    }

    @Test
    void a_server_that_makes_a_collection_that_is_not_capped_is_found_out() {
        answer("create", OK);
        answer("listCollections", listed("none"), listed("_message_state"));
        ClaimCollection made = f.store.createCollection(SMALL);
        assertThat(made.state()).isEqualTo(State.CREATED);
        assertThat(made.capped()).isNull();
        assertThat(made.failure()).hasMessageContaining("not as a capped one");
        assertThat(f.steering.sentNames()).doesNotContain("createIndexes");
    }

    @Test
    void a_server_without_capped_collections_is_a_refusal() {
        answer("create", BsonDocument.parse("{ok: 0.0, code: 115, errmsg: 'no capped collections'}"));
        assertThatThrownBy(() -> f.store.createCollection(SMALL))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.REFUSED));
    }

    @Test
    void a_collection_that_somebody_made_meanwhile_exists_or_is_of_the_other_kind() {
        answer("create", reply("collections", "create capped again"));
        answer("listCollections", listed("none"), listed("capped"));
        assertThat(f.store.createCollection(SMALL).state()).isEqualTo(State.EXISTS);
        answer("create", reply("collections", "create capped again"));
        answer("listCollections", listed("none"), listed("_message_state"));
        assertThatThrownBy(() -> f.store.createCollection(SMALL)).hasMessageContaining("exists and is not capped");
    }

    @Test
    void an_index_that_somebody_made_meanwhile_is_named_with_both_definitions() {
        f.documents.insertOne(new BsonDocument("_id", new BsonInt32(1)));
        ClaimCollection seen = f.store.collection();
        f.documents.createIndex(new BsonDocument("expires_at", new BsonInt32(1)));
        answer("createIndexes", reply("collections", "createIndexes, same keys, other options"));
        assertThatThrownBy(() -> f.store.createMissingIndexes(seen))
                .hasMessageContainingAll("there is {\"key\": {\"expires_at\": 1}", "\"expireAfterSeconds\": 0");
    }

    @Test
    void indexes_without_a_reply_are_unknown() {
        f.documents.insertOne(new BsonDocument("_id", new BsonInt32(1)));
        ClaimCollection seen = f.store.collection();
        server.cutNext("createIndexes", Fault.CUT_AFTER);
        ClaimCollection made = f.store.createMissingIndexes(seen);
        assertThat(made.unknown()).isTrue();
        assertThat(made.state()).isEqualTo(State.EXISTS);
        assertThat(made.indexes()).allMatch(i -> i.standing() == Standing.UNKNOWN);
        assertThat(made.failure()).isNotNull();
    }

    @Test
    void a_collection_whose_indexes_got_no_reply_is_unknown_too() {
        server.cutNext("createIndexes", Fault.CUT_BEFORE);
        ClaimCollection made = f.store.createCollection(null);
        assertThat(made.state()).isEqualTo(State.UNKNOWN);
        assertThat(made.unknown()).isTrue();
    }

    @Test
    void a_capped_collection_without_a_reply_is_what_is_there_then() {
        server.cutNext("create", Fault.CUT_BEFORE);
        answer("listCollections", listed("none"), listed("capped"));
        assertThat(f.store.createCollection(SMALL).state()).isEqualTo(State.EXISTS);
        server.cutNext("create", Fault.CUT_BEFORE);
        answer("listCollections", listed("none"), listed("none"));
        ClaimCollection unknown = f.store.createCollection(SMALL);
        assertThat(unknown.state()).isEqualTo(State.UNKNOWN);
        assertThat(unknown.failure()).isNotNull();
        server.cutNext("create", Fault.CUT_BEFORE);
        answer("listCollections", listed("none"), reply("privileges", "least: listCollections"));
        assertThat(f.store.createCollection(SMALL).state()).isEqualTo(State.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource({
        "5000, 5000, true",
        "5000, 5120, true",
        "5000, 5376, false",
        "65536, 65536, true",
        "65536, 65792, false",
    })
    void a_size_that_the_server_rounded_is_no_other_size(long asked, long made, boolean same) {
        assertThat(new Capped(asked, null).madeAs(new Capped(made, null))).isEqualTo(same);
        assertThat(new Capped(asked, 5L).madeAs(new Capped(made, 5L))).isEqualTo(same);
        assertThat(new Capped(asked, 5L).madeAs(new Capped(made, null))).isFalse();
    }

    @Test
    void a_size_or_maximum_that_no_server_takes_is_refused() {
        assertThatThrownBy(() -> new Capped(4_095, null))
                .hasMessageContaining("4095")
                .hasMessageContaining("4096");
        assertThatThrownBy(() -> new Capped(4_096, 0L)).hasMessageContaining("max is 0");
        assertThatThrownBy(() -> new Capped(4_096, 1L << 31)).hasMessageContaining("2147483647");
        assertThat(new Capped(4_096, (1L << 31) - 1).maxDocuments()).isEqualTo(Integer.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(ints = {11601, 112})
    void a_look_that_the_server_gave_up_is_taken_by_the_next_operation(int code) {
        BsonDocument view = listed("_message_state");
        view.getDocument("cursor").getArray("firstBatch").get(0).asDocument().append("type", new BsonString("view"));
        answer("listCollections", BsonDocument.parse("{ok: 0.0, errmsg: 'gave up', code: " + code + "}"), view);
        assertThat(f.store.acquire("a", Fixture.MINUTE)).isInstanceOf(Acquired.class);
        assertThatThrownBy(() -> f.store.acquire("b", Fixture.MINUTE)).hasMessageContaining("it is a view");
    }
}
