package io.claimctl.worker;

import static io.claimctl.worker.KeeperBench.TTL;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.Lease;
import io.claimctl.testing.ProxyFault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** With its threads, and with leases that end by the clock. */
class LeaseKeeperTest {
    private final KeeperBench bench = new KeeperBench();
    private final Map<String, Instant> lost = new ConcurrentHashMap<>();
    private final Queue<Thread> tellers = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        bench.close();
    }

    private LeaseListener noting(CountDownLatch all, Runnable then) {
        return loss -> {
            lost.put(loss.lease().id(), Instant.now());
            tellers.add(Thread.currentThread());
            Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> thrown.add(e));
            all.countDown();
            then.run();
        };
    }

    /** The server's clock is this host's. */
    private void toldInTime(List<KeptLease> leases, CountDownLatch all) throws InterruptedException {
        assertThat(all.await(10, TimeUnit.SECONDS)).isTrue();
        for (KeptLease kept : leases) {
            assertThat(kept.loss()).containsInstanceOf(LeaseLoss.Unconfirmed.class);
            assertThat(lost.get(kept.lease().id()))
                    .isBefore(kept.lease().expiresAt().orElseThrow());
        }
    }

    private static void fail() {
        throw new IllegalStateException("of the listener");
    }

    private static void misbehave(int number) {
        switch (number) {
            case 0 -> fail();
            case 1 -> throw new AssertionError("of the listener");
            case 2 -> Thread.currentThread().interrupt();
            default -> {}
        }
    }

    @Test
    void two_hundred_leases_are_renewed_by_one_thread_whatever_their_listeners_do() throws Exception {
        Set<Thread> renewers = ConcurrentHashMap.newKeySet();
        Set<String> renewed = ConcurrentHashMap.newKeySet();
        CountDownLatch all = new CountDownLatch(200);
        List<KeptLease> leases = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            int number = i;
            leases.add(bench.keep("claim-" + i, Duration.ofSeconds(4), new LeaseListener() {
                @Override
                public void lost(LeaseLoss loss) {
                    lost.put(loss.lease().id(), Instant.now());
                }

                @Override
                public void renewed(Lease lease) {
                    renewers.add(Thread.currentThread());
                    Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> thrown.add(e));
                    if (renewed.add(lease.id())) {
                        all.countDown();
                    }
                    misbehave(number);
                }
            }));
        }
        assertThat(all.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(renewers).extracting(Thread::getName).containsExactly("claimctl-lease-renewals");
        assertThat(bench.started())
                .extracting(Thread::getName)
                .containsExactlyInAnyOrder("claimctl-lease-ends", "claimctl-lease-renewals");
        assertThat(thrown).hasAtLeastOneElementOfType(IllegalStateException.class);
        assertThat(thrown).hasAtLeastOneElementOfType(AssertionError.class);
        assertThat(leases).allSatisfy(kept -> assertThat(kept.loss()).isEmpty());
        assertThat(lost).isEmpty();
    }

    @Test
    void where_renewals_stall_for_ever_every_loss_is_told_in_time_whatever_other_listeners_do() throws Exception {
        bench.proxy.always("findAndModify", ProxyFault.STALL_BEFORE);
        CountDownLatch all = new CountDownLatch(30);
        List<KeptLease> leases = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            leases.add(bench.keep("blocks-" + i, TTL, noting(all, bench::hang)));
            leases.add(bench.keep("throws-" + i, TTL, noting(all, LeaseKeeperTest::fail)));
            leases.add(bench.keep("hears-" + i, TTL, noting(all, () -> {})));
        }
        toldInTime(leases, all);
        assertThat(new HashSet<>(tellers)).hasSize(30).allMatch(t -> t.getName().equals("claimctl-lease-lost"));
        bench.end();
        tellers.forEach(KeeperBench::join);
        assertThat(thrown).hasSize(10);
    }

    @Test
    void a_renewal_that_hangs_beyond_its_time_limit_keeps_no_loss_from_being_told_in_time() throws Exception {
        CountDownLatch all = new CountDownLatch(6);
        List<KeptLease> leases = new ArrayList<>();
        leases.add(bench.keep("hung", TTL, noting(all, () -> {})));
        for (int i = 0; i < 5; i++) {
            leases.add(bench.keep("claim-" + i, TTL, noting(all, () -> {})));
        }
        toldInTime(leases, all);
    }

    @Test
    void a_renewal_that_stalls_costs_the_others_nothing() throws Exception {
        bench.proxy.always("findAndModify", command -> KeeperBench.isOf(command, "stalled"), ProxyFault.STALL_BEFORE);
        CountDownLatch all = new CountDownLatch(1);
        Duration longer = Duration.ofMillis(2_400);
        KeptLease stalled = bench.keep("stalled", longer, noting(all, () -> {}));
        List<KeptLease> others = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            others.add(bench.keep("claim-" + i, longer, noting(all, () -> {})));
        }
        toldInTime(List.of(stalled), all);
        assertThat(others).allSatisfy(kept -> assertThat(kept.loss()).isEmpty());
        assertThat(lost).containsOnlyKeys("stalled");
    }
}
