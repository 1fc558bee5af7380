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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How long a watch waits for its next look. */
@OnEveryServer
class WatchPauseTest {
    private final TestServer server;
    private final Fixture f;
    private final ClaimStore store;
    private final List<Duration> slept = new ArrayList<>();

    WatchPauseTest(TestServer server) {
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

    private boolean sleep(Duration time) {
        slept.add(time);
        return true;
    }

    @Test
    void without_change_streams_it_sleeps_as_long_as_it_is_told_and_asks_for_none_a_second_time() {
        if (Capability.CHANGE_STREAMS.isOn(server)) {
            return;
        }
        try (ClaimWatch watch = store.watch(ClaimQuery.all())) {
            watch.look();
            for (int i = 0; i < 4; i++) {
                assertThat(watch.pause(MINUTE, this::sleep)).isTrue();
            }
            assertThat(watch.isListening()).isFalse();
            assertThat(f.steering.sentNames()).filteredOn("aggregate"::equals).hasSizeLessThanOrEqualTo(1);
            assertThat(slept.stream().mapToLong(Duration::toMillis).sum()).isGreaterThan(2 * MINUTE.toMillis());
            assertThat(watch.pause(MINUTE, time -> false)).isFalse();
        }
    }

    @Test
    void a_change_rings_long_before_the_time_and_another_claims_does_not() {
        Capability.CHANGE_STREAMS.require(server);
        try (ClaimWatch watch = store.watch(List.of("a"))) {
            watch.look();
            assertThat(watch.pause(MINUTE, this::sleep))
                    .as("to listen, and look again")
                    .isTrue();
            assertThat(watch.isListening()).isTrue();
            f.other().renew(Lease.of("b", OURS), HOUR.multipliedBy(2));
            CompletableFuture<Void> holder = CompletableFuture.runAsync(
                    () -> f.other().renew(Lease.of("a", OURS), HOUR.multipliedBy(2)),
                    CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS));
            long start = System.nanoTime();
            assertThat(watch.pause(MINUTE, this::sleep)).isTrue();
            long waited = System.nanoTime() - start;
            holder.join();
            assertThat(waited).isBetween(TimeUnit.MILLISECONDS.toNanos(500), TimeUnit.SECONDS.toNanos(30));
            assertThat(watch.look()).extracting(ClaimEvent::kind).containsExactly(ClaimEvent.Kind.RENEWED);
            assertThat(slept).as("a storm does not set the pace").containsExactly(Waiting.FIRST);
        }
    }
}
