package io.claimctl.worker;

import static io.claimctl.worker.KeptFixture.NOTICE;
import static io.claimctl.worker.KeptFixture.TTL;
import static io.claimctl.worker.WorkFixture.MESSAGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.claimctl.claim.AcquireOutcome;
import io.claimctl.claim.AlreadyCompleted;
import io.claimctl.claim.Contended;
import io.claimctl.claim.Expired;
import io.claimctl.claim.Held;
import io.claimctl.claim.Lease;
import io.claimctl.claim.Malformed;
import io.claimctl.claim.Payloads;
import io.claimctl.claim.Readings;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.StoreException.Kind;
import io.claimctl.claim.Unknown;
import io.claimctl.worker.WorkOutcome.ClaimEnd;
import io.claimctl.worker.WorkOutcome.Ran;
import io.claimctl.worker.WorkOutcome.Skipped;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whether the work runs, is skipped, or is not started, by what comes of the acquisition. */
class WorkAcquiresTest {
    private static final Duration SHORT = Duration.ofMillis(400);
    private static final Duration GIVING_UP = Duration.ofSeconds(2);
    /** Longer than what giving up may take. */
    private static final Duration PATIENT = Duration.ofMillis(2_500);

    private final WorkFixture w = new WorkFixture();
    private final ClaimedWork open = w.storing.withFailOpen();

    @AfterEach
    void close() {
        w.close();
    }

    private NotStartedException notStarted(ClaimedWork work) {
        return catchThrowableOfType(NotStartedException.class, () -> work.run(MESSAGE, w.succeeding()));
    }

    private void skips(Class<? extends AcquireOutcome> why) {
        BsonDocument before = w.f.stored("a");
        WorkOutcome<String> outcome = open.run(MESSAGE, w.succeeding());
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Skipped.class, skipped -> assertThat(skipped.why()).isInstanceOf(why));
        assertThat(outcome.ran()).isEmpty();
        assertThat(w.ran).isZero();
        assertThat(w.events).containsExactly("skipped");
        assertThat(w.values.get(0)).isInstanceOf(why);
        assertThat(w.f.stored("a")).isEqualTo(before);
    }

    @Test
    void a_message_without_an_id_runs_without_a_claim_and_nothing_is_sent() {
        AtomicReference<WorkLease> seen = new AtomicReference<>();
        WorkOutcome<String> outcome = w.storing.run(Message.of("").withPayload(WorkFixture.BYTES), lease -> {
            seen.set(lease);
            return "done";
        });
        assertThat(outcome).isEqualTo(new Ran<>("done", ClaimEnd.NO_ID));
        assertThat(seen.get().lease()).isEmpty();
        assertThat(seen.get().lost()).isFalse();
        assertThat(w.commands()).isEmpty();
        assertThat(w.events).isEmpty();
        assertThat(w.f.documents.countDocuments()).isZero();
    }

    @Test
    void the_work_runs_under_the_claim_that_was_acquired() {
        w.work.run(MESSAGE, lease -> {
            Lease held = lease.lease().orElseThrow();
            BsonDocument stored = w.f.stored("a");
            assertThat(stored.getString("worker_id").getValue())
                    .isEqualTo(held.token().value());
            assertThat(stored.getString("status").getValue()).isEqualTo("processing");
            assertThat(stored.getInt64("fence").getValue())
                    .isEqualTo(held.fence().orElseThrow());
            assertThat(w.events).containsExactly("acquired");
            return "done";
        });
    }

    @Test
    void a_claim_that_another_holds_is_skipped_as_a_success() {
        w.f.other.acquire("a", TTL);
        skips(Held.class);
    }

    @Test
    void a_message_that_is_done_is_skipped_as_a_success() {
        w.f.other.complete(w.f.acquired("a", TTL), Duration.ofHours(1));
        skips(AlreadyCompleted.class);
    }

    private void othersAreAlwaysFaster() {
        Lease[] others = new Lease[1];
        for (int i = 0; i < 5; i++) {
            w.f.steering.beforeNext(
                    "findAndModify",
                    () -> others[0] =
                            w.f.other.acquire("a", TTL).acquired().orElseThrow().lease());
            w.f.steering.beforeNext("find", () -> w.f.other.release(others[0], Payloads.SKIP));
        }
    }

    @Test
    void a_claim_that_others_always_get_first_throws_since_nobody_need_hold_it() {
        othersAreAlwaysFaster();
        NotStartedException thrown = notStarted(w.storing);
        assertThat(thrown.outcome()).containsInstanceOf(Contended.class);
        assertThat(thrown).hasMessageContaining("others were faster each of 5 times");
        assertThat(w.ran).isZero();
        assertThat(w.events).isEmpty();
    }

    @Test
    void failing_open_a_claim_that_others_always_get_first_runs() {
        othersAreAlwaysFaster();
        assertThat(open.run(MESSAGE, w.succeeding())).isEqualTo(new Ran<>("done", ClaimEnd.FAILED_OPEN));
        assertThat(w.events).containsExactly("failedOpen");
    }

    @Test
    void an_acquisition_that_fails_throws_and_the_work_does_not_start() {
        w.f.refuse(1);
        assertThatThrownBy(() -> w.storing.run(MESSAGE, w.succeeding())).isInstanceOf(StoreException.class);
        assertThat(w.ran).isZero();
        assertThat(w.events).isEmpty();
        assertThat(w.commands()).containsExactly("findAndModify");
    }

    @Test
    void failing_open_the_result_is_returned_and_no_command_follows_though_the_store_recovers() {
        w.f.refuse(1);
        WorkOutcome<String> outcome = open.run(MESSAGE, lease -> {
            assertThat(lease.lease()).isEmpty();
            assertThat(w.f.other.acquire("a", TTL).acquired())
                    .as("the store is back")
                    .isPresent();
            return "done";
        });
        assertThat(outcome).isEqualTo(new Ran<>("done", ClaimEnd.FAILED_OPEN));
        assertThat(w.commands()).containsExactly("findAndModify");
        assertThat(w.events).containsExactly("failedOpen");
        assertThat(w.values.get(0)).isInstanceOf(StoreException.class);
        assertThat(w.f.stored("a").containsKey("payload")).isFalse();
        assertThat(w.f.stored("a").getString("status").getValue()).isEqualTo("processing");
    }

    @Test
    void failing_open_the_works_failure_is_thrown_and_no_command_follows() {
        IllegalStateException own = new IllegalStateException("of the work");
        w.f.refuse(1);
        assertThatThrownBy(() -> open.run(MESSAGE, w.failing(own))).isSameAs(own);
        assertThat(w.commands()).containsExactly("findAndModify");
        assertThat(w.events).containsExactly("failedOpen");
    }

    @Test
    void the_works_own_store_exception_is_no_failed_acquisition() {
        StoreException own = Readings.failure(Kind.REFUSED, "own");
        assertThatThrownBy(() -> open.run(MESSAGE, w.failing(own))).isSameAs(own);
        assertThat(w.ran).isEqualTo(1);
        assertThat(w.events).containsExactly("acquired", "stored", "kept");
    }

    @Test
    void an_acquisition_of_which_nobody_knows_throws_with_its_token() {
        ClaimedWork brief = ClaimedWork.on(w.f.store.withTimeout(SHORT), w.keeper, TTL, NOTICE);
        w.silence(true);
        NotStartedException thrown = notStarted(brief);
        w.f.server.clear();
        Unknown unknown = (Unknown) thrown.outcome().orElseThrow();
        assertThat(w.f.stored("a").getString("worker_id").getValue()).isEqualTo(String.valueOf(unknown.token()));
        assertThat(thrown).hasMessageContaining(String.valueOf(unknown.token())).hasCause(unknown.cause());
        assertThat(thrown.loss()).isEmpty();
        assertThat(w.ran).isZero();
    }

    @Test
    void an_acquisition_of_which_nobody_knows_is_given_up_and_the_message_is_done_when_it_comes_again() {
        ClaimedWork brief = ClaimedWork.on(w.f.store.withTimeout(PATIENT), w.keeper, TTL, NOTICE)
                .withListener(w);
        w.silence(true);
        w.f.whenRecentRead = w.f.server::clear; // by the release
        NotStartedException thrown = notStarted(brief);
        assertThat(thrown.outcome()).containsInstanceOf(Unknown.class);
        assertThat(w.events).containsExactly("released");
        assertThat(w.f.limits.get(w.f.limits.size() - 1)).isLessThanOrEqualTo(GIVING_UP);
        assertThat(brief.run(MESSAGE, w.succeeding())).isEqualTo(new Ran<>("done", ClaimEnd.COMPLETED));
    }

    @Test
    void giving_up_an_acquisition_of_which_nobody_knows_is_only_tried() {
        ClaimedWork brief = ClaimedWork.on(w.f.store.withTimeout(SHORT), w.keeper, TTL, NOTICE)
                .withListener(w);
        w.silence(true);
        assertThat(notStarted(brief).outcome()).containsInstanceOf(Unknown.class);
        assertThat(w.events).containsExactly("notReleased");
        assertThat(w.f.limits).allSatisfy(limit -> assertThat(limit).isLessThanOrEqualTo(SHORT));
    }

    @Test
    void failing_open_an_acquisition_of_which_nobody_knows_runs_and_no_command_follows() {
        ClaimedWork brief = ClaimedWork.on(w.f.store.withTimeout(SHORT), w.keeper, TTL, NOTICE)
                .withPayloadsUpTo(1_000)
                .withFailOpen();
        w.silence(true);
        WorkOutcome<String> outcome = brief.run(MESSAGE, w.doing(() -> {
            w.f.server.clear();
            w.f.steering.forgetSent();
        }));
        assertThat(outcome).isEqualTo(new Ran<>("done", ClaimEnd.FAILED_OPEN));
        assertThat(w.commands()).isEmpty();
    }

    @Test
    void a_lease_that_was_over_when_the_answer_came_throws() {
        w.f.steering.afterNext("findAndModify", () -> w.f.time.pass(TTL));
        NotStartedException thrown = notStarted(w.storing);
        assertThat(thrown.outcome()).containsInstanceOf(Expired.class);
        assertThat(thrown).hasMessageContaining("its lease had ended");
        assertThat(w.ran).isZero();
        assertThat(w.commands()).containsExactly("findAndModify", "findAndModify");
        assertThat(w.events).containsExactly("released");
        assertThat(w.f.limits.get(w.f.limits.size() - 1)).isLessThanOrEqualTo(GIVING_UP);
        assertThat(w.f.stored("a").getString("status").getValue()).isEqualTo("released");
    }

    @Test
    void failing_open_a_lease_that_was_over_when_the_answer_came_is_not_given_up_and_no_command_follows() {
        w.f.steering.afterNext("findAndModify", () -> w.f.time.pass(TTL));
        assertThat(open.run(MESSAGE, w.succeeding())).isEqualTo(new Ran<>("done", ClaimEnd.FAILED_OPEN));
        assertThat(w.commands()).containsExactly("findAndModify");
        assertThat(w.events).containsExactly("failedOpen");
    }

    @Test
    void failing_open_on_an_interrupted_thread_such_a_lease_is_given_up_since_the_work_does_not_run() {
        w.f.steering.afterNext("findAndModify", () -> {
            w.f.time.pass(TTL);
            Thread.currentThread().interrupt();
        });
        assertThat(notStarted(open).outcome()).containsInstanceOf(Expired.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(w.events).containsExactly("released");
    }

    @Test
    void a_malformed_claim_throws_and_failing_open_runs() {
        w.f.documents.insertOne(BsonDocument.parse("{_id: 'a', status: 'processing', expires_at: 'soon'}"));
        BsonDocument before = w.f.stored("a");
        NotStartedException thrown = notStarted(w.storing);
        assertThat(thrown.outcome()).containsInstanceOf(Malformed.class);
        assertThat(thrown).hasMessageContaining("malformed").hasMessageContaining("expires_at");
        assertThat(w.ran).isZero();

        assertThat(open.run(MESSAGE, w.succeeding())).isEqualTo(new Ran<>("done", ClaimEnd.FAILED_OPEN));
        assertThat(w.values.get(0)).isInstanceOf(NotStartedException.class);
        assertThat(w.f.stored("a")).isEqualTo(before);
    }

    @Test
    void a_lease_that_cannot_be_kept_is_released_and_counts_as_not_acquired() {
        StoreException failure = Readings.failure(Kind.UNREACHABLE, "nobody there");
        w.f.steering.afterNext("findAndModify", () -> w.f.unreadable = failure);
        assertThatThrownBy(() -> w.storing.run(MESSAGE, w.succeeding())).isSameAs(failure);
        assertThat(w.ran).isZero();
        assertThat(w.events).as("the release reads the same clock").containsExactly("failed to RELEASE");
    }

    @Test
    void failing_open_a_lease_that_cannot_be_kept_is_released_before_the_work_and_no_command_follows() {
        StoreException once = Readings.failure(Kind.UNREACHABLE, "not now");
        w.f.steering.afterNext(
                "findAndModify",
                () -> w.f.whenRead = () -> {
                    w.f.whenRead = () -> {};
                    throw once;
                });
        WorkOutcome<String> outcome = open.run(MESSAGE, w.doing(() -> {
            assertThat(w.f.stored("a").getString("status").getValue()).isEqualTo("released");
            w.f.steering.forgetSent();
        }));
        assertThat(outcome).isEqualTo(new Ran<>("done", ClaimEnd.FAILED_OPEN));
        assertThat(w.commands()).isEmpty();
        assertThat(w.events).containsExactly("released", "failedOpen");
        assertThat(w.values.get(1)).isSameAs(once);
    }

    @Test
    void a_closed_keeper_is_no_failure_of_the_store_and_throws_and_the_claim_is_released() {
        w.keeper.close();
        assertThatThrownBy(() -> open.run(MESSAGE, w.succeeding()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("this keeper is closed");
        assertThat(w.ran).isZero();
        assertThat(w.f.stored("a").getString("status").getValue()).isEqualTo("released");
        assertThat(w.events).containsExactly("released");
    }

    @Test
    void an_interrupt_is_no_failure_of_the_store_and_throws() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> open.run(MESSAGE, w.succeeding())).isInstanceOf(RuntimeException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(w.ran).isZero();
        assertThat(w.events).doesNotContain("failedOpen");
    }

    @Test
    void what_cannot_work_is_refused_before_any_message_comes() {
        Duration second = Duration.ofSeconds(1);
        assertThatThrownBy(() -> ClaimedWork.on(w.f.store, w.keeper, second, NOTICE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ttl PT1S is too short");
        assertThatThrownBy(() -> ClaimedWork.on(w.f.store, w.keeper, TTL, second.negated()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> w.work.withMemory(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("memory is PT0S");
        assertThatThrownBy(() -> w.work.withMemory(Duration.ofDays(36_501)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> w.work.withPayloadsUpTo(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has 0 bytes");
    }

    @Test
    void outcomes_are_matched_by_name() {
        WorkOutcome.Cases<String, String> cases = new WorkOutcome.Cases<>() {
            @Override
            public String ran(Ran<String> outcome) {
                return outcome.result();
            }

            @Override
            public String skipped(Skipped<String> outcome) {
                return "skipped";
            }
        };
        assertThat(w.work.run(MESSAGE, w.succeeding()).match(cases)).isEqualTo("done");
        assertThat(w.work.run(MESSAGE, w.succeeding()).match(cases)).isEqualTo("skipped");
        w.f.set("a", "status", new BsonString("released"));
        assertThat(w.work.run(MESSAGE, w.succeeding()).ran()).isPresent();
    }
}
