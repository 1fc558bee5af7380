package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the reference's own fixtures show, by the server's own clock: real expiry is the subject, so here time passes. */
@OnEveryServer
class ReferenceFixturesTest {
    private final Fixture f;
    private final MongoClient client;
    private final ClaimStore store;

    ReferenceFixturesTest(TestServer server) {
        f = new Fixture(server);
        client = MongoClients.create(server.uri());
        store = ClaimStore.on(client, f.namespace);
    }

    @AfterEach
    void close() {
        client.close();
        f.close();
    }

    private static void pass(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void of_twenty_acquirers_released_by_a_barrier_exactly_one_succeeds_and_none_fails() throws Exception {
        CyclicBarrier start = new CyclicBarrier(20);
        ExecutorService pool = Executors.newFixedThreadPool(20);
        try {
            List<Future<AcquireOutcome>> outcomes = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                outcomes.add(pool.submit(() -> {
                    start.await(30, TimeUnit.SECONDS);
                    return store.acquire("msg", MINUTE);
                }));
            }
            int won = 0;
            for (Future<AcquireOutcome> outcome : outcomes) {
                AcquireOutcome result = outcome.get(60, TimeUnit.SECONDS);
                assertThat(result).isInstanceOfAny(Acquired.class, Held.class);
                won += result.acquired().isPresent() ? 1 : 0;
            }
            assertThat(won).isEqualTo(1);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void a_lease_of_50_ms_has_ended_after_120_and_the_claim_is_acquired_again() {
        AcquireOutcome first = store.acquire("msg", Duration.ofMillis(50));
        assertThat(first)
                .as("the lease ran, though it may have been too slow to rely on")
                .isInstanceOfAny(Acquired.class, Expired.class);
        pass(120);
        assertThat(store.acquire("msg", MINUTE).acquired()).isPresent();
        assertThat(store.acquire("msg", MINUTE)).isInstanceOf(Held.class);
    }

    @Test
    void a_completion_remembered_for_an_hour_blocks_an_immediate_acquire_and_a_reset_permits_one() {
        Lease lease = store.acquire("msg", MINUTE).acquired().orElseThrow().lease();
        assertThat(store.complete(lease, HOUR).completed()).isPresent();
        assertThat(store.acquire("msg", MINUTE)).isInstanceOf(AlreadyCompleted.class);
        Claim seen = store.find("msg").orElseThrow().readable();
        assertThat(store.reset(seen, ResetOptions.defaults()).reset()).isPresent();
        assertThat(store.acquire("msg", MINUTE).acquired()).isPresent();
    }

    @Test
    void a_memory_of_50_ms_has_ended_after_120() {
        Lease lease = store.acquire("msg", MINUTE).acquired().orElseThrow().lease();
        assertThat(store.complete(lease, Duration.ofMillis(50)).completed()).isPresent();
        pass(120);
        assertThat(store.acquire("msg", MINUTE).acquired()).isPresent();
    }

    @Test
    void two_claims_of_a_minute_are_stale_by_10_ms_after_20_and_are_listed_reset_and_acquired_again() {
        store.acquire("a", MINUTE);
        store.acquire("b", MINUTE);
        pass(20);
        Duration stale = Duration.ofMillis(10);
        List<String> listed = new ArrayList<>();
        try (ClaimCursor cursor = store.findStale(stale, LeaseFilter.ANY, null)) {
            cursor.forEachRemaining(row -> listed.add(row.id()));
        }
        assertThat(listed).containsExactlyInAnyOrder("a", "b");
        SweepRequest any = SweepRequest.olderThan(stale).withLease(LeaseFilter.ANY);
        assertThat(store.sweep(any, new SweepListener() {}).count(Result.RESET)).isEqualTo(2);
        assertThat(store.acquire("a", MINUTE).acquired()).isPresent();
    }

    @Test
    void of_fifty_tight_cycles_of_reset_and_acquire_none_is_refused_and_every_fence_is_higher() {
        long fence = 0;
        for (int i = 0; i < 50; i++) {
            Lease lease = store.acquire("msg", MINUTE).acquired().orElseThrow().lease();
            assertThat(lease.fence().getAsLong()).isGreaterThan(fence);
            fence = lease.fence().getAsLong();
            assertThat(store.reset("msg", lease.token(), ResetOptions.defaults())
                            .reset())
                    .isPresent();
        }
        assertThat(store.acquire("msg", MINUTE).acquired()).isPresent();
    }

    @Test
    void a_payload_is_stored_found_among_the_stale_ones_with_name_and_metadata_cleared_and_gone() {
        Lease lease = store.acquire("msg", MINUTE).acquired().orElseThrow().lease();
        byte[] message = {1, 2, 3};
        store.putPayload(lease, new byte[0], java.util.Map.of("ignored", "yes"), "ignored");
        store.putPayload(lease, message, java.util.Map.of("trace", "abc"), "order.created");
        pass(20);
        try (ClaimCursor stale = store.findStale(Duration.ofMillis(10), LeaseFilter.ANY, null)) {
            Claim found = stale.next().readable();
            assertThat(ClaimStore.payload((Claim) store.find("msg").orElseThrow()))
                    .contains(message);
            assertThat(found.payload()).isNotNull();
            assertThat(found.metadata()).containsExactly(java.util.Map.entry("trace", "abc"));
            assertThat(found.eventName()).isEqualTo("order.created");
            assertThat(found.createdAt()).isNotNull();
        }
        assertThat(store.clearPayload(lease)).isEqualTo(new PayloadCleared("msg"));
        assertThat(((Claim) store.find("msg").orElseThrow()).payload()).isNull();
    }
}
