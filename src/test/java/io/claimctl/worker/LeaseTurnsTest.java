package io.claimctl.worker;

import static io.claimctl.worker.KeptFixture.NOTICE;
import static io.claimctl.worker.KeptFixture.TIMEOUT;
import static io.claimctl.worker.KeptFixture.TTL;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several leases of one keeper, whose threads do nothing: the test takes their steps. */
class LeaseTurnsTest {
    private static final Duration LOOK = Duration.ofMillis(250);

    private final KeptFixture f = new KeptFixture();
    private final List<Thread> made = new ArrayList<>();
    private final LeaseKeeper keeper = new LeaseKeeper(f.store, new SplittableRandom(3), work -> {
        Thread idle = new Thread(() -> {});
        made.add(idle);
        return idle;
    });

    @AfterEach
    void close() {
        keeper.close();
        f.close();
    }

    /** Each ends a little later than the one before. */
    private KeptLease keep(String id) {
        f.time.pass(Duration.ofMillis(10));
        return keeper.keep(f.acquired(id, TTL), TTL, NOTICE, f);
    }

    /** The ids of the claims whose renewal was sent, since the last call. */
    private List<String> renewed() {
        List<String> ids = f.steering.sent().stream()
                .filter(c -> c.getFirstKey().equals("findAndModify"))
                .map(LeaseTurnsTest::id)
                .toList();
        f.steering.forgetSent();
        f.limits.clear();
        return ids;
    }

    private static String id(BsonDocument command) {
        return command.getDocument("query").getString("_id").getValue();
    }

    /** The operation's deadline has begun to run by the time it asks for the time. */
    private void mayTake(Duration longest) {
        assertThat(f.limits.get(0)).isBetween(longest.minusMillis(500), longest);
    }

    @Test
    void two_daemon_threads_are_started_however_many_leases_there_are_and_none_before() {
        assertThat(made).isEmpty();
        for (int i = 0; i < 5; i++) {
            keep("claim-" + i);
        }
        assertThat(made).extracting(Thread::getName).containsExactly("claimctl-lease-ends", "claimctl-lease-renewals");
        assertThat(made).allMatch(Thread::isDaemon);
    }

    @Test
    void a_loss_is_told_on_a_daemon_thread_of_its_own() {
        keep("a");
        f.pass(TTL);
        keeper.look();
        assertThat(made).extracting(Thread::getName).endsWith("claimctl-lease-lost");
        assertThat(made.get(2).isDaemon()).isTrue();
        assertThat(f.losses).isEmpty();
    }

    @Test
    void those_that_are_due_are_renewed_one_by_one_and_that_with_least_left_comes_first() {
        keep("a");
        f.pass(Duration.ofSeconds(1));
        keep("b");
        f.pass(Duration.ofSeconds(1));
        keep("c");
        renewed();
        keeper.renew();
        assertThat(renewed()).isEmpty();

        f.pass(TTL.dividedBy(3));
        for (int i = 0; i < 4; i++) {
            keeper.renew();
        }
        assertThat(renewed()).containsExactly("a", "b", "c");
    }

    @Test
    void it_is_looked_again_when_the_next_is_due_and_after_a_quarter_of_a_second_at_the_latest() {
        assertThat(keeper.renew()).isEqualTo(LOOK);
        KeptLease kept = keep("a");
        assertThat(keeper.renew()).isEqualTo(LOOK);
        assertThat(keeper.look()).isEqualTo(LOOK);
        f.pass(kept.watch().untilDue().minusMillis(7));
        assertThat(keeper.renew()).isLessThanOrEqualTo(Duration.ofMillis(7));
        assertThat(keeper.look()).isEqualTo(LOOK);

        f.pass(kept.watch().untilNotice().minusMillis(7));
        assertThat(keeper.look()).isEqualTo(Duration.ofMillis(7));
        f.time.pass(Duration.ofMillis(7));
        assertThat(keeper.look()).isEqualTo(LOOK);
        assertThat(kept.lost()).isTrue();
    }

    @Test
    void one_alone_may_take_the_whole_timeout_and_one_beside_others_leaves_them_half_of_their_time() {
        KeptLease a = keep("a");
        f.pass(a.watch().untilDue());
        renewed();
        keeper.renew();
        mayTake(TIMEOUT);
        KeptLease b = keep("b");
        f.pass(b.watch().untilNotice().minusSeconds(3));
        renewed();
        keeper.renew();
        mayTake(Duration.ofMillis(1_500));
        assertThat(renewed()).containsExactly("a");
    }

    @Test
    void one_that_hangs_is_tried_again_after_the_others_had_their_turn() {
        KeptLease a = keep("a");
        KeptLease b = keep("b");
        f.pass(b.watch().untilNotice().minusSeconds(3));
        renewed();
        f.refuse(1);
        keeper.renew();
        keeper.renew();
        assertThat(renewed()).containsExactly("a", "b");

        f.pass(Duration.ofMillis(100));
        keeper.renew();
        mayTake(Duration.ofMillis(2_900));
        assertThat(renewed()).containsExactly("a");
        assertThat(a.lost()).isFalse();
    }

    @Test
    void one_that_has_failed_does_not_shorten_the_turns_of_others() {
        keep("a");
        KeptLease b = keep("b");
        f.pass(b.watch().untilNotice().minusSeconds(3));
        f.refuse(1);
        keeper.renew();
        renewed();
        keeper.renew();
        mayTake(Duration.ofSeconds(3));
    }

    @Test
    void what_is_lost_completed_or_closed_is_not_looked_at_any_more() {
        KeptLease lost = keep("lost");
        KeptLease completed = keep("completed");
        KeptLease closed = keep("closed");
        KeptLease kept = keep("kept");
        f.set("lost", "worker_id", new BsonString("pod-2:89abcdef0123456701234567"));
        f.other.complete(completed.lease(), Duration.ofHours(1));
        closed.close();
        f.pass(TTL.dividedBy(3));
        renewed();
        for (int i = 0; i < 4; i++) {
            keeper.renew();
        }
        assertThat(renewed()).containsExactlyInAnyOrder("lost", "completed", "kept");
        assertThat(lost.lost()).isTrue();
        assertThat(completed.completed()).isTrue();

        f.pass(kept.watch().untilNotice().minusSeconds(3));
        keeper.renew();
        mayTake(Duration.ofSeconds(3));
        assertThat(renewed()).containsExactly("kept");
    }

    @Test
    void closing_the_keeper_closes_its_leases() {
        KeptLease a = keep("a");
        keeper.close();
        f.pass(TTL);
        keeper.look();
        renewed();
        keeper.renew();
        assertThat(renewed()).isEmpty();
        assertThat(a.lost()).isFalse();
        assertThat(f.losses).isEmpty();
    }
}
