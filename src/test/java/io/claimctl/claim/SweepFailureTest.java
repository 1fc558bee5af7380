package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.testing.ScriptedServer;
import io.claimctl.testing.ScriptedServer.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A sweep that is stopped on its way reports every claim that it came to, once, and nothing that it does not know. */
class SweepFailureTest {
    private static final SweepRequest SWEEP = SweepRequest.olderThan(Duration.ofMinutes(2));
    private static final BsonDocument DENIED = BsonDocument.parse("{ok: 0, code: 13, errmsg: 'not authorized'}");

    private final ScriptedServer server = new ScriptedServer();
    private final Fixture f = new Fixture(server.uri());
    private final List<String> results = new ArrayList<>();
    private final List<Integer> sizes = new ArrayList<>();
    private final SweepListener noting = new SweepListener() {
        @Override
        public void afterBatch(List<SweptClaim> swept) {
            sizes.add(swept.size());
            swept.forEach(s -> results.add(s.seen().id() + " " + s.result()));
        }
    };

    @AfterEach
    void close() {
        server.clear();
        f.close();
        server.close();
    }

    private BsonDocument lapsed(String id) {
        return f.processing(id, Tokens.random().next(), MINUTE.negated(), HOUR);
    }

    private void odd(String id, Duration age) {
        f.insert(f.processing(id, new Token("worker-of-" + id), MINUTE.negated(), age));
    }

    /** The page as a server may send it, with its cursor still open or not. */
    private void answerPage(long cursor, BsonDocument... page) {
        server.answerNext(
                "find",
                new BsonDocument("ok", new BsonInt32(1))
                        .append(
                                "cursor",
                                new BsonDocument("id", new BsonInt64(cursor))
                                        .append("ns", new BsonString(f.namespace.getFullName()))
                                        .append("firstBatch", new BsonArray(List.of(page)))),
                false);
    }

    @Test
    void a_batch_whose_clock_cannot_be_read_is_reported_as_not_reached() {
        f.insert(lapsed("a"));
        f.insert(lapsed("b"));
        TimeSource ending = new TimeSource() {
            private int reads;

            @Override
            public ServerTime read(Duration limit) {
                if (reads++ == 2) {
                    throw new StoreException(StoreException.Kind.UNREACHABLE, "gone", 0, null);
                }
                return f.time.read(limit);
            }

            @Override
            public ServerTime recent(Duration limit) {
                return read(limit);
            }

            @Override
            public void forget() {}
        };
        SweepReport report = f.store.withTimeSource(ending).sweep(SWEEP.withBatch(1), noting);
        assertThat(results).containsExactly("a RESET", "b SKIPPED");
        assertThat(report.failure()).isNotNull();
    }

    @Test
    void claims_read_before_the_cursor_was_lost_are_reported_as_not_reached() {
        BsonDocument[] page = {lapsed("a"), lapsed("b"), lapsed("c")};
        f.documents.insertMany(List.of(page));
        server.clear();
        answerPage(4242, page);
        server.answerNext("getMore", BsonDocument.parse("{ok: 0, code: 43, errmsg: 'cursor not found'}"), false);
        SweepReport report = f.store.sweep(SWEEP.withBatch(2), noting);
        assertThat(results).containsExactly("a RESET", "b RESET", "c SKIPPED");
        assertThat(report.failure()).isNotNull();
        assertThat(report.count(Result.SKIPPED)).isEqualTo(1);
    }

    @Test
    void a_privilege_lost_on_the_way_is_the_error_of_the_claims_that_met_it() {
        f.insert(lapsed("a"));
        f.insert(lapsed("b"));
        server.answerNext("update", BsonDocument.parse("{ok: 1, n: 1, nModified: 1}"), true);
        server.answerNext("update", DENIED, false);
        SweepReport report = f.store.sweep(SWEEP.withBatch(1), noting);
        assertThat(results).containsExactly("a RESET", "b ERROR");
        assertThat(report.failure().kind()).isEqualTo(StoreException.Kind.DENIED);
    }

    @Test
    void a_user_without_the_privilege_is_denied_also_where_the_claims_go_one_by_one() {
        odd("a", HOUR);
        server.answerNext("findAndModify", DENIED, false);
        assertThatThrownBy(() -> f.store.sweep(SWEEP, noting))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.DENIED));
    }

    @Test
    void one_by_one_an_unknown_outcome_ends_the_sweep_instead_of_waiting_as_long_for_each_of_the_others() {
        odd("a", HOUR.plusMinutes(2));
        odd("b", HOUR.plusMinutes(1));
        odd("c", HOUR);
        for (int i = 0; i < 500; i++) {
            server.cutNext("findAndModify", Fault.CUT_BEFORE);
        }
        SweepReport report = f.store.withTimeout(Duration.ofMillis(300)).sweep(SWEEP, noting);
        assertThat(results).containsExactly("a UNCLEAR", "b SKIPPED", "c SKIPPED");
        assertThat(report.failure()).isNotNull();
    }

    @Test
    void a_claim_that_the_servers_walk_meets_twice_is_two_states_of_one_claim_and_reset_once() {
        BsonDocument before = lapsed("a");
        BsonDocument after =
                f.insert(lapsed("a").append("updated_at", f.date(HOUR.negated().plusMinutes(1))));
        answerPage(0, before, after);
        SweepReport report = f.store.sweep(SWEEP, noting);
        assertThat(results).containsExactly("a CHANGED", "a RESET");
        assertThat(report.count(Result.RESET)).isEqualTo(1);
    }

    @Test
    void one_by_one_too_a_claim_that_is_met_twice_is_counted_as_reset_once() {
        odd("a", HOUR);
        BsonDocument after = f.stored("a");
        answerPage(
                0,
                after.clone().append("updated_at", f.date(HOUR.multipliedBy(2).negated())),
                after);
        f.store.sweep(SWEEP, noting);
        assertThat(results).containsExactly("a CHANGED", "a RESET");
    }

    @Test
    void a_refused_update_that_had_changed_a_claim_before_is_no_proof_that_nothing_changed() {
        f.insert(lapsed("a"));
        server.answerNext(
                "update",
                BsonDocument.parse("{ok: 1, n: 1, nModified: 1, writeErrors: [{index: 0, code: 121, errmsg: 'no'}]}"),
                true);
        f.steering.afterNext("update", () -> {
            f.other().acquire("a", Duration.ofMillis(1));
            f.other().reset(f.seen("a"), ResetOptions.defaults());
        });
        SweepReport report = f.store.sweep(SWEEP, noting);
        assertThat(results).containsExactly("a UNCLEAR");
        assertThat(report.failure()).isNotNull();
    }

    @Test
    void messages_that_are_left_alone_are_not_held_by_the_thousand() {
        for (int i = 0; i < 10; i++) {
            f.insert(lapsed("a" + i).append("payload", new BsonBinary(new byte[1 << 20])));
        }
        f.store.sweep(SWEEP, noting);
        assertThat(results).hasSize(10);
        assertThat(sizes).hasSizeGreaterThan(1);
    }

    @Test
    void an_age_is_truncated_to_milliseconds_before_it_is_used() {
        assertThat(SweepRequest.olderThan(Duration.ofMillis(5).plusNanos(999_999))
                        .olderThan())
                .isEqualTo(Duration.ofMillis(5));
        f.insert(f.processing("a", Tokens.random().next(), MINUTE.negated(), MINUTE.plusMillis(1)));
        f.store.sweep(SweepRequest.olderThan(MINUTE.plusNanos(999_999)), noting);
        assertThat(results).containsExactly("a RESET");
    }

    /** Denied to look, silent about deletes: a capped collection on an old server. */
    @Test
    void a_delete_that_silently_deletes_nothing_is_taken_from_the_count() {
        BsonDocument nothing = BsonDocument.parse("{ok: 1, n: 0}");
        f.insert(lapsed("a"));
        f.insert(lapsed("b"));
        for (int i = 0; i < 4; i++) {
            server.answerNext("delete", nothing, false);
        }
        ResetOptions deleting = new ResetOptions(Payloads.SKIP, true, null);
        Reset reset = (Reset) f.store.reset(f.seen("b"), deleting);
        assertThat(reset.deletion()).isEqualTo(Reset.Deletion.LEFT);
        SweepReport report = f.store.sweep(SWEEP.withReset(deleting), noting);
        assertThat(report.deleted()).isZero();
        assertThat(results).containsExactly("a RESET");
        assertThat(f.stored("a")).isNotNull();
    }

    @Test
    void unfenced_too_a_delete_that_silently_deletes_nothing_is_taken_from_the_count() {
        f.insert(lapsed("a"));
        server.answerNext("delete", BsonDocument.parse("{ok: 1, n: 0}"), false);
        SweepReport report = f.store.sweep(SWEEP.unfenced(), noting);
        assertThat(report.deleted()).isZero();
        assertThat(report.counts()).isEqualTo(Map.of(Result.UNCLEAR, 1L));
    }

    @Test
    void from_a_collection_known_to_be_capped_a_delete_is_refused_before_any_change() {
        f.insert(lapsed("a"));
        BsonDocument before = f.stored("a");
        BsonDocument capped =
                BsonDocument.parse("{ok: 1, cursor: {id: {$numberLong: '0'}, ns: 'x', firstBatch: [{name: 'c', type:"
                        + " 'collection', options: {capped: true, size: 65536}}]}}");
        ResetOptions deleting = new ResetOptions(Payloads.SKIP, true, null);
        server.answerNext("listCollections", capped, false);
        ClaimStore store = ClaimStore.on(f.steered, f.namespace);
        Claim seen = f.seen("a");
        f.commands();
        for (Runnable mutation :
                new Runnable[] {() -> store.reset(seen, deleting), () -> store.sweep(SWEEP.withReset(deleting), noting)
                }) {
            assertThatThrownBy(mutation::run)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(f.namespace.getFullName())
                    .hasMessageContaining("capped")
                    .hasMessageContaining("--delete");
        }
        assertThat(f.commands()).doesNotContain("delete", "update", "findAndModify");
        assertThat(f.stored("a")).isEqualTo(before);
    }
}
