package io.claimctl.worker;

import static io.claimctl.worker.WorkFixture.BYTES;
import static io.claimctl.worker.WorkFixture.MESSAGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimCursor;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.LeaseFilter;
import io.claimctl.claim.Status;
import io.claimctl.testing.FaultProxy;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.ProxyFault;
import io.claimctl.testing.Servers.TestServer;
import io.claimctl.worker.WorkOutcome.ClaimEnd;
import io.claimctl.worker.WorkOutcome.Ran;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What the fixtures of the reference's middleware show with mocks, here over the store, by the server's own clock: real expiry
 * is the subject, so here time passes.
 */
@OnEveryServer
class ReferenceWorkTest {
    private static final Duration NOTICE = Duration.ofMillis(100);
    private static final Duration TTL = Duration.ofSeconds(3);

    private final MongoNamespace namespace = new MongoNamespace(
            "claimctl_test", "w" + UUID.randomUUID().toString().replace("-", ""));
    private final FaultProxy proxy;
    private final MongoClient client;
    private final ClaimStore store;
    private final LeaseKeeper keeper;
    private final ClaimedWork work;
    private final AtomicInteger ran = new AtomicInteger();

    ReferenceWorkTest(TestServer server) {
        proxy = new FaultProxy(server.uri());
        client = MongoClients.create(proxy.uri());
        store = ClaimStore.on(client, namespace);
        keeper = LeaseKeeper.on(store.withTimeout(Duration.ofSeconds(1)));
        work = ClaimedWork.on(store, keeper, TTL, NOTICE);
    }

    @AfterEach
    void close() {
        keeper.close();
        proxy.heal();
        client.getDatabase(namespace.getDatabaseName())
                .getCollection(namespace.getCollectionName())
                .drop();
        client.close();
        proxy.close();
        proxy.assertSound();
    }

    private WorkOutcome<Integer> succeeds(ClaimedWork how) {
        return how.run(MESSAGE, lease -> ran.incrementAndGet());
    }

    private void fails(ClaimedWork how) {
        IllegalStateException own = new IllegalStateException("of the work");
        assertThatThrownBy(() -> how.run(MESSAGE, lease -> {
                    ran.incrementAndGet();
                    throw own;
                }))
                .isSameAs(own);
    }

    private Claim claim() {
        return store.find("a").orElseThrow().readable();
    }

    private static void pass(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void an_error_of_acquire_runs_the_handler_if_the_caller_chose_so() {
        proxy.next("findAndModify", ProxyFault.error(13, false));
        assertThat(succeeds(work.withFailOpen())).isEqualTo(new Ran<>(1, ClaimEnd.FAILED_OPEN));
        assertThat(store.find("a")).isEmpty();
    }

    @Test
    void not_acquired_skips_it() {
        store.acquire("a", Duration.ofMinutes(1));
        assertThat(succeeds(work).ran()).isEmpty();
        assertThat(ran).hasValue(0);
    }

    @Test
    void success_marks_it_and_it_is_not_done_again_until_that_is_forgotten() {
        ClaimedWork forgetful = work.withMemory(Duration.ofMillis(300));
        assertThat(succeeds(forgetful)).isEqualTo(new Ran<>(1, ClaimEnd.COMPLETED));
        assertThat(claim().is(Status.COMPLETED)).isTrue();
        pass(400);
        assertThat(succeeds(work)).isEqualTo(new Ran<>(2, ClaimEnd.COMPLETED));
        assertThat(succeeds(work).ran()).isEmpty();
    }

    @Test
    void failure_lets_it_go_and_it_is_done_again() {
        fails(work);
        assertThat(claim().is(Status.RELEASED)).isTrue();
        assertThat(succeeds(work)).isEqualTo(new Ran<>(2, ClaimEnd.COMPLETED));
    }

    @Test
    void a_stored_payload_prevents_that_and_is_found_among_the_stale_ones_and_outlives_the_lease() {
        ClaimedWork storing = work.withPayloadsUpTo(1_000);
        fails(storing);
        pass(TTL.toMillis());
        assertThat(succeeds(storing).ran()).as("kept for recovery").isEmpty();
        try (ClaimCursor stale = store.findStale(Duration.ofMillis(10), LeaseFilter.ANY, null)) {
            Claim found = stale.next().readable();
            assertThat(found.id()).isEqualTo("a");
            assertThat(found.eventName()).isEqualTo("order.created");
        }
        assertThat(ClaimStore.payload(claim())).contains(BYTES);
    }

    @Test
    void a_stored_payload_goes_with_success() {
        assertThat(succeeds(work.withPayloadsUpTo(1_000))).isEqualTo(new Ran<>(1, ClaimEnd.COMPLETED));
        assertThat(claim().payload()).isNull();
    }

    @Test
    void what_a_dead_worker_has_left_is_done_once_its_lease_has_ended() {
        store.acquire("a", Duration.ofMillis(200));
        assertThat(succeeds(work).ran()).isEmpty();
        pass(250);
        assertThat(succeeds(work)).isEqualTo(new Ran<>(1, ClaimEnd.COMPLETED));
    }

    @Test
    void work_that_outlasts_its_lease_keeps_it_and_nobody_does_the_same() {
        WorkOutcome<Integer> outcome = work.run(MESSAGE, lease -> {
            pass(TTL.toMillis() + 500);
            assertThat(lease.lost()).isFalse();
            assertThat(succeeds(work).ran()).isEmpty();
            return ran.incrementAndGet();
        });
        assertThat(outcome).isEqualTo(new Ran<>(1, ClaimEnd.COMPLETED));
    }

    @Test
    void of_twenty_deliveries_at_once_exactly_one_runs_and_the_others_are_successes() throws Exception {
        CyclicBarrier start = new CyclicBarrier(20);
        ExecutorService pool = Executors.newFixedThreadPool(20);
        try {
            List<Future<WorkOutcome<Integer>>> outcomes = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                outcomes.add(pool.submit(() -> {
                    start.await(30, TimeUnit.SECONDS);
                    return succeeds(work);
                }));
            }
            int done = 0;
            for (Future<WorkOutcome<Integer>> outcome : outcomes) {
                done += outcome.get(60, TimeUnit.SECONDS).ran().isPresent() ? 1 : 0;
            }
            assertThat(done).isEqualTo(1);
            assertThat(ran).hasValue(1);
        } finally {
            pool.shutdownNow();
        }
    }
}
