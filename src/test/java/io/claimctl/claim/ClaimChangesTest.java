package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static io.claimctl.claim.Fixture.OURS;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.Capability;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A long wait listens, where the server has change streams, and ends as soon as the claim changes. */
@OnEveryServer
class ClaimChangesTest {
    private final TestServer server;
    private final Fixture f;
    private final ClaimStore store;
    private final List<Duration> slept = new ArrayList<>();

    ClaimChangesTest(TestServer server) {
        this.server = server;
        f = new Fixture(server);
        store = ClaimStore.on(f.steered, f.namespace).withTimeSource(f.time);
        f.insert(f.processing("a", OURS, HOUR, MINUTE));
        f.insert(f.processing("b", OURS, HOUR, MINUTE));
    }

    @AfterEach
    void close() {
        f.close();
    }

    /** Sleeps through the looks that come before the pace is slow, and no longer. */
    private Waiting impatient() {
        return new Waiting(HostClock.SYSTEM, slept::add, new SplittableRandom(1), HOUR);
    }

    private StoreAccess access(Duration timeout) {
        return new StoreAccess(
                f.steered,
                f.namespace,
                f.time,
                HostClock.SYSTEM,
                timeout,
                new CollectionCheck(),
                new AtomicBoolean(true));
    }

    @Test
    void a_slow_wait_ends_long_before_its_next_look_when_the_claim_is_completed() {
        Capability.CHANGE_STREAMS.require(server);
        CompletableFuture<Void> holder = CompletableFuture.runAsync(
                () -> f.other().complete(Lease.of("a", OURS), HOUR),
                CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS));
        long start = System.nanoTime();
        assertThat(store.await("a", Awaited.COMPLETED, impatient())).isInstanceOf(Reached.class);
        holder.join();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Waiting.MOST);
        assertThat(f.commands()).contains("aggregate", "getMore");
    }

    @Test
    void a_renewal_or_another_claim_wakes_nobody_and_a_release_does() {
        Capability.CHANGE_STREAMS.require(server);
        try (ClaimChanges changes =
                ClaimChanges.of(access(Duration.ofSeconds(2)), "a").orElseThrow()) {
            f.other().renew(Lease.of("a", OURS), HOUR.multipliedBy(2));
            f.other().complete(Lease.of("b", OURS), HOUR);
            long start = System.nanoTime();
            assertThat(changes.await()).isTrue();
            assertThat(System.nanoTime() - start).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(500));

            f.other().release(Lease.of("a", OURS), Payloads.SKIP);
            long released = System.nanoTime();
            assertThat(changes.await()).isTrue();
            assertThat(System.nanoTime() - released).isLessThan(TimeUnit.MILLISECONDS.toNanos(500));
        }
    }

    @Test
    void where_nothing_is_heard_the_looks_go_on() {
        Waiting waiting = new Waiting(
                HostClock.SYSTEM,
                time -> {
                    slept.add(time);
                    if (slept.size() == 8) {
                        f.other().complete(Lease.of("a", OURS), HOUR);
                    }
                    return true;
                },
                new SplittableRandom(1),
                HOUR);
        assertThat(store.await("a", Awaited.COMPLETED, waiting)).isInstanceOf(Reached.class);
        assertThat(slept).hasSizeBetween(8, 9);
        BsonDocument stream = f.steering.sent().stream()
                .filter(command -> command.containsKey("aggregate"))
                .findFirst()
                .orElseThrow();
        assertThat(stream.toJson()).contains("documentKey._id").doesNotContain("resumeAfter");
    }
}
