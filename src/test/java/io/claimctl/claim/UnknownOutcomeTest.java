package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static io.claimctl.claim.Fixture.OURS;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.testing.ScriptedServer;
import io.claimctl.testing.ScriptedServer.Fault;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What nobody observed is proved by our own mark, or is unknown; never success or failure. */
class UnknownOutcomeTest {
    private static final BsonDocument WRITE_CONCERN_ERROR = BsonDocument.parse(
            "{ok: 1.0, value: null, n: 1, nModified: 1, writeConcernError: {code: 91, errmsg: 'shutting down'}}");
    private static final BsonDocument NOT_PRIMARY =
            BsonDocument.parse("{ok: 0.0, errmsg: 'not primary', code: 10107, codeName: 'NotWritablePrimary'}");

    private final ScriptedServer server = new ScriptedServer();
    private final Fixture f = new Fixture(server.uri());
    private final ClaimStore store = f.store.withTimeout(Duration.ofSeconds(3));

    @AfterEach
    void close() {
        server.clear();
        f.close();
        server.close();
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void an_acquire_whose_connection_is_cut_is_proved_by_its_token_or_its_repeat(Fault fault) {
        server.cutNext("findAndModify", fault);
        Lease lease = store.acquire("a", MINUTE).acquired().orElseThrow().lease();
        BsonDocument stored = f.stored("a");
        assertThat(stored.getString("worker_id").getValue())
                .isEqualTo(lease.token().value());
        assertThat(stored.getInt64("fence").getValue()).isEqualTo(lease.fence().getAsLong());
    }

    @Test
    void an_acquire_with_a_write_concern_error_is_resolved_by_its_token_and_not_acquired_twice() {
        server.answerNext("findAndModify", WRITE_CONCERN_ERROR, true);
        assertThat(store.acquire("a", MINUTE).acquired()).isPresent();
        assertThat(f.commands()).containsOnlyOnce("findAndModify");
    }

    @Test
    void after_an_unknown_acquire_a_foreign_holder_proves_nothing() {
        server.cutNext("findAndModify", Fault.CUT_BEFORE);
        // Even one whose lease ends in the very same millisecond.
        f.steering.beforeNext("find", () -> f.insert(f.processing("a", Fixture.THEIRS, MINUTE, Duration.ZERO)));
        Unknown outcome = (Unknown) store.acquire("a", MINUTE);
        assertThat(outcome.token()).isNotNull();
        assertThat(f.stored("a").getString("worker_id").getValue()).isEqualTo(Fixture.THEIRS.value());
    }

    @Test
    void after_an_unknown_acquire_the_token_alone_is_no_proof_once_the_lease_has_run_down() {
        server.cutNext("findAndModify", Fault.CUT_AFTER);
        f.steering.beforeNext("find", () -> f.time.pass(MINUTE.minusMillis(100)));
        assertThat(store.acquire("a", MINUTE)).isInstanceOf(Unknown.class);
    }

    @Test
    void after_an_unknown_acquire_the_token_on_a_claim_released_since_is_no_proof() {
        server.cutNext("findAndModify", Fault.CUT_AFTER);
        f.steering.beforeNext("find", () -> f.set("a", "status", new BsonString("released")));
        assertThat(store.acquire("a", MINUTE)).isInstanceOf(Unknown.class);
    }

    @Test
    void a_repeat_sends_the_same_literals_with_the_same_token() {
        server.answerNext("findAndModify", NOT_PRIMARY, false);
        store.acquire("a", MINUTE);
        List<BsonDocument> sent = f.steering.sent().stream()
                .filter(c -> c.containsKey("findAndModify"))
                .toList();
        assertThat(sent).hasSize(2);
        assertThat(sent.get(1).get("query")).isEqualTo(sent.get(0).get("query"));
        assertThat(sent.get(1).get("update")).isEqualTo(sent.get(0).get("update"));
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_completion_whose_connection_is_cut_is_proved(Fault fault) {
        f.insert(f.processing("a", OURS, MINUTE, MINUTE));
        server.cutNext("findAndModify", fault);
        assertThat(store.complete(Lease.of("a", OURS), HOUR).completed()).isPresent();
        assertThat(f.stored("a").getString("status").getValue()).isEqualTo("completed");
    }

    @Test
    void after_an_unknown_completion_another_holder_or_absence_proves_nothing() {
        f.insert(f.processing("a", OURS, MINUTE.negated(), MINUTE));
        server.cutNext("findAndModify", Fault.CUT_BEFORE);
        f.steering.beforeNext("find", () -> f.other().acquire("a", MINUTE));
        assertThat(store.complete(Lease.of("a", OURS), HOUR)).isInstanceOf(Unknown.class);

        server.cutNext("findAndModify", Fault.CUT_AFTER);
        f.delete("a");
        assertThat(store.complete(Lease.of("a", OURS), HOUR)).isInstanceOf(Unknown.class);
    }

    @Test
    void after_an_unknown_completion_somebody_elses_completion_proves_nothing() {
        f.insert(f.processing("a", OURS, MINUTE.negated(), MINUTE));
        server.cutNext("findAndModify", Fault.CUT_BEFORE);
        f.steering.beforeNext("find", () -> {
            Lease theirs =
                    f.other().acquire("a", MINUTE).acquired().orElseThrow().lease();
            f.other().complete(theirs, HOUR);
        });
        assertThat(store.complete(Lease.of("a", OURS), HOUR)).isInstanceOf(Unknown.class);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void recording_a_missing_completion_is_proved_too(Fault fault) {
        server.cutNext("insert", fault);
        assertThat(store.completeOrRecord(Lease.of("a", OURS), HOUR).completed())
                .isPresent();
        assertThat(f.stored("a").getString("worker_id").getValue()).isEqualTo(OURS.value());
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_reset_whose_connection_is_cut_is_proved_by_its_own_reset_by(Fault fault) {
        f.insert(f.processing("a", OURS, MINUTE, MINUTE));
        server.cutNext("findAndModify", fault);
        Reset reset = (Reset) store.reset(f.seen("a"), ResetOptions.defaults());
        assertThat(f.stored("a").getString("reset_by").getValue()).isEqualTo(reset.by());
    }

    @Test
    void after_an_unknown_reset_somebody_elses_reset_or_absence_proves_nothing() {
        f.insert(f.processing("a", OURS, MINUTE, MINUTE));
        Claim seen = f.seen("a");
        server.cutNext("findAndModify", Fault.CUT_BEFORE);
        f.steering.beforeNext("find", () -> f.other().reset(f.seen("a"), ResetOptions.defaults()));
        assertThat(store.reset(seen, ResetOptions.defaults())).isInstanceOf(Unknown.class);

        server.cutNext("findAndModify", Fault.CUT_BEFORE);
        f.steering.beforeNext("find", () -> f.delete("a"));
        assertThat(store.reset(seen, ResetOptions.defaults())).isInstanceOf(Unknown.class);
    }

    private Map<String, Result> sweep() {
        Map<String, Result> results = new LinkedHashMap<>();
        store.sweep(SweepRequest.olderThan(Duration.ofMinutes(2)), new SweepListener() {
            @Override
            public void afterBatch(List<SweptClaim> swept) {
                swept.forEach(s -> results.put(s.seen().id(), s.result()));
            }
        });
        return results;
    }

    @Test
    void a_sweep_whose_update_is_cut_sends_it_once_and_calls_ours_reset_and_the_rest_unclear() {
        f.insert(f.processing("a", Tokens.random().next(), MINUTE.negated(), HOUR));
        f.insert(f.processing("b", Tokens.random().next(), MINUTE.negated(), HOUR));
        server.cutNext("update", Fault.CUT_AFTER);
        f.steering.beforeNext("update", () -> f.other().acquire("b", MINUTE));
        assertThat(sweep()).isEqualTo(Map.of("a", Result.RESET, "b", Result.UNCLEAR));
        assertThat(f.steering.sentNames()).containsOnlyOnce("update");
    }

    @Test
    void a_sweep_with_a_write_concern_error_does_not_trust_the_count() {
        f.insert(f.processing("a", Tokens.random().next(), MINUTE.negated(), HOUR));
        server.answerNext("update", WRITE_CONCERN_ERROR, false);
        assertThat(sweep()).isEqualTo(Map.of("a", Result.UNCLEAR));
    }

    @Test
    void an_answer_from_another_primary_than_the_one_whose_clock_was_read_proves_nothing() {
        PrimaryIdentity elsewhere = new PrimaryIdentity("elsewhere:27017", null, null);
        TimeSource ofAnother = new TimeSource() {
            @Override
            public ServerTime read(Duration limit) {
                return new ServerTime(f.now(), 0, f.time, elsewhere);
            }

            @Override
            public ServerTime recent(Duration limit) {
                return read(limit);
            }

            @Override
            public void forget() {}
        };
        store.withTimeSource(ofAnother).withTimeout(Duration.ofMillis(300)).acquire("a", MINUTE);
        assertThat(f.commands())
                .as("the answer was not believed, and a read settled it")
                .contains("find");
    }

    @Test
    void a_read_whose_connection_is_cut_was_not_answered_in_time_and_a_read_without_a_server_is_unreachable() {
        server.cutNext("find", Fault.CUT_BEFORE);
        try (MongoClient once = MongoClients.create(server.uri() + "/?retryReads=false")) {
            assertThat(failure(ClaimStore.on(once, f.namespace))).isEqualTo(StoreException.Kind.TIMED_OUT);
        }
        try (MongoClient nowhere = MongoClients.create("mongodb://127.0.0.1:1")) {
            assertThat(failure(ClaimStore.on(nowhere, f.namespace))).isEqualTo(StoreException.Kind.UNREACHABLE);
        }
    }

    private static StoreException.Kind failure(ClaimStore store) {
        try {
            store.withTimeout(Duration.ofMillis(700)).find("a");
            throw new AssertionError("the read was answered");
        } catch (StoreException e) {
            return e.kind();
        }
    }
}
