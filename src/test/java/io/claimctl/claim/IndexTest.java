package io.claimctl.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.model.IndexOptions;
import io.claimctl.testing.RealReplies;
import io.claimctl.testing.ScriptedServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IndexTest {
    private final ScriptedServer server = new ScriptedServer();
    private final Fixture f = new Fixture(server.uri());

    @AfterEach
    void close() {
        server.clear();
        f.close();
        server.close();
    }

    private List<BsonDocument> indexes() {
        return f.documents.listIndexes(BsonDocument.class).into(new ArrayList<>());
    }

    @Test
    void the_four_indexes_of_the_reference_are_made_and_making_them_again_changes_nothing() {
        f.store.createIndexes();
        List<BsonDocument> made = indexes();
        f.store.createIndexes();
        assertThat(indexes()).isEqualTo(made);
        assertThat(made.stream().map(i -> i.getString("name").getValue()))
                .contains(
                        "expires_at_1",
                        "status_1_updated_at_1__id_1",
                        "updated_at_1__id_1",
                        "event_name_1_updated_at_1__id_1");
        assertThat(made.stream().filter(i -> i.getString("name").getValue().equals("expires_at_1")))
                .allSatisfy(i ->
                        assertThat(i.getNumber("expireAfterSeconds").intValue()).isZero());
    }

    @Test
    void an_index_with_other_options_is_refused_and_both_definitions_are_named() {
        f.documents.createIndex(
                new BsonDocument("expires_at", new BsonInt32(1)),
                new IndexOptions().expireAfter(60L, TimeUnit.SECONDS));
        assertThatThrownBy(() -> f.store.createIndexes())
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("\"expireAfterSeconds\": 60")
                .hasMessageContaining("\"expireAfterSeconds\": 0");
        assertThat(indexes()).as("nothing half done").hasSize(2);
    }

    @Test
    void the_same_keys_under_another_name_are_refused() {
        f.documents.createIndex(BsonDocument.parse("{updated_at: 1, _id: 1}"), new IndexOptions().name("mine"));
        assertThatThrownBy(() -> f.store.createIndexes()).hasMessageContaining("\"mine\"");
    }

    @Test
    void the_same_name_with_other_keys_is_refused() {
        f.documents.createIndex(BsonDocument.parse("{worker_id: 1}"), new IndexOptions().name("updated_at_1__id_1"));
        assertThatThrownBy(() -> f.store.createIndexes()).hasMessageContaining("worker_id");
    }

    @Test
    void a_capped_collection_is_asked_for_with_its_size_and_maximum_and_gets_no_ttl() {
        server.answerNext("create", BsonDocument.parse("{ok: 1.0}"), false);
        server.answerNext("listCollections", RealReplies.listed("none"), false);
        server.answerNext("listCollections", RealReplies.listed("capped"), false);
        f.store.createCapped(65_536, 100L);
        BsonDocument create = f.steering.sent().stream()
                .filter(c -> c.containsKey("create"))
                .findFirst()
                .orElseThrow();
        assertThat(create.getBoolean("capped").getValue()).isTrue();
        assertThat(create.getNumber("size").longValue()).isEqualTo(65_536);
        assertThat(create.getNumber("max").longValue()).isEqualTo(100);
        assertThat(indexes()).hasSize(5).noneMatch(i -> i.containsKey("expireAfterSeconds"));
    }

    @Test
    void a_capped_collection_below_4096_bytes_is_refused_before_anything_is_sent() {
        f.commands();
        assertThatThrownBy(() -> f.store.createCapped(4_095, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("4095");
        assertThat(f.commands()).isEmpty();
    }

    @Test
    void a_collection_with_a_collation_is_refused_before_any_mutation() {
        server.answerNext(
                "listCollections",
                BsonDocument.parse(
                        "{ok: 1.0, cursor: {id: {$numberLong: '0'}, ns: 'x',"
                                + " firstBatch: [{name: 'c', type: 'collection', options: {collation: {locale: 'en', strength: 2}}}]}}"),
                false);
        assertThatThrownBy(() -> f.store.acquire("a", Fixture.MINUTE))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("collation")
                .hasMessageContaining("'en'");
        assertThat(f.commands()).doesNotContain("findAndModify");
    }

    @Test
    void an_id_that_a_collation_took_for_another_is_malformed() {
        server.answerNext(
                "findAndModify",
                BsonDocument.parse(
                        "{ok: 1.0, value: {_id: 'A', status: 'released'}, lastErrorObject: {n: 1, updatedExisting: true}}"),
                false);
        assertThat(f.store.acquire("a", Fixture.MINUTE)).isInstanceOf(Malformed.class);
    }
}
