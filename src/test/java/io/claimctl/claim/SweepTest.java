package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static io.claimctl.claim.Fixture.THEIRS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class SweepTest {
    private static final SweepRequest SWEEP = SweepRequest.olderThan(Duration.ofMinutes(2));
    private static final Duration MILLI = Duration.ofMillis(1);
    private final Fixture f;
    private final Map<String, Result> results = new LinkedHashMap<>();
    private final SweepListener noting = new SweepListener() {
        @Override
        public void afterBatch(List<SweptClaim> swept) {
            swept.forEach(s -> results.put(s.seen().id(), s.result()));
        }
    };

    SweepTest(TestServer server) {
        f = new Fixture(server);
    }

    @AfterEach
    void close() {
        f.close();
    }

    private static Token token(int n) {
        return new Token(String.format("%024x", n));
    }

    /** Stale for an hour, lapsed a minute ago. */
    private void lapsed(String id, int n) {
        f.insert(f.processing(id, token(n), MINUTE.negated(), HOUR));
    }

    private SweepReport sweep(SweepRequest request) {
        results.clear();
        return f.store.sweep(request, noting);
    }

    private String status(String id) {
        return f.stored(id).getString("status").getValue();
    }

    @Test
    void stale_claims_with_an_ended_lease_are_released_by_one_update_and_no_read_is_needed() {
        lapsed("a", 1);
        lapsed("b", 2);
        f.commands();
        SweepReport report = sweep(SWEEP.withReset(new ResetOptions(Payloads.SKIP, false, "why")));

        assertThat(results).isEqualTo(Map.of("a", Result.RESET, "b", Result.RESET));
        assertThat(report.count(Result.RESET)).isEqualTo(2);
        assertThat(f.steering.sentNames()).containsOnlyOnce("update").containsOnlyOnce("find");
        assertThat(f.stored("a"))
                .isEqualTo(f.processing("a", token(1), MILLI.negated(), HOUR)
                        .append("status", new BsonString("released"))
                        .append("updated_at", f.date(Duration.ZERO))
                        .append("reset_by", new BsonString(report.sweepId() + ":1"))
                        .append("reset_at", f.date(Duration.ZERO))
                        .append("reset_reason", new BsonString("why")));
    }

    @Test
    void the_update_is_hinted_to_the_id_index_and_sent_with_majority() {
        lapsed("a", 1);
        sweep(SWEEP);
        BsonDocument update = f.steering.sent().stream()
                .filter(c -> c.containsKey("update"))
                .findFirst()
                .orElseThrow();
        assertThat(update.getDocument("writeConcern").getString("w").getValue()).isEqualTo("majority");
        assertThat(update.getArray("updates").get(0).asDocument().getDocument("hint"))
                .isEqualTo(BsonDocument.parse("{_id: 1}"));
    }

    @Test
    void stale_is_strictly_older_than_the_cutoff() {
        f.insert(f.processing("at", token(1), MINUTE.negated(), Duration.ofMinutes(2)));
        f.insert(f.processing(
                "older", token(2), MINUTE.negated(), Duration.ofMinutes(2).plusMillis(1)));
        sweep(SWEEP);
        assertThat(results).isEqualTo(Map.of("older", Result.RESET));
    }

    @Test
    void a_lease_that_ends_this_very_millisecond_is_live_and_one_that_ended_a_millisecond_ago_is_not() {
        f.insert(f.processing("now", token(1), Duration.ZERO, HOUR));
        f.insert(f.processing("past", token(2), MILLI.negated(), HOUR));
        f.insert(f.processing("ahead", token(3), MILLI, HOUR));
        SweepReport report = sweep(SWEEP);
        assertThat(results).isEqualTo(Map.of("now", Result.SKIPPED, "past", Result.RESET, "ahead", Result.SKIPPED));
        assertThat(report.liveLeft()).isEqualTo(2);
    }

    @Test
    void a_claim_without_an_expiry_counts_as_live_and_is_reset_only_with_any_lease() {
        BsonDocument undated = f.processing("a", token(1), MINUTE, HOUR);
        undated.remove("expires_at");
        f.insert(undated);
        assertThat(sweep(SWEEP).liveLeft()).isEqualTo(1);
        sweep(SWEEP.withLease(LeaseFilter.ANY));
        assertThat(results).isEqualTo(Map.of("a", Result.RESET));
    }

    @Test
    void completed_and_released_claims_and_those_without_a_date_in_updated_at_are_never_stale() {
        f.insert(f.processing("done", token(1), MINUTE.negated(), HOUR).append("status", new BsonString("completed")));
        f.insert(f.processing("free", token(2), MINUTE.negated(), HOUR).append("status", new BsonString("released")));
        BsonDocument undated = f.processing("undated", token(3), MINUTE.negated(), HOUR);
        undated.remove("updated_at");
        f.insert(undated);
        sweep(SWEEP);
        assertThat(results).isEmpty();
    }

    /** Something happens to "a" between the sweep's read and its update; "b" is the bystander. */
    private void between(Result expected, Runnable meanwhile) {
        between(SWEEP, expected, meanwhile);
    }

    private void between(SweepRequest request, Result expected, Runnable meanwhile) {
        f.delete("a");
        f.delete("b");
        lapsed("a", 1);
        lapsed("b", 2);
        BsonDocument[] then = new BsonDocument[1];
        f.steering.beforeNext("update", () -> {
            meanwhile.run();
            then[0] = f.stored("a");
        });
        sweep(request);
        assertThat(results).isEqualTo(Map.of("a", expected, "b", Result.RESET));
        assertThat(f.stored("a")).isEqualTo(then[0]);
        assertThat(status("b")).isEqualTo("released");
    }

    @Test
    void a_takeover_between_the_read_and_the_update_is_changed_and_the_successor_stays_byte_for_byte() {
        between(Result.CHANGED, () -> f.other().acquire("a", MINUTE));
    }

    @Test
    void a_renewal_as_a_go_worker_would_write_it_is_changed() {
        between(Result.CHANGED, () -> {
            f.set("a", "expires_at", f.date(MINUTE));
            f.set("a", "updated_at", f.date(Duration.ZERO));
        });
    }

    @Test
    void a_completion_is_changed() {
        between(Result.CHANGED, () -> f.other().complete(Lease.of("a", token(1)), HOUR));
    }

    @Test
    void a_deletion_is_gone() {
        between(Result.GONE, () -> f.delete("a"));
    }

    @Test
    void a_payload_that_arrives_is_changed() {
        between(Result.CHANGED, () -> f.set("a", "payload", new BsonBinary(new byte[] {1})));
    }

    @Test
    void each_condition_of_the_update_guards_alone() {
        SweepRequest any = SWEEP.withLease(LeaseFilter.ANY);
        between(any, Result.CHANGED, () -> f.set("a", "status", new BsonString("completed")));
        between(any, Result.CHANGED, () -> f.set("a", "worker_id", new BsonString(THEIRS.value())));
        between(
                any,
                Result.CHANGED,
                () -> f.set("a", "updated_at", f.date(HOUR.negated().plusMillis(1))));
        between(
                any,
                Result.CHANGED,
                () -> f.set("a", "expires_at", f.date(MINUTE.negated().plusMillis(1))));
        between(any, Result.CHANGED, () -> f.set("a", "payload", new BsonBinary(new byte[] {1})));
    }

    @Test
    void an_array_that_holds_a_value_seen_does_not_match() {
        for (String field : new String[] {"worker_id", "updated_at", "expires_at"}) {
            between(
                    SWEEP.withLease(LeaseFilter.ANY),
                    Result.CHANGED,
                    () -> f.set(
                            "a",
                            field,
                            new BsonArray(List.<BsonValue>of(f.stored("a").get(field)))));
        }
    }

    @Test
    void a_lease_that_is_live_again_by_the_batchs_own_clock_is_not_reset() {
        lapsed("a", 1);
        // The clock steps back beyond the lease's end between the sweep's first look and the batch.
        f.steering.afterNext("find", () -> f.time.set(f.now().minus(Duration.ofMinutes(2))));
        sweep(SWEEP);
        assertThat(results).isEqualTo(Map.of("a", Result.SKIPPED));
        assertThat(status("a")).isEqualTo("processing");
    }

    @Test
    void claims_whose_token_is_not_fresh_or_not_alone_go_one_by_one_with_the_same_fences() {
        f.insert(f.processing("odd", new Token("worker-one"), MINUTE.negated(), HOUR));
        f.insert(f.processing("twin1", token(7), MINUTE.negated(), HOUR));
        f.insert(f.processing("twin2", token(7), MINUTE.negated(), HOUR));
        f.insert(f.processing("taken", new Token("worker-two"), MINUTE.negated(), HOUR));
        f.steering.beforeNext("findAndModify", () -> f.other().acquire("taken", MINUTE));
        sweep(SWEEP);
        assertThat(results).containsEntry("taken", Result.CHANGED);
        assertThat(results.values().stream().filter(Result.RESET::equals)).hasSize(3);
        assertThat(f.steering.sentNames()).doesNotContain("update");
    }

    @Test
    void one_by_one_too_a_lease_that_is_live_again_is_skipped() {
        f.insert(f.processing("odd", new Token("worker-one"), MINUTE.negated(), HOUR));
        f.steering.afterNext("find", () -> f.time.set(f.now().minus(Duration.ofMinutes(2))));
        sweep(SWEEP);
        assertThat(results).isEqualTo(Map.of("odd", Result.SKIPPED));
    }

    @Test
    void payloads_are_left_and_counted_unless_included() {
        f.insert(f.processing("p", token(1), MINUTE.negated(), HOUR).append("payload", new BsonBinary(new byte[] {1})));
        assertThat(sweep(SWEEP).payloadsLeft()).isEqualTo(1);
        assertThat(status("p")).isEqualTo("processing");
        sweep(SWEEP.withReset(new ResetOptions(Payloads.INCLUDE, false, null)));
        assertThat(results).isEqualTo(Map.of("p", Result.RESET));
    }

    @Test
    void another_payload_than_the_one_seen_is_changed() {
        f.insert(f.processing("p", token(1), MINUTE.negated(), HOUR).append("payload", new BsonBinary(new byte[] {1})));
        f.steering.beforeNext("findAndModify", () -> f.set("p", "payload", new BsonBinary(new byte[] {2})));
        sweep(SWEEP.withReset(new ResetOptions(Payloads.INCLUDE, false, null)));
        assertThat(results).isEqualTo(Map.of("p", Result.CHANGED));
    }

    @Test
    void malformed_stale_claims_are_skipped() {
        f.insert(f.processing("m", token(1), MINUTE.negated(), HOUR).append("worker_id", new org.bson.BsonInt32(1)));
        sweep(SWEEP.withLease(LeaseFilter.ANY));
        assertThat(results).isEqualTo(Map.of("m", Result.SKIPPED));
    }

    @Test
    void two_sweeps_at_once_reset_every_claim_once_and_their_sums_are_right() {
        for (int i = 0; i < 20; i++) {
            lapsed("a" + i, i);
        }
        SweepReport[] inner = new SweepReport[1];
        f.steering.beforeNext("update", () -> inner[0] = f.other().sweep(SWEEP.withBatch(7), new SweepListener() {}));
        SweepReport outer = sweep(SWEEP.withBatch(10));
        assertThat(inner[0].count(Result.RESET)).isEqualTo(20);
        assertThat(outer.count(Result.CHANGED)).as("of the page it had read").isEqualTo(10);
        assertThat(outer.count(Result.RESET)).isZero();
    }

    @Test
    void a_claim_reset_by_us_and_acquired_at_once_still_counts_as_reset_where_another_changed() {
        lapsed("a", 1);
        lapsed("b", 2);
        f.steering.beforeNext("update", () -> f.other().acquire("a", MINUTE));
        f.steering.afterNext("update", () -> f.other().acquire("b", MINUTE));
        sweep(SWEEP);
        assertThat(results).isEqualTo(Map.of("a", Result.CHANGED, "b", Result.RESET));
    }

    @Test
    void when_the_count_is_more_than_a_read_finds_the_others_are_unclear() {
        lapsed("a", 1);
        lapsed("b", 2);
        lapsed("c", 3);
        f.steering.beforeNext("update", () -> f.other().acquire("a", MINUTE));
        f.steering.afterNext("update", () -> f.delete("b"));
        sweep(SWEEP);
        assertThat(results).isEqualTo(Map.of("a", Result.UNCLEAR, "b", Result.UNCLEAR, "c", Result.RESET));
    }

    @Test
    void a_reset_by_of_an_older_sweep_does_not_count_as_ours() {
        lapsed("a", 1);
        f.set("a", "reset_by", new BsonString("sweep-of-yesterday:1"));
        f.steering.beforeNext("update", () -> f.other().acquire("a", MINUTE));
        sweep(SWEEP);
        assertThat(results).isEqualTo(Map.of("a", Result.CHANGED));
    }

    @Test
    void batches_have_their_own_reset_by_and_the_oldest_come_first() {
        for (int i = 0; i < 5; i++) {
            f.insert(f.processing("a" + i, token(i), MINUTE.negated(), HOUR.plusMinutes(i)));
        }
        SweepReport report = sweep(SWEEP.withBatch(2));
        assertThat(results.keySet()).containsExactly("a4", "a3", "a2", "a1", "a0");
        assertThat(f.stored("a4").getString("reset_by").getValue()).isEqualTo(report.sweepId() + ":1");
        assertThat(f.stored("a0").getString("reset_by").getValue()).isEqualTo(report.sweepId() + ":3");
    }

    @Test
    void the_limit_bounds_what_is_changed_and_says_so() {
        for (int i = 0; i < 5; i++) {
            lapsed("a" + i, i);
        }
        SweepReport report = sweep(SWEEP.withLimit(3L).withBatch(2));
        assertThat(report.count(Result.RESET)).isEqualTo(3);
        assertThat(report.end()).isEqualTo(SweepReport.End.LIMITED);
        assertThat(sweep(SWEEP.withLimit(2L)).end()).isEqualTo(SweepReport.End.DONE);
    }

    @Test
    void a_dry_run_reports_the_same_claims_and_writes_nothing() {
        lapsed("a", 1);
        BsonDocument before = f.stored("a");
        f.commands();
        assertThat(sweep(SWEEP.asDryRun().withReset(new ResetOptions(Payloads.SKIP, true, null)))
                        .count(Result.WOULD_RESET))
                .isEqualTo(1);
        assertThat(f.stored("a")).isEqualTo(before);
        assertThat(f.commands()).doesNotContain("update", "delete", "findAndModify");
    }

    @Test
    void a_listener_that_throws_before_a_batch_stops_the_sweep_with_that_batch_unchanged() {
        lapsed("a", 1);
        BsonDocument before = f.stored("a");
        assertThatThrownBy(() -> f.store.sweep(SWEEP, new SweepListener() {
                    @Override
                    public Optional<String> beforeBatch(String by, List<Claim> seen) {
                        throw new java.io.UncheckedIOException(new java.io.IOException("disk full"));
                    }
                }))
                .hasMessageContaining("disk full");
        assertThat(f.stored("a")).isEqualTo(before);
    }

    @Test
    void deleting_takes_only_what_this_sweep_released_and_nobody_acquired_since() {
        List<Runnable> saves = new ArrayList<>();
        saves.add(() -> f.other().acquire("a", MINUTE));
        saves.add(() -> f.set("a", "status", new BsonString("processing")));
        saves.add(() -> f.set("a", "reset_by", new BsonString("sweep-2:1")));
        saves.add(() -> f.set("a", "worker_id", new BsonString(THEIRS.value())));
        saves.add(() -> f.set("a", "payload", new BsonBinary(new byte[] {1})));
        for (Runnable save : saves) {
            f.delete("a");
            lapsed("a", 1);
            lapsed("b", 2);
            f.steering.afterNext("update", save);
            SweepReport report = sweep(SWEEP.withReset(new ResetOptions(Payloads.SKIP, true, null)));
            assertThat(report.count(Result.RESET)).isEqualTo(2);
            assertThat(report.deleted()).isEqualTo(1);
            assertThat(f.stored("a")).isNotNull();
            assertThat(f.stored("b")).isNull();
        }
    }

    @Test
    void unfenced_it_destroys_a_claim_that_changed_hands_as_the_reference_does() {
        lapsed("a", 1);
        f.steering.beforeNext("delete", () -> f.other().acquire("a", MINUTE));
        sweep(SWEEP.unfenced());
        assertThat(f.stored("a")).isNull();
        assertThat(results).isEqualTo(Map.of("a", Result.RESET));
    }

    @Test
    void two_claims_of_a_stale_timeout_are_both_listed_both_reset_and_one_can_be_acquired_again() {
        f.store.acquire("x", MINUTE);
        f.store.acquire("y", MINUTE);
        f.time.pass(Duration.ofMillis(20));
        Duration stale = Duration.ofMillis(10);
        try (ClaimCursor listed = f.store.findStale(stale, LeaseFilter.ANY, null)) {
            assertThat(listed).toIterable().hasSize(2);
        }
        assertThat(sweep(SweepRequest.olderThan(stale).withLease(LeaseFilter.ANY))
                        .count(Result.RESET))
                .isEqualTo(2);
        assertThat(f.store.acquire("x", MINUTE).acquired()).isPresent();
    }

    @Test
    void a_request_for_live_leases_alone_or_for_no_batch_is_refused() {
        assertThatThrownBy(() -> SWEEP.withLease(LeaseFilter.LIVE)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SWEEP.withBatch(0)).hasMessageContaining("batch is 0");
        assertThatThrownBy(() -> SWEEP.withBatch(1_001)).hasMessageContaining("1001");
        assertThatThrownBy(() -> SWEEP.withLimit(0L)).hasMessageContaining("limit is 0");
    }
}
