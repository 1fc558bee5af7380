package io.claimctl.worker;

import static io.claimctl.worker.KeptFixture.TTL;
import static io.claimctl.worker.WorkFixture.MESSAGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.claim.Expired;
import io.claimctl.claim.Fenced;
import io.claimctl.claim.Lease;
import io.claimctl.claim.Payloads;
import io.claimctl.worker.WorkOutcome.ClaimEnd;
import io.claimctl.worker.WorkOutcome.Ran;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A claim that is lost while its work runs: the work learns of it, and what is another's by then is left alone. */
class WorkLostTest {
    private final WorkFixture w = new WorkFixture();
    private final List<LeaseLoss> learned = new ArrayList<>();

    @AfterEach
    void close() {
        w.close();
    }

    /** A Go worker takes the claim, and the next renewal finds out. */
    private BsonDocument taken() {
        w.f.set("a", "worker_id", new BsonString("89abcdef0123456701234567"));
        w.renew();
        w.f.steering.forgetSent();
        return w.f.stored("a");
    }

    @Test
    void the_work_learns_of_it_while_it_runs_and_is_told_before_the_listener() {
        WorkOutcome<String> outcome = w.storing.run(MESSAGE, lease -> {
            lease.whenLost(loss -> {
                assertThat(w.events).containsExactly("acquired", "stored");
                learned.add(loss);
            });
            assertThat(lease.lost()).isFalse();
            taken();
            assertThat(lease.lost()).isTrue();
            w.hear();
            assertThat(learned).hasSize(1);
            return "done";
        });
        assertThat(outcome).isEqualTo(new Ran<>("done", ClaimEnd.LOST));
        assertThat(w.events).containsExactly("acquired", "stored", "lost");
        assertThat(w.values.get(2)).isSameAs(learned.get(0));
        LeaseLoss.Refused loss = (LeaseLoss.Refused) learned.get(0);
        assertThat(loss.outcome()).isInstanceOf(Fenced.class);
    }

    @Test
    void work_that_succeeds_after_the_loss_sends_nothing_and_its_result_is_returned() {
        BsonDocument[] taken = new BsonDocument[1];
        WorkOutcome<String> outcome = w.storing.run(MESSAGE, w.doing(() -> taken[0] = taken()));
        assertThat(outcome).isEqualTo(new Ran<>("done", ClaimEnd.LOST));
        assertThat(w.commands()).isEmpty();
        assertThat(w.f.stored("a")).isEqualTo(taken[0]);
    }

    @Test
    void work_that_fails_after_the_claim_was_found_to_be_anothers_sends_nothing_and_its_exception_is_thrown() {
        IllegalStateException own = new IllegalStateException("of the work");
        BsonDocument[] taken = new BsonDocument[1];
        assertThatThrownBy(() -> w.work.run(MESSAGE, w.doing(() -> {
                    taken[0] = taken();
                    throw own;
                })))
                .isSameAs(own);
        assertThat(w.commands()).isEmpty();
        assertThat(w.f.stored("a")).isEqualTo(taken[0]);
        assertThat(w.events).containsExactly("acquired", "lost");
    }

    /** The lease comes to its end, while somebody looks all the time. */
    private void unconfirmed() {
        for (int i = 0; i < TTL.toSeconds(); i++) {
            w.f.time.pass(Duration.ofMillis(999));
            w.keeper.look();
        }
    }

    private void failsAfter(ClaimedWork work, Runnable what) {
        IllegalStateException own = new IllegalStateException("of the work");
        assertThatThrownBy(() -> work.run(MESSAGE, w.doing(() -> {
                    what.run();
                    throw own;
                })))
                .isSameAs(own);
    }

    @Test
    void work_that_fails_after_its_lease_was_not_confirmed_has_its_message_kept_for_recovery() {
        failsAfter(w.storing, this::unconfirmed);
        assertThat(w.events).containsExactly("acquired", "stored", "lost", "kept");
        assertThat(w.values.get(2)).isInstanceOf(LeaseLoss.Unconfirmed.class);
        BsonDocument stored = w.f.stored("a");
        assertThat(stored.getString("status").getValue()).isEqualTo("processing");
        assertThat(stored.getBinary("payload").getData()).isEqualTo(WorkFixture.BYTES);
        assertThat(stored.getDateTime("expires_at").getValue())
                .isEqualTo(w.f.time.now().plus(Duration.ofMinutes(10)).toEpochMilli());
    }

    @Test
    void work_that_fails_after_its_host_stood_still_has_its_claim_let_go() {
        failsAfter(w.work, () -> w.f.time.pass(TTL.plusSeconds(1)));
        assertThat(w.events).containsExactly("acquired", "lost", "released");
        assertThat(w.values.get(1)).isInstanceOf(LeaseLoss.StoodStill.class);
        assertThat(w.f.other.acquire("a", TTL).acquired()).isPresent();
    }

    @Test
    void work_that_fails_after_the_store_has_said_that_its_lease_is_over_has_its_message_kept_for_recovery() {
        failsAfter(w.storing, () -> {
            w.f.set("a", "expires_at", new BsonDateTime(w.f.time.now().toEpochMilli()));
            w.renew();
        });
        assertThat(w.events).containsExactly("acquired", "stored", "lost", "kept");
        assertThat(((LeaseLoss.Refused) w.values.get(2)).outcome()).isInstanceOf(Expired.class);
    }

    @Test
    void work_that_fails_after_its_lease_was_not_confirmed_leaves_a_successors_claim_as_it_is() {
        BsonDocument[] successors = new BsonDocument[1];
        failsAfter(w.storing, () -> {
            unconfirmed();
            w.takenOver();
            successors[0] = w.f.stored("a");
        });
        assertThat(w.events).containsExactly("acquired", "stored", "lost", "notReleased");
        assertThat(w.values.get(3)).isInstanceOf(Fenced.class);
        assertThat(w.f.stored("a")).isEqualTo(successors[0]);
    }

    @Test
    void a_loss_is_told_once_and_when_the_work_has_ended_at_the_latest() {
        w.work.run(MESSAGE, w.doing(this::taken));
        assertThat(w.events).as("though nobody was told yet").containsExactly("acquired", "lost");
        w.hear();
        assertThat(w.events).hasSize(2);
    }

    @Test
    void a_loss_whose_time_has_come_while_nobody_looked_is_one() {
        WorkOutcome<String> outcome = w.work.run(MESSAGE, w.doing(() -> {
            w.f.steering.forgetSent();
            w.f.time.pass(TTL.minusSeconds(1));
        }));
        assertThat(outcome).isEqualTo(new Ran<>("done", ClaimEnd.LOST));
        assertThat(w.commands()).isEmpty();
        assertThat(w.events).containsExactly("acquired", "lost");
        assertThat(w.values.get(1)).isInstanceOf(LeaseLoss.StoodStill.class);
    }

    @Test
    void after_the_work_has_ended_it_is_told_of_no_loss() {
        w.work.run(MESSAGE, lease -> {
            lease.whenLost(learned::add);
            taken();
            return "done";
        });
        w.hear();
        assertThat(learned).isEmpty();
    }

    @Test
    void work_whose_callback_throws_does_not_keep_the_listener_from_hearing() {
        w.work.run(MESSAGE, lease -> {
            lease.whenLost(loss -> {
                throw new IllegalStateException("of the callback");
            });
            taken();
            assertThatThrownBy(w::hear).hasMessage("of the callback");
            assertThat(w.events).containsExactly("acquired", "lost");
            return "done";
        });
    }

    @Test
    void a_claim_that_the_work_has_released_itself_is_lost_since_anybody_may_take_it() {
        WorkOutcome<String> outcome = w.work.run(MESSAGE, lease -> {
            Lease held = lease.lease().orElseThrow();
            w.f.other.release(held, Payloads.SKIP);
            w.renew();
            return "done";
        });
        assertThat(outcome).isEqualTo(new Ran<>("done", ClaimEnd.LOST));
    }
}
