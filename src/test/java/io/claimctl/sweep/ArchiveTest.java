package io.claimctl.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.StoreException.Kind;
import io.claimctl.claim.SweptClaim;
import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.testing.FaultProxy;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.ProxyFault;
import io.claimctl.testing.Servers.TestServer;
import io.claimctl.testing.Steering;
import io.claimctl.worker.Message;
import io.claimctl.worker.Recovery;
import io.claimctl.worker.RecoveryListener;
import io.claimctl.worker.RecoveryReport;
import io.claimctl.worker.RecoveryRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Copies of claims are confirmed, all of them, or the sweep hears that one is not. */
@OnEveryServer
class ArchiveTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Instant NOW = AuditSamples.NOW;
    private static final String BY = "sweep-0123456789abcdef01234567:3";
    private static final String DATABASE = "claimctl_test";

    private final String collection = "a" + UUID.randomUUID().toString().replace("-", "");
    private final Steering steering = new Steering();
    private final FaultProxy proxy;
    private final MongoClient client;
    private final MongoClient beside;
    private final MongoCollection<BsonDocument> copies;
    private final Archive archive;

    ArchiveTest(TestServer server) {
        proxy = new FaultProxy(server.uri());
        client = MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(proxy.uri() + "&w=1&retryWrites=false"))
                .addCommandListener(steering)
                .applyToServerSettings(s -> s.minHeartbeatFrequency(5, TimeUnit.MILLISECONDS))
                .build());
        beside = MongoClients.create(server.uri());
        copies = beside.getDatabase(DATABASE).getCollection(collection, BsonDocument.class);
        archive = Archive.in(client, DATABASE, collection, TIMEOUT);
    }

    @AfterEach
    void close() {
        proxy.assertSound();
        copies.drop();
        client.close();
        beside.close();
        proxy.close();
    }

    private static Claim claim(String id) {
        return AuditSamples.claim(id);
    }

    private static Claim message(String id, byte[] payload) {
        return AuditSamples.claim(AuditSamples.document(id)
                .append("payload", new BsonBinary(payload))
                .append("event_name", new BsonString("order.placed"))
                .append("metadata", new BsonDocument("trace", new BsonString("t-" + id))));
    }

    private BsonDocument stored(String id) {
        return copies.find(new BsonDocument("_id", new BsonString(id))).first();
    }

    private void copy(Claim... claims) {
        archive.copy(BY, NOW, List.of(claims), null);
    }

    @Test
    void a_copy_has_all_that_the_claim_had_and_says_whose_it_is() {
        Claim claim = AuditSamples.claim(
                AuditSamples.document("a").append("fence", new BsonInt64(7)).append("x", new BsonBinary(new byte[3])));
        archive.copy(BY, NOW, List.of(claim), "node 7 is gone");
        BsonDocument expected = claim.document().clone();
        expected.append("_id", new BsonString("a@" + BY))
                .append("archived_id", new BsonString("a"))
                .append("archived_by", new BsonString(BY))
                .append("archived_at", new BsonDateTime(NOW.toEpochMilli()))
                .append("archive_reason", new BsonString("node 7 is gone"));
        assertThat(copies.find()).containsExactly(expected);
        assertThat(claim.document().getString("_id").getValue()).isEqualTo("a");
    }

    @Test
    void copies_of_claims_that_were_left_as_they_are_are_none_for_a_recovery() {
        List<Claim> claims = List.of(claim("a"), claim("b"), claim("c"), claim("d"), claim("e"), claim("f"));
        archive.copy(BY, NOW, claims, null);
        archive.after(List.of(
                new SweptClaim(claims.get(0), Result.CHANGED, null),
                new SweptClaim(claims.get(1), Result.SKIPPED, null),
                new SweptClaim(claims.get(2), Result.ERROR, "denied"),
                new SweptClaim(claims.get(3), Result.GONE, null),
                new SweptClaim(claims.get(4), Result.UNCLEAR, null),
                new SweptClaim(claims.get(5), Result.RESET, null),
                new SweptClaim(claim("never copied"), Result.CHANGED, null)));
        assertThat(copies.find()
                        .map(d -> d.getString("archived_id").getValue() + " "
                                + d.getString("status").getValue()))
                .containsExactlyInAnyOrder(
                        "a changed", "b skipped", "c error", "d processing", "e processing", "f processing");
    }

    @Test
    void a_later_generation_of_a_claim_is_kept_beside_the_older() {
        copy(claim("a"));
        archive.copy("sweep-1:1", NOW, List.of(claim("a")), null);
        assertThat(stored("a@sweep-1:1")).doesNotContainKey("archive_reason");
        assertThat(copies.countDocuments()).isEqualTo(2);
    }

    @Test
    void it_asks_for_a_majority_whatever_the_connection_string_says_and_nothing_is_sent_for_nothing() {
        copy();
        assertThat(steering.sentNames()).isEmpty();
        copy(claim("a"));
        assertThat(steering.sent()).singleElement().satisfies(sent -> {
            assertThat(sent.getDocument("writeConcern")).isEqualTo(BsonDocument.parse("{w: 'majority'}"));
            assertThat(sent.getBoolean("ordered").getValue()).isFalse();
        });
    }

    @Test
    void a_copy_that_is_there_already_is_enough_and_stays_as_it_is() {
        copy(claim("b"));
        archive.copy(BY, NOW.plusSeconds(9), List.of(claim("a"), claim("b"), claim("c")), "again");
        assertThat(copies.countDocuments()).isEqualTo(3);
        assertThat(stored("b@" + BY).getDateTime("archived_at").getValue()).isEqualTo(NOW.toEpochMilli());
    }

    @Test
    void another_state_of_the_claim_under_the_same_id_is_no_copy_of_it() {
        copy(claim("a"));
        assertThatThrownBy(() -> copy(claim("b"), message("a", new byte[] {1})))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith("the archive " + archive.name()
                        + " did not take a copy of the claim 'a': another unique index");
    }

    @Test
    void what_another_unique_index_refuses_is_no_copy() {
        copies.createIndex(Indexes.ascending("worker_id"), new IndexOptions().unique(true));
        assertThatThrownBy(() -> copy(claim("a"), claim("b")))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.DUPLICATE_KEY))
                .hasMessageContaining("did not take a copy of the claim 'b'");
    }

    @Test
    void a_lost_reply_is_asked_for_once_more_and_nothing_is_there_twice() {
        FaultProxy.Rule lost = proxy.next("insert", ProxyFault.CUT_AFTER);
        copy(claim("a"), claim("b"));
        assertThat(lost.fired()).isEqualTo(1);
        assertThat(proxy.seen("insert")).hasSize(2);
        assertThat(copies.countDocuments()).isEqualTo(2);
    }

    @Test
    void a_request_that_was_lost_is_sent_once_more() {
        proxy.next("insert", ProxyFault.CUT_BEFORE);
        copy(claim("a"));
        assertThat(copies.countDocuments()).isEqualTo(1);
    }

    @Test
    void replies_that_are_lost_again_are_a_failure() {
        proxy.always("insert", ProxyFault.CUT_AFTER);
        assertThatThrownBy(() -> copy(claim("a")))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMED_OUT))
                .hasMessageStartingWith("the archive " + archive.name() + " cannot be written: ");
        assertThat(proxy.seen("insert")).hasSize(2);
    }

    @Test
    void no_reply_in_time_is_a_failure() {
        proxy.always("insert", ProxyFault.STALL_AFTER);
        assertThatThrownBy(() -> Archive.in(client, DATABASE, collection, Duration.ofMillis(500))
                        .copy(BY, NOW, List.of(claim("a")), null))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMED_OUT));
    }

    @Test
    void what_no_majority_has_confirmed_is_a_failure_also_where_it_was_written() {
        proxy.next("insert", ProxyFault.writeConcernError(64, true));
        assertThatThrownBy(() -> copy(claim("a")))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMED_OUT))
                .hasMessageStartingWith("the archive " + archive.name() + " cannot be written: ");
    }

    @Test
    void copies_that_are_there_and_not_confirmed_are_a_failure_too() {
        copy(claim("a"));
        proxy.next("insert", ProxyFault.answer(true, (request, real) -> {
            BsonDocument reply = BsonDocument.parse("{writeConcernError: {code: 64, errmsg: 'not yet'}}");
            reply.putAll(real);
            return reply;
        }));
        assertThatThrownBy(() -> copy(claim("a"))).hasMessageContaining("not yet");
    }

    @Test
    void a_user_who_may_not_write_is_told_so() {
        proxy.next("insert", ProxyFault.error(13, false));
        assertThatThrownBy(() -> copy(claim("a")))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.DENIED));
        proxy.next(
                "insert",
                ProxyFault.answer(
                        false,
                        (request, real) -> BsonDocument.parse(
                                "{ok: 1, n: 1, writeErrors: [{index: 1, code: 121, errmsg: 'failed validation'}]}")));
        assertThatThrownBy(() -> copy(claim("a"), claim("b")))
                .hasMessageContaining(
                        "a copy of the claim 'b': the server refused the command: failed validation (code 121)");
    }

    @Test
    void a_claim_that_is_too_large_with_what_is_added_is_named() {
        int most = 16 << 20;
        Claim large = message("large", new byte[most - 500]);
        assertThatThrownBy(() -> archive.copy(BY, NOW, List.of(claim("a"), large), "x".repeat(400)))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.REFUSED))
                .hasMessageContaining("cannot take a copy of the claim 'large': with what the archive adds to it, it is"
                        + " larger than the server takes");
        proxy.next(
                "insert",
                ProxyFault.answer(
                        false,
                        (request, real) -> BsonDocument.parse(
                                "{ok: 1, n: 1, writeErrors: [{index: 1, code: 10334, errmsg: 'BSONObj size is invalid'}]}")));
        assertThatThrownBy(() -> copy(claim("a"), claim("b")))
                .hasMessageContaining("cannot take a copy of the claim 'b'")
                .hasMessageContaining("larger than the server takes");
    }

    @Test
    void an_index_that_deletes_copies_is_found_before_and_a_collection_that_is_not_there_is_fine() {
        archive.check();
        copies.createIndex(Indexes.ascending("updated_at"));
        archive.check();
        copies.createIndex(Indexes.ascending("expires_at"), new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
        assertThatThrownBy(archive::check)
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith("the archive " + archive.name()
                        + " would lose its copies: its index expires_at_1 deletes documents after a time");
        proxy.next("listIndexes", ProxyFault.error(13, false));
        archive.check();
        proxy.next("listIndexes", ProxyFault.error(8, false));
        assertThatThrownBy(archive::check).isInstanceOf(StoreException.class);
    }

    @Test
    void a_recovery_of_the_archive_publishes_every_message_whole() throws Exception {
        byte[] every = new byte[256];
        for (int i = 0; i < every.length; i++) {
            every[i] = (byte) i;
        }
        copy(message("a", every), message("b", new byte[0]), message("c", "plain".getBytes()), claim("none"));
        List<Message> published = new ArrayList<>();
        ClaimStore store = ClaimStore.on(client, new MongoNamespace(DATABASE, collection));
        RecoveryReport report = Recovery.on(store)
                .pass(
                        RecoveryRequest.olderThan(Duration.ofMinutes(2)),
                        (message, lease) -> published.add(message),
                        new RecoveryListener() {});
        assertThat(report.count(io.claimctl.worker.RecoveredClaim.Result.PUBLISHED))
                .isEqualTo(3);
        assertThat(published).extracting(Message::id).containsExactlyInAnyOrder("a@" + BY, "b@" + BY, "c@" + BY);
        for (Message message : published) {
            String id = message.id().substring(0, 1);
            assertThat(message.eventName()).contains("order.placed");
            assertThat(message.metadata()).isEqualTo(Map.of("trace", "t-" + id));
            assertThat(message.payload())
                    .isEqualTo(Map.of("a", every, "b", new byte[0], "c", "plain".getBytes())
                            .get(id));
            assertThat(stored(message.id()))
                    .containsEntry("status", new BsonString("completed"))
                    .containsEntry("archived_id", new BsonString(id));
        }
    }
}
