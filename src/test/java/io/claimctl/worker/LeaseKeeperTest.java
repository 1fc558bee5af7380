package io.claimctl.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Lease;
import io.claimctl.testing.FaultProxy;
import io.claimctl.testing.ProxyFault;
import io.claimctl.testing.ScriptedServer;
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
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** With its threads, and with leases that end by the clock. */
class LeaseKeeperTest {
    private static final Duration TTL = Duration.ofMillis(1_500);
    private static final Duration TIMEOUT = Duration.ofMillis(300);
    private static final Duration NOTICE = Duration.ofMillis(250);

    private final ScriptedServer server = new ScriptedServer();
    private final MongoNamespace namespace = new MongoNamespace("claimctl_test", "kept");
    private final MongoClient direct = MongoClients.create(server.uri());
    private final ClaimStore beside = ClaimStore.on(direct, namespace);
    private final FaultProxy proxy = new FaultProxy(server.uri());
    private final CountDownLatch end = new CountDownLatch(1);
    private final MongoClient client = MongoClients.create(MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(proxy.uri()))
            .addCommandListener(hanging("hung"))
            .build());
    private final LeaseKeeper keeper =
            LeaseKeeper.on(ClaimStore.on(client, namespace).withTimeout(TIMEOUT));
    private final Set<Thread> before = threads();
    private final Map<String, Instant> lost = new ConcurrentHashMap<>();
    private final Queue<Thread> tellers = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() throws InterruptedException {
        end.countDown();
        keeper.close();
        for (Thread thread : started()) {
            thread.join(5_000);
        }
        assertThat(started()).isEmpty();
        client.close();
        proxy.close();
        proxy.assertSound();
        direct.close();
        server.close();
    }

    private static Set<Thread> threads() {
        Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
        threads.removeIf(t -> !t.getName().startsWith("claimctl-lease"));
        return threads;
    }

    private Set<Thread> started() {
        Set<Thread> started = threads();
        started.removeAll(before);
        return started;
    }

    /** Holds the renewals of one claim back for ever, so that not even their time limit ends them. */
    private CommandListener hanging(String id) {
        return new CommandListener() {
            @Override
            public void commandStarted(CommandStartedEvent event) {
                if (event.getCommandName().equals("findAndModify") && isOf(event.getCommand(), id)) {
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }
            }
        };
    }

    private static boolean isOf(BsonDocument command, String id) {
        return command.getDocument("query").getString("_id").getValue().equals(id);
    }

    private KeptLease keep(String id, Duration ttl, LeaseListener listener) {
        Lease lease = beside.acquire(id, ttl).acquired().orElseThrow().lease();
        return keeper.keep(lease, ttl, NOTICE, listener);
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

    private void awaited() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void fail() {
        throw new IllegalStateException("of the listener");
    }

    @Test
    void two_hundred_leases_are_renewed_by_one_thread_whatever_their_listeners_do() throws Exception {
        Set<Thread> renewers = ConcurrentHashMap.newKeySet();
        Set<String> renewed = ConcurrentHashMap.newKeySet();
        CountDownLatch all = new CountDownLatch(200);
        List<KeptLease> leases = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            int number = i;
            leases.add(keep("claim-" + i, Duration.ofSeconds(4), new LeaseListener() {
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
        assertThat(started())
                .extracting(Thread::getName)
                .containsExactlyInAnyOrder("claimctl-lease-ends", "claimctl-lease-renewals");
        assertThat(thrown).hasAtLeastOneElementOfType(IllegalStateException.class);
        assertThat(thrown).hasAtLeastOneElementOfType(AssertionError.class);
        assertThat(leases).allSatisfy(kept -> assertThat(kept.loss()).isEmpty());
        assertThat(lost).isEmpty();
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
    void where_renewals_stall_for_ever_every_loss_is_told_in_time_whatever_other_listeners_do() throws Exception {
        proxy.always("findAndModify", ProxyFault.STALL_BEFORE);
        CountDownLatch all = new CountDownLatch(30);
        List<KeptLease> leases = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            leases.add(keep("blocks-" + i, TTL, noting(all, this::awaited)));
            leases.add(keep("throws-" + i, TTL, noting(all, LeaseKeeperTest::fail)));
            leases.add(keep("hears-" + i, TTL, noting(all, () -> {})));
        }
        toldInTime(leases, all);
        assertThat(new HashSet<>(tellers)).hasSize(30).allMatch(t -> t.getName().equals("claimctl-lease-lost"));
        end.countDown();
        for (Thread teller : tellers) {
            teller.join(5_000);
        }
        assertThat(thrown).hasSize(10);
    }

    @Test
    void a_renewal_that_hangs_beyond_its_time_limit_keeps_no_loss_from_being_told_in_time() throws Exception {
        CountDownLatch all = new CountDownLatch(6);
        List<KeptLease> leases = new ArrayList<>();
        leases.add(keep("hung", TTL, noting(all, () -> {})));
        for (int i = 0; i < 5; i++) {
            leases.add(keep("claim-" + i, TTL, noting(all, () -> {})));
        }
        toldInTime(leases, all);
    }

    @Test
    void a_renewal_that_stalls_costs_the_others_nothing() throws Exception {
        proxy.always("findAndModify", command -> isOf(command, "stalled"), ProxyFault.STALL_BEFORE);
        CountDownLatch all = new CountDownLatch(1);
        Duration longer = Duration.ofMillis(2_400);
        KeptLease stalled = keep("stalled", longer, noting(all, () -> {}));
        List<KeptLease> others = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            others.add(keep("claim-" + i, longer, noting(all, () -> {})));
        }
        toldInTime(List.of(stalled), all);
        assertThat(others).allSatisfy(kept -> assertThat(kept.loss()).isEmpty());
        assertThat(lost).containsOnlyKeys("stalled");
    }
}
