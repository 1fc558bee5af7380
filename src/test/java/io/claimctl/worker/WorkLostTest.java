package io.claimctl.worker;

import static io.claimctl.worker.KeptFixture.TTL;
import static io.claimctl.worker.WorkFixture.MESSAGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.claim.Fenced;
import io.claimctl.claim.Lease;
import io.claimctl.claim.Payloads;
import io.claimctl.worker.WorkOutcome.ClaimEnd;
import io.claimctl.worker.WorkOutcome.Ran;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A claim that is lost while its work runs: the work learns of it, and nothing more is sent. */
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
    void work_that_fails_after_the_loss_sends_nothing_and_its_exception_is_thrown() {
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
