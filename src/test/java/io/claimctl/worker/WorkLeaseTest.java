package io.claimctl.worker;

import static io.claimctl.worker.KeptFixture.TTL;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The lease as the work under it sees it. */
class WorkLeaseTest {
    private final KeptFixture f = new KeptFixture();
    private final KeptLease kept = f.kept("a");
    private final WorkLease lease = new WorkLease();
    private final LeaseLoss loss = new LeaseLoss.Unconfirmed(kept.lease(), null);
    private final LeaseLoss another = new LeaseLoss.Unconfirmed(kept.lease(), new IllegalStateException());
    private final List<LeaseLoss> learned = new ArrayList<>();
    private final List<LeaseLoss> other = new ArrayList<>();

    @AfterEach
    void close() {
        f.close();
    }

    @Test
    void without_a_claim_there_is_no_lease_to_lose() {
        assertThat(lease.lease()).isEmpty();
        assertThat(lease.lost()).isFalse();
    }

    @Test
    void it_is_the_lease_that_is_kept_with_its_end_as_last_confirmed() {
        lease.keptBy(kept);
        assertThat(lease.lease()).contains(kept.lease());
        f.renewWhenDue(kept);
        assertThat(f.renewals).hasSize(1);
        assertThat(lease.lease()).contains(f.renewals.get(0));
    }

    @Test
    void it_is_lost_when_the_kept_lease_is_though_nobody_has_told() {
        lease.keptBy(kept);
        assertThat(lease.lost()).isFalse();
        f.pass(TTL);
        assertThat(lease.lost()).isTrue();
    }

    @Test
    void who_asks_before_the_loss_is_told_once() {
        lease.whenLost(learned::add);
        assertThat(learned).isEmpty();
        lease.lose(loss);
        lease.lose(another);
        assertThat(learned).containsExactly(loss);
    }

    @Test
    void who_asks_after_the_loss_is_told_at_once() {
        lease.lose(loss);
        lease.whenLost(learned::add);
        assertThat(learned).containsExactly(loss);
    }

    @Test
    void a_second_one_replaces_the_first() {
        lease.whenLost(learned::add);
        lease.whenLost(other::add);
        lease.lose(loss);
        assertThat(learned).isEmpty();
        assertThat(other).containsExactly(loss);
    }

    @Test
    void after_the_end_nobody_is_told() {
        lease.whenLost(learned::add);
        lease.end();
        lease.lose(loss);
        lease.whenLost(other::add);
        assertThat(learned).isEmpty();
        assertThat(other).isEmpty();
    }

    @Test
    void the_end_waits_for_what_is_being_told_and_who_asks_meanwhile_does_not() throws Exception {
        CountDownLatch telling = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        List<String> order = new CopyOnWriteArrayList<>();
        lease.keptBy(kept);
        lease.whenLost(found -> {
            telling.countDown();
            await(goOn);
            order.add("told");
        });
        Thread teller = started(() -> lease.lose(loss));
        await(telling);
        Thread ender = started(() -> {
            lease.end();
            order.add("ended");
        });
        Await.until("the end waits, or has come", () -> ender.getState() == Thread.State.BLOCKED || !ender.isAlive());
        Thread asker = started(() -> {
            lease.lost();
            lease.lease();
            order.add("asked");
        });
        asker.join(10_000);

        goOn.countDown();
        ender.join(10_000);
        teller.join(10_000);
        assertThat(order).containsExactly("asked", "told", "ended");
    }

    private static Thread started(Runnable code) {
        Thread thread = new Thread(code);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
