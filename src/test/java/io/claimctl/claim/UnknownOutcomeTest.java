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
                return new ServerTime(f.now(), 0, 0, f.time, elsewhere);
            }

            @Override
            public ServerTime recent(Duration limit) {
                return read(limit);
            }

            @Override
            public void forget() {}
        };
        ClaimStore brief = store.withTimeSource(ofAnother).withTimeout(Duration.ofMillis(300));
        f.insert(f.processing("b", OURS, MINUTE, MINUTE));
        f.insert(f.processing("c", Fixture.THEIRS, MINUTE.negated(), MINUTE));
        Claim seen = f.seen("c");
        for (Runnable mutation : List.<Runnable>of(
                () -> brief.acquire("a", MINUTE),
                () -> brief.renew(Lease.of("b", OURS), HOUR),
                () -> brief.takeOver(seen, MINUTE, LeaseFilter.EXPIRED))) {
            f.commands();
            mutation.run();
            assertThat(f.commands())
                    .as("the answer was not believed, and a read settled it")
                    .contains("find");
        }
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

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_renewal_whose_connection_is_cut_is_proved(Fault fault) {
        f.insert(f.processing("a", OURS, MINUTE, MINUTE));
        server.cutNext("findAndModify", fault);
        Renewed outcome = (Renewed) store.renew(Lease.of("a", OURS), HOUR);
        assertThat(outcome.lease().expiresAt()).contains(f.now().plus(HOUR));
        assertThat(f.stored("a").get("expires_at")).isEqualTo(f.date(HOUR));
    }

    @Test
    void a_lease_that_ends_before_what_was_asked_for_does_not_prove_a_renewal() {
        f.insert(f.processing("a", OURS, MINUTE, MINUTE));
        cutAll("findAndModify");
        assertThat(store.withTimeout(Duration.ofMillis(300)).renew(Lease.of("a", OURS), HOUR))
                .isInstanceOf(Unknown.class);
    }

    @Test
    void after_an_unknown_renewal_a_lease_that_is_over_proves_nothing() {
        f.insert(f.processing("a", OURS, MINUTE, MINUTE));
        server.cutNext("findAndModify", Fault.CUT_BEFORE);
        f.steering.beforeNext("find", () -> f.time.pass(HOUR));
        assertThat(store.renew(Lease.of("a", OURS), HOUR)).isInstanceOf(Unknown.class);
    }

    @Test
    void after_an_unknown_renewal_another_holder_or_a_completion_proves_nothing_however_late_its_end() {
        List<Runnable> happenings = List.of(
                () -> f.set("a", "worker_id", new BsonString(Fixture.THEIRS.value())),
                () -> f.set("a", "status", new BsonString("completed")),
                () -> f.delete("a"));
        for (Runnable happening : happenings) {
            f.delete("a");
            f.insert(f.processing("a", OURS, MINUTE, MINUTE));
            server.cutNext("findAndModify", Fault.CUT_BEFORE);
            f.steering.beforeNext("find", () -> {
                f.set("a", "expires_at", f.date(HOUR.multipliedBy(2)));
                happening.run();
            });
            assertThat(store.renew(Lease.of("a", OURS), HOUR)).isInstanceOf(Unknown.class);
        }
    }

    @Test
    void a_renewal_that_was_applied_and_is_seen_too_late_to_rely_on_is_renewed_again() {
        f.insert(f.processing("a", OURS, MINUTE, MINUTE));
        server.cutNext("findAndModify", Fault.CUT_AFTER);
        f.steering.beforeNext("find", () -> f.time.pass(HOUR.minusMillis(100)));
        // The repeat renews a lease that still runs, and so is applied by itself.
        Renewed outcome = (Renewed) store.renew(Lease.of("a", OURS), HOUR);
        assertThat(outcome.lease().expiresAt()).contains(f.now().plus(HOUR));
    }

    @Test
    void each_repeat_of_a_renewal_reads_the_clock_anew() {
        f.insert(f.processing("a", OURS, MINUTE, MINUTE));
        server.cutNext("findAndModify", Fault.CUT_BEFORE);
        // Only the server's clock has gone on, as that of another primary may have.
        f.steering.beforeNext("find", () -> f.time.set(f.now().plusSeconds(1)));
        store.renew(Lease.of("a", OURS), HOUR);
        List<BsonDocument> sent = f.steering.sent().stream()
                .filter(c -> c.containsKey("findAndModify"))
                .toList();
        assertThat(sent).hasSize(2);
        assertThat(sent.get(1).getDocument("query").getDocument("expires_at").getDateTime("$gte"))
                .isGreaterThan(sent.get(0)
                        .getDocument("query")
                        .getDocument("expires_at")
                        .getDateTime("$gte"));
    }

    @Test
    void a_renewal_is_not_waited_for_beyond_the_lease_it_renews() {
        f.insert(f.processing("a", OURS, Duration.ofMillis(200), MINUTE));
        Lease lease = new Lease(
                "a",
                OURS,
                java.util.OptionalLong.empty(),
                java.util.Optional.of(f.now().plusMillis(200)));
        store.renew(lease, HOUR);
        BsonDocument sent = f.steering.sent().stream()
                .filter(c -> c.containsKey("findAndModify"))
                .findFirst()
                .orElseThrow();
        assertThat(sent.getNumber("maxTimeMS").longValue()).isLessThanOrEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_release_whose_connection_is_cut_is_proved(Fault fault) {
        f.insert(f.processing("a", OURS, MINUTE, MINUTE));
        server.cutNext("findAndModify", fault);
        assertThat(store.release(Lease.of("a", OURS), Payloads.SKIP)).isEqualTo(new Released("a"));
        assertThat(f.stored("a").getString("status").getValue()).isEqualTo("released");
    }

    @Test
    void a_release_is_proved_by_its_mark_though_somebody_has_taken_the_claim_since() {
        f.insert(f.processing("a", OURS, MINUTE, MINUTE));
        server.cutNext("findAndModify", Fault.CUT_AFTER);
        f.steering.beforeNext("find", () -> f.other().acquire("a", MINUTE));
        assertThat(store.release(Lease.of("a", OURS), Payloads.SKIP)).isEqualTo(new Released("a"));
    }

    @Test
    void after_an_unknown_release_a_reset_or_a_payload_or_another_holder_or_absence_proves_nothing() {
        List<Runnable> happenings = List.of(
                () -> f.other().reset(f.seen("a"), new ResetOptions(Payloads.SKIP, false, null)),
                () -> f.set("a", "payload", new org.bson.BsonBinary(new byte[] {1})),
                () -> f.set("a", "worker_id", new BsonString(Fixture.THEIRS.value())),
                () -> f.other().complete(Lease.of("a", OURS), HOUR),
                () -> f.delete("a"));
        for (Runnable happening : happenings) {
            f.delete("a");
            f.insert(f.processing("a", OURS, MINUTE, MINUTE));
            server.cutNext("findAndModify", Fault.CUT_BEFORE);
            f.steering.beforeNext("find", happening);
            assertThat(store.release(Lease.of("a", OURS), Payloads.SKIP)).isInstanceOf(Unknown.class);
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void keeping_a_claim_for_recovery_is_proved_too(Fault fault) {
        f.insert(f.processing("a", OURS, MINUTE, MINUTE).append("payload", new org.bson.BsonBinary(new byte[] {1})));
        f.steering.afterNext("find", () -> server.cutNext("findAndModify", fault));
        assertThat(store.release(Lease.of("a", OURS), Payloads.SKIP)).isInstanceOf(KeptForRecovery.class);
        assertThat(f.stored("a").get("kept_at")).isEqualTo(f.date(Duration.ZERO));
    }

    @Test
    void keeping_is_not_proved_by_a_claim_that_another_has_taken_since() {
        f.insert(f.processing("a", OURS, MINUTE, MINUTE).append("payload", new org.bson.BsonBinary(new byte[] {1})));
        f.steering.afterNext("find", () -> server.cutNext("findAndModify", Fault.CUT_AFTER));
        f.steering.beforeNext("find", () -> {});
        f.steering.beforeNext("find", () -> f.set("a", "worker_id", new BsonString(Fixture.THEIRS.value())));
        assertThat(store.release(Lease.of("a", OURS), Payloads.SKIP)).isInstanceOf(Unknown.class);
    }

    @Test
    void keeping_that_nobody_saw_is_unknown() {
        f.insert(f.processing("a", OURS, MINUTE, MINUTE).append("payload", new org.bson.BsonBinary(new byte[] {1})));
        f.steering.afterNext("find", () -> cutAll("findAndModify"));
        assertThat(store.withTimeout(Duration.ofMillis(500)).release(Lease.of("a", OURS), Payloads.SKIP))
                .isInstanceOf(Unknown.class);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_takeover_whose_connection_is_cut_is_proved(Fault fault) {
        f.insert(f.processing("a", Fixture.THEIRS, MINUTE.negated(), MINUTE));
        Claim seen = f.seen("a");
        server.cutNext("findAndModify", fault);
        Acquired outcome = (Acquired) store.takeOver(seen, MINUTE, LeaseFilter.EXPIRED);
        assertThat(f.stored("a").getString("worker_id").getValue())
                .isEqualTo(outcome.lease().token().value());
    }

    @Test
    void after_an_unknown_takeover_a_change_or_absence_proves_nothing() {
        f.insert(f.processing("a", Fixture.THEIRS, MINUTE.negated(), MINUTE));
        Claim seen = f.seen("a");
        server.cutNext("findAndModify", Fault.CUT_BEFORE);
        f.steering.beforeNext("find", () -> f.other().acquire("a", MINUTE));
        assertThat(store.takeOver(seen, MINUTE, LeaseFilter.EXPIRED)).isInstanceOf(Unknown.class);
        server.cutNext("findAndModify", Fault.CUT_AFTER);
        f.delete("a");
        assertThat(store.takeOver(seen, MINUTE, LeaseFilter.ANY)).isInstanceOf(Unknown.class);
    }

    @Test
    void a_first_attempt_takes_at_most_half_of_the_time_so_that_the_rest_can_settle_it() {
        f.insert(f.processing("a", OURS, MINUTE, MINUTE));
        Lease lease = Lease.of("a", OURS);
        store.acquire("b", MINUTE);
        store.renew(lease, MINUTE);
        store.putPayload(lease, new byte[] {1}, Map.of(), null);
        store.clearPayload(lease);
        store.release(lease, Payloads.SKIP);
        f.insert(f.processing("c", OURS, MINUTE.negated(), MINUTE));
        store.takeOver(f.seen("c"), MINUTE, LeaseFilter.EXPIRED);
        store.reset(f.seen("c"), new ResetOptions(Payloads.SKIP, false, null));
        assertThat(f.steering.sent().stream()
                        .filter(command -> command.containsKey("findAndModify"))
                        .map(command -> command.getNumber("maxTimeMS").longValue()))
                .hasSize(7)
                .allSatisfy(limit -> assertThat(limit).isBetween(1_000L, 1_500L));
    }

    @Test
    void an_acquire_is_not_repeated_on_a_primary_by_whose_clock_the_lease_may_still_run() {
        f.insert(f.processing("a", Fixture.THEIRS, Duration.ofSeconds(-1), MINUTE));
        server.cutNext("findAndModify", Fault.CUT_BEFORE);
        f.steering.beforeNext("find", () -> f.time.set(f.now().minusSeconds(45)));
        assertThat(store.acquire("a", MINUTE)).isInstanceOf(Unknown.class);
        assertThat(f.stored("a").getString("worker_id").getValue()).isEqualTo(Fixture.THEIRS.value());
    }

    @Test
    void a_takeover_is_not_repeated_on_a_primary_by_whose_clock_the_lease_may_still_run() {
        f.insert(f.processing("a", Fixture.THEIRS, Duration.ofSeconds(-1), MINUTE));
        Claim seen = f.seen("a");
        server.cutNext("findAndModify", Fault.CUT_BEFORE);
        f.steering.beforeNext("find", () -> f.time.set(f.now().minusSeconds(45)));
        assertThat(store.takeOver(seen, MINUTE, LeaseFilter.EXPIRED)).isInstanceOf(Unknown.class);
        assertThat(f.stored("a").getString("worker_id").getValue()).isEqualTo(Fixture.THEIRS.value());
    }

    @Test
    void a_sweep_of_one_claim_is_not_repeated_on_a_primary_by_whose_clock_the_lease_may_still_run() {
        Token foreign = new Token("worker-7"); // no token of ours, so that it goes by its own fingerprint
        BsonDocument before = f.insert(f.processing("a", foreign, Duration.ofSeconds(-1), HOUR));
        server.cutNext("findAndModify", Fault.CUT_BEFORE);
        f.steering.beforeNext("findAndModify", () -> f.time.set(f.now().minusSeconds(45)));
        assertThat(sweep()).isEqualTo(Map.of("a", Result.UNCLEAR));
        assertThat(f.stored("a")).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_message_whose_connection_is_cut_is_written_again(Fault fault) {
        f.insert(f.processing("a", OURS, MINUTE, MINUTE));
        server.cutNext("findAndModify", fault);
        assertThat(store.putPayload(Lease.of("a", OURS), new byte[] {1}, Map.of(), null))
                .isEqualTo(new PayloadStored("a", 1));
        assertThat(f.stored("a").getBinary("payload").getData()).containsExactly(1);
        server.cutNext("findAndModify", fault);
        assertThat(store.clearPayload(Lease.of("a", OURS))).isEqualTo(new PayloadCleared("a"));
        assertThat(f.stored("a").containsKey("payload")).isFalse();
    }

    @Test
    void a_message_that_stands_there_does_not_prove_that_it_was_ours() {
        f.insert(f.processing("a", OURS, MINUTE, MINUTE));
        server.cutNext("findAndModify", Fault.CUT_AFTER);
        f.steering.beforeNext("find", () -> f.other().acquire("b", MINUTE));
        f.steering.afterNext("find", () -> f.set("a", "worker_id", new BsonString(Fixture.THEIRS.value())));
        assertThat(store.putPayload(Lease.of("a", OURS), new byte[] {1}, Map.of(), null))
                .isInstanceOf(Unknown.class);
    }

    @Test
    void a_write_concern_error_is_resolved_for_every_operation_by_token() {
        f.insert(f.processing("a", OURS, MINUTE, MINUTE));
        Lease lease = Lease.of("a", OURS);
        server.answerNext("findAndModify", WRITE_CONCERN_ERROR, true);
        assertThat(store.putPayload(lease, new byte[] {1}, Map.of(), null)).isInstanceOf(PayloadStored.class);
        server.answerNext("findAndModify", WRITE_CONCERN_ERROR, true);
        assertThat(store.clearPayload(lease)).isInstanceOf(PayloadCleared.class);
        server.answerNext("findAndModify", WRITE_CONCERN_ERROR, true);
        assertThat(store.renew(lease, HOUR)).isInstanceOf(Renewed.class);
        server.answerNext("findAndModify", WRITE_CONCERN_ERROR, true);
        assertThat(store.release(lease, Payloads.SKIP)).isEqualTo(new Released("a"));
    }

    private void cutAll(String command) {
        for (int i = 0; i < 500; i++) {
            server.cutNext(command, Fault.CUT_BEFORE);
        }
    }
}
