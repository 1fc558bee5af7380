package io.claimctl.worker;

import static io.claimctl.worker.KeptFixture.NOTICE;
import static io.claimctl.worker.KeptFixture.TTL;
import static io.claimctl.worker.WorkFixture.MESSAGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.claim.AlreadyCompleted;
import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.CompleteOutcome;
import io.claimctl.claim.Fenced;
import io.claimctl.claim.Lease;
import io.claimctl.claim.NotFound;
import io.claimctl.claim.Payloads;
import io.claimctl.claim.ReleaseOutcome;
import io.claimctl.claim.Released;
import io.claimctl.claim.Reset;
import io.claimctl.claim.ResetOptions;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.Unknown;
import io.claimctl.worker.WorkOutcome.ClaimEnd;
import io.claimctl.worker.WorkOutcome.Ran;
import java.time.Duration;
import java.time.Instant;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of the claim when the work has ended. */
class WorkEndsTest {
    private static final IllegalStateException OWN = new IllegalStateException("of the work");

    private final WorkFixture w = new WorkFixture();

    @AfterEach
    void close() {
        w.close();
    }

    private void fails(ClaimedWork work, Work<String, RuntimeException> failing) {
        assertThatThrownBy(() -> work.run(MESSAGE, failing)).isSameAs(OWN).hasNoSuppressedExceptions();
    }

    private Work<String, RuntimeException> failingAfter(Runnable what) {
        return w.doing(() -> {
            what.run();
            throw OWN;
        });
    }

    private Instant date(String field) {
        return Instant.ofEpochMilli(w.f.stored("a").getDateTime(field).getValue());
    }

    private String status() {
        return w.f.stored("a").getString("status").getValue();
    }

    /** Runs just before the command that is sent when the work has ended. */
    private Work<String, RuntimeException> thenBeforeLettingGo(Runnable what) {
        return w.doing(() -> w.f.steering.beforeNext("findAndModify", what));
    }

    private void notCompleted(Runnable before, Class<? extends CompleteOutcome> why) {
        WorkOutcome<String> outcome = w.storing.run(MESSAGE, thenBeforeLettingGo(before));
        assertThat(outcome).isEqualTo(new Ran<>("done", ClaimEnd.NOT_COMPLETED));
        assertThat(w.events).containsExactly("acquired", "stored", "notCompleted");
        assertThat(w.values.get(2)).isInstanceOf(why);
    }

    @Test
    void success_completes_the_claim_and_drops_the_message_with_one_command() {
        WorkOutcome<String> outcome = w.storing.run(MESSAGE, w.doing(w.f.steering::forgetSent));
        assertThat(outcome).isEqualTo(new Ran<>("done", ClaimEnd.COMPLETED));
        assertThat(w.commands()).containsExactly("findAndModify");
        assertThat(status()).isEqualTo("completed");
        assertThat(w.f.stored("a").containsKey("payload")).isFalse();
        assertThat(date("expires_at")).isEqualTo(w.f.time.now().plus(ClaimStore.DEFAULT_MEMORY));
        assertThat(w.events).containsExactly("acquired", "stored", "completed");
    }

    @Test
    void a_completion_is_remembered_as_long_as_the_caller_says() {
        w.work.withMemory(Duration.ofHours(2)).run(MESSAGE, w.succeeding());
        assertThat(date("expires_at")).isEqualTo(w.f.time.now().plus(Duration.ofHours(2)));
    }

    @Test
    void failure_without_a_stored_message_lets_the_claim_go() {
        fails(w.work, w.failing(OWN));
        assertThat(status()).isEqualTo("released");
        assertThat(w.events).containsExactly("acquired", "released");
        assertThat(w.f.other.acquire("a", TTL).acquired()).isPresent();
    }

    @Test
    void failure_with_a_stored_message_leaves_it_for_recovery_for_ten_minutes_at_least() {
        fails(w.storing, w.failing(OWN));
        assertThat(status()).isEqualTo("processing");
        assertThat(w.f.stored("a").getBinary("payload").getData()).isEqualTo(WorkFixture.BYTES);
        assertThat(date("kept_at")).isEqualTo(w.f.time.now());
        assertThat(date("expires_at")).isEqualTo(w.f.time.now().plus(Duration.ofMinutes(10)));
        assertThat(w.events).containsExactly("acquired", "stored", "kept");
    }

    @Test
    void failure_keeps_the_message_that_a_holder_before_has_stored() {
        w.f.acquired("a", TTL);
        w.f.set("a", "payload", new BsonBinary(new byte[] {1}));
        w.f.time.pass(TTL.plusSeconds(1));
        fails(w.work, w.failing(OWN));
        assertThat(w.f.stored("a").getBinary("payload").getData()).containsExactly(1);
        assertThat(w.events).containsExactly("acquired", "kept");
    }

    @Test
    void an_error_of_the_work_is_a_failure_too() {
        AssertionError error = new AssertionError("of the work");
        assertThatThrownBy(() -> w.work.run(MESSAGE, lease -> {
                    throw error;
                }))
                .isSameAs(error);
        assertThat(w.events).containsExactly("acquired", "released");
    }

    @Test
    void a_checked_exception_of_the_work_is_thrown_as_it_is() {
        InterruptedException own = new InterruptedException("of the work");
        assertThatThrownBy(() -> w.storing.run(MESSAGE, lease -> {
                    throw own;
                }))
                .isSameAs(own);
        assertThat(w.events).containsExactly("acquired", "stored", "kept");
    }

    @Test
    void whatever_comes_of_letting_go_the_works_own_exception_is_thrown() {
        fails(w.work, failingAfter(() -> w.f.refuse(1)));
        assertThat(w.events).containsExactly("acquired", "failed to RELEASE");
        assertThat(w.values.get(1)).isInstanceOf(StoreException.class);
    }

    @Test
    void even_an_error_while_letting_go_does_not_hide_the_works_own_exception() {
        StackOverflowError error = new StackOverflowError();
        IllegalStateException own = new IllegalStateException("of the work");
        assertThatThrownBy(() -> w.work.run(MESSAGE, w.doing(() -> {
                    w.f.whenRead = () -> {
                        throw error;
                    };
                    throw own;
                })))
                .isSameAs(own)
                .hasNoSuppressedExceptions();
        assertThat(w.events).containsExactly("acquired", "failed to RELEASE");
        assertThat(w.values.get(1)).isSameAs(error);
    }

    @Test
    void an_error_while_completing_is_told_and_the_result_returned() {
        StackOverflowError error = new StackOverflowError();
        WorkOutcome<String> outcome = w.work.run(
                MESSAGE,
                w.doing(() -> w.f.steering.beforeNext("findAndModify", () -> {
                    throw error;
                })));
        assertThat(outcome).isEqualTo(new Ran<>("done", ClaimEnd.NOT_COMPLETED));
        assertThat(w.events).containsExactly("acquired", "failed to COMPLETE");
        assertThat(w.values.get(1)).isSameAs(error);
    }

    @Test
    void even_a_handler_of_uncaught_exceptions_that_throws_does_not_hide_the_works_own_exception() {
        Thread thread = Thread.currentThread();
        Thread.UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
        IllegalStateException own = new IllegalStateException("of the work");
        IllegalStateException handlers = new IllegalStateException("of the handler");
        ClaimedWork told = w.work.withListener(new WorkListener() {
            @Override
            public void released(Message message, Released outcome) {
                throw new IllegalStateException("of the listener");
            }
        });
        thread.setUncaughtExceptionHandler((at, e) -> {
            throw handlers;
        });
        try {
            assertThatThrownBy(() -> told.run(MESSAGE, w.failing(own)))
                    .isSameAs(own)
                    .hasSuppressedException(handlers);
        } finally {
            thread.setUncaughtExceptionHandler(before);
        }
    }

    @Test
    void a_completion_that_fails_is_told_and_the_result_returned() {
        WorkOutcome<String> outcome = w.storing.run(MESSAGE, w.doing(() -> w.f.refuse(1)));
        assertThat(outcome).isEqualTo(new Ran<>("done", ClaimEnd.NOT_COMPLETED));
        assertThat(w.events).containsExactly("acquired", "stored", "failed to COMPLETE");
        assertThat(w.f.stored("a").containsKey("payload")).isTrue();
    }

    @Test
    void a_completion_of_which_nobody_knows_is_told_and_the_result_returned() {
        ClaimedWork brief = ClaimedWork.on(w.f.store.withTimeout(Duration.ofMillis(400)), w.keeper, TTL, NOTICE)
                .withListener(w);
        WorkOutcome<String> outcome = brief.run(MESSAGE, w.doing(() -> w.silence(false)));
        assertThat(outcome).isEqualTo(new Ran<>("done", ClaimEnd.NOT_COMPLETED));
        assertThat(w.events).containsExactly("acquired", "notCompleted");
        assertThat(w.values.get(1)).isInstanceOf(Unknown.class);
    }

    @Test
    void a_successor_is_not_completed_nor_its_claim_changed() {
        BsonDocument[] successors = new BsonDocument[1];
        notCompleted(
                () -> {
                    w.takenOver();
                    successors[0] = w.f.stored("a");
                },
                Fenced.class);
        assertThat(w.f.stored("a")).isEqualTo(successors[0]);
    }

    @Test
    void a_successor_is_not_released_nor_its_claim_changed() {
        BsonDocument[] successors = new BsonDocument[1];
        fails(
                w.work,
                failingAfter(() -> w.f.steering.beforeNext("findAndModify", () -> {
                    w.takenOver();
                    successors[0] = w.f.stored("a");
                })));
        assertThat(w.events).containsExactly("acquired", "notReleased");
        assertThat((ReleaseOutcome) w.values.get(1)).isInstanceOf(Fenced.class);
        assertThat(w.f.stored("a")).isEqualTo(successors[0]);
    }

    @Test
    void a_claim_that_was_reset_is_not_completed() {
        notCompleted(
                () -> w.f.other.reset(
                        (Claim) w.f.other.find("a").orElseThrow(), new ResetOptions(Payloads.INCLUDE, false, null)),
                Reset.class);
        assertThat(status()).isEqualTo("released");
    }

    @Test
    void a_claim_that_is_gone_is_not_inserted_again() {
        notCompleted(() -> w.f.documents.deleteOne(new BsonDocument("_id", new BsonString("a"))), NotFound.class);
        assertThat(w.f.stored("a")).isNull();
    }

    @Test
    void a_claim_that_the_work_has_completed_itself_is_completed_and_not_lost() {
        WorkOutcome<String> outcome = w.work.run(MESSAGE, lease -> {
            w.f.other.complete(lease.lease().orElseThrow(), Duration.ofHours(1));
            w.renew();
            w.f.pass(TTL);
            assertThat(lease.lost()).isFalse();
            return "done";
        });
        assertThat(outcome).isEqualTo(new Ran<>("done", ClaimEnd.COMPLETED));
        assertThat(w.events).containsExactly("acquired", "completed");
        assertThat(w.values.get(1)).isInstanceOf(AlreadyCompleted.class);
    }

    @Test
    void the_lease_is_renewed_while_the_work_runs_and_no_longer() {
        w.work.run(MESSAGE, lease -> {
            Lease first = lease.lease().orElseThrow();
            for (int i = 0; i < 5; i++) {
                w.renew();
            }
            assertThat(lease.lost()).isFalse();
            assertThat(lease.lease().orElseThrow().expiresAt().orElseThrow())
                    .isAfter(first.expiresAt().orElseThrow().plus(TTL));
            return "done";
        });
        w.f.steering.forgetSent();
        w.renew();
        w.f.pass(TTL);
        w.keeper.look();
        assertThat(w.commands()).isEmpty();
        assertThat(w.events).containsExactly("acquired", "completed");
    }

    @Test
    void renewals_end_before_a_failed_work_lets_its_claim_go() {
        fails(
                w.work,
                failingAfter(() -> w.f.steering.beforeNext("findAndModify", () -> {
                    w.f.time.pass(TTL.dividedBy(2));
                    w.keeper.renew();
                })));
        assertThat(w.commands()).as("acquired, released").hasSize(2);
    }

    @Test
    void on_a_thread_that_was_interrupted_the_claim_is_completed_and_the_interrupt_put_back() {
        WorkOutcome<String> outcome =
                w.storing.run(MESSAGE, w.doing(() -> Thread.currentThread().interrupt()));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(outcome).isEqualTo(new Ran<>("done", ClaimEnd.COMPLETED));
    }

    @Test
    void on_a_thread_that_was_interrupted_the_claim_is_let_go_and_the_interrupt_put_back() {
        fails(w.work, failingAfter(() -> Thread.currentThread().interrupt()));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(w.events).containsExactly("acquired", "released");
        assertThat(status()).isEqualTo("released");
    }

    @Test
    void no_interrupt_is_made_up() {
        w.work.run(MESSAGE, w.succeeding());
        assertThat(Thread.interrupted()).isFalse();
    }
}
