package io.claimctl.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.model.IndexOptions;
import io.claimctl.claim.ClaimCollection.State;
import io.claimctl.claim.ClaimIndex.Standing;
import io.claimctl.testing.Capability;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class CollectionTest {
    private static final Capped SMALL = new Capped(65_536, 100L);

    private final TestServer server;
    private final Fixture f;

    CollectionTest(TestServer server) {
        this.server = server;
        f = new Fixture(server);
    }

    @AfterEach
    void close() {
        f.close();
    }

    private void cappedOnly() {
        Capability.CAPPED_COLLECTIONS.require(server);
    }

    private List<BsonDocument> stored() {
        return f.documents.listIndexes(BsonDocument.class).into(new ArrayList<>());
    }

    private void index(String keys, IndexOptions options) {
        f.documents.createIndex(BsonDocument.parse(keys), options);
    }

    /** As {@code name=standing}. */
    private static List<String> standings(ClaimCollection collection) {
        return collection.indexes().stream()
                .map(i -> i.name() + "=" + i.standing().name().toLowerCase(java.util.Locale.ROOT))
                .toList();
    }

    private static List<String> all(String standing) {
        return List.of(
                "expires_at_1=" + standing,
                "status_1_updated_at_1__id_1=" + standing,
                "updated_at_1__id_1=" + standing,
                "event_name_1_updated_at_1__id_1=" + standing);
    }

    @Test
    void a_look_names_what_is_missing_and_makes_nothing() {
        ClaimCollection seen = f.store.collection();
        assertThat(seen.state()).isEqualTo(State.ABSENT);
        assertThat(seen.name()).isEqualTo(f.namespace.getFullName());
        assertThat(seen.capped()).isNull();
        assertThat(standings(seen)).isEqualTo(all("missing"));
        assertThat(seen.indexes().get(0).wanted())
                .isEqualTo("{\"key\": {\"expires_at\": 1}, \"name\": \"expires_at_1\", \"expireAfterSeconds\": 0}");
        assertThat(f.steering.sentNames()).doesNotContain("create", "createIndexes", "listIndexes");
        assertThat(f.store.collection().state()).isEqualTo(State.ABSENT);
    }

    @Test
    void a_collection_is_made_with_its_indexes_by_one_command_and_once() {
        ClaimCollection made = f.store.createCollection(null);
        assertThat(made.state()).isEqualTo(State.CREATED);
        assertThat(standings(made)).isEqualTo(all("created"));
        assertThat(f.steering.sentNames()).contains("createIndexes").doesNotContain("create");
        List<BsonDocument> indexes = stored();
        assertThat(indexes).hasSize(5);
        f.commands();
        ClaimCollection again = f.store.createCollection(null);
        assertThat(again.state()).isEqualTo(State.EXISTS);
        assertThat(standings(again)).isEqualTo(all("present"));
        assertThat(stored()).isEqualTo(indexes);
        assertThat(f.steering.sentNames()).doesNotContain("create", "createIndexes");
    }

    @Test
    void only_what_is_missing_is_made() {
        f.store.createCollection(null);
        f.documents.dropIndex("updated_at_1__id_1");
        ClaimCollection seen = f.store.collection();
        assertThat(seen.count(Standing.MISSING)).isEqualTo(1);
        f.steering.forgetSent();
        ClaimCollection made = f.store.createMissingIndexes(seen);
        assertThat(standings(made)).contains("updated_at_1__id_1=created", "expires_at_1=present");
        assertThat(f.steering.sent().stream()
                        .filter(c -> c.containsKey("createIndexes"))
                        .flatMap(c -> c.getArray("indexes").stream())
                        .map(i -> i.asDocument().getString("name").getValue()))
                .containsExactly("updated_at_1__id_1");
        assertThat(standings(f.store.collection())).isEqualTo(all("present"));
    }

    @Test
    void an_index_of_the_same_keys_with_other_options_stands_in_the_way() {
        index("{expires_at: 1}", new IndexOptions().expireAfter(60L, TimeUnit.SECONDS));
        ClaimCollection seen = f.store.collection();
        assertThat(standings(seen)).startsWith("expires_at_1=conflicting").contains("updated_at_1__id_1=missing");
        assertThat(seen.indexes().get(0).found()).contains("\"expireAfterSeconds\": 60");
        refused("\"expireAfterSeconds\": 60", "\"expireAfterSeconds\": 0");
    }

    @Test
    void an_index_of_the_same_keys_without_ttl_stands_in_the_way() {
        index("{expires_at: 1}", new IndexOptions());
        refused("there is {\"key\": {\"expires_at\": 1}, \"name\": \"expires_at_1\"}", "\"expireAfterSeconds\": 0");
    }

    @Test
    void an_index_that_is_unique_sparse_or_partial_stands_in_the_way() {
        index("{updated_at: 1, _id: 1}", new IndexOptions().unique(true));
        index("{status: 1, updated_at: 1, _id: 1}", new IndexOptions().sparse(true));
        index(
                "{event_name: 1, updated_at: 1, _id: 1}",
                new IndexOptions().partialFilterExpression(new BsonDocument("status", new BsonString("processing"))));
        assertThat(f.store.collection().count(Standing.CONFLICTING))
                .isEqualTo(stored().stream().filter(CollectionTest::hasOptions).count())
                .isPositive();
    }

    /** The embedded server forgets some options. */
    private static boolean hasOptions(BsonDocument index) {
        return index.containsKey("unique")
                || index.containsKey("sparse")
                || index.containsKey("partialFilterExpression");
    }

    @Test
    void an_index_of_the_same_keys_under_another_name_stands_in_the_way() {
        index("{updated_at: 1, _id: 1}", new IndexOptions().name("mine"));
        refused("\"mine\"", "updated_at_1__id_1");
    }

    @Test
    void an_index_of_the_same_name_with_other_keys_stands_in_the_way() {
        index("{worker_id: 1}", new IndexOptions().name("updated_at_1__id_1"));
        refused("worker_id");
    }

    @Test
    void an_index_that_stands_in_two_ways_is_named_for_both() {
        index("{updated_at: 1, _id: 1}", new IndexOptions().name("expires_at_1"));
        assertThat(standings(f.store.collection()))
                .contains("expires_at_1=conflicting", "updated_at_1__id_1=conflicting")
                .hasSize(4);
    }

    private void refused(String... words) {
        List<BsonDocument> before = stored();
        f.steering.forgetSent();
        ClaimCollection seen = f.store.collection();
        assertThatThrownBy(() -> f.store.createMissingIndexes(seen))
                .isInstanceOf(StoreException.class)
                .hasMessageContainingAll(words);
        assertThatThrownBy(() -> f.store.createCollection(null)).hasMessageContainingAll(words);
        assertThat(f.steering.sentNames()).doesNotContain("createIndexes", "create");
        assertThat(stored()).isEqualTo(before);
    }

    @Test
    void an_index_of_others_is_listed_and_stays() {
        index("{zone: 1}", new IndexOptions());
        index("{updated_at: -1, _id: 1}", new IndexOptions());
        ClaimCollection seen = f.store.collection();
        assertThat(standings(seen).subList(4, 6)).containsExactly("updated_at_-1__id_1=extra", "zone_1=extra");
        assertThat(seen.indexes().get(5).wanted()).isNull();
        f.store.createMissingIndexes(seen);
        assertThat(stored()).hasSize(7);
    }

    @Test
    void indexes_of_a_collection_that_is_not_there_are_refused() {
        ClaimCollection seen = f.store.collection();
        assertThatThrownBy(() -> f.store.createMissingIndexes(seen))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("there is no collection " + f.namespace.getFullName());
        assertThat(f.store.collection().state()).isEqualTo(State.ABSENT);
    }

    @Test
    void a_capped_collection_is_made_with_its_size_and_gets_no_ttl() {
        cappedOnly();
        ClaimCollection made = f.store.createCollection(SMALL);
        assertThat(made.state()).isEqualTo(State.CREATED);
        assertThat(made.capped()).isEqualTo(SMALL);
        assertThat(made.failure()).isNull();
        assertThat(standings(made)).isEqualTo(all("created"));
        assertThat(stored()).hasSize(5).noneMatch(i -> i.containsKey("expireAfterSeconds"));
        ClaimCollection seen = f.store.collection();
        assertThat(standings(seen)).isEqualTo(all("present"));
        assertThat(seen.capped()).isEqualTo(SMALL);
        assertThat(seen.refusesSizeChanges()).isEqualTo(refusesSizeChanges());
    }

    private boolean refusesSizeChanges() {
        List<BsonValue> version = f.steered
                .getDatabase("admin")
                .runCommand(BsonDocument.parse("{buildInfo: 1}"), BsonDocument.class)
                .getArray("versionArray")
                .getValues();
        int major = version.get(0).asNumber().intValue();
        return major < 5 || major == 5 && version.get(1).asNumber().intValue() == 0;
    }

    @Test
    void a_capped_collection_of_another_size_exists_and_stays() {
        cappedOnly();
        f.store.createCollection(SMALL);
        ClaimCollection again = f.store.createCollection(new Capped(1 << 20, null));
        assertThat(again.state()).isEqualTo(State.EXISTS);
        assertThat(again.capped()).isEqualTo(SMALL);
    }

    @Test
    void a_collection_of_the_other_kind_is_refused_and_gets_no_index() {
        cappedOnly();
        f.documents.insertOne(new BsonDocument("_id", new BsonString("a")));
        assertThatThrownBy(() -> f.store.createCollection(SMALL))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("exists and is not capped");
        f.documents.drop();
        f.store.createCollection(SMALL);
        f.documents.dropIndex("expires_at_1");
        assertThatThrownBy(() -> f.store.createCollection(null)).hasMessageContaining("exists and is capped");
        assertThat(stored()).hasSize(4);
    }

    @Test
    void a_ttl_index_on_a_capped_collection_stands_in_the_way() {
        cappedOnly();
        f.steered
                .getDatabase(f.namespace.getDatabaseName())
                .createCollection(
                        f.namespace.getCollectionName(),
                        new com.mongodb.client.model.CreateCollectionOptions()
                                .capped(true)
                                .sizeInBytes(65_536));
        index("{expires_at: 1}", new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
        assertThat(standings(f.store.collection())).startsWith("expires_at_1=conflicting");
    }
}
