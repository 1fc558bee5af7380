package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static io.claimctl.claim.Fixture.OURS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.testing.FaultProxy;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.ProxyFault;
import io.claimctl.testing.Servers.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a watch does where the store fails. */
@OnEveryServer
class WatchFailureTest {
    private final FaultProxy proxy;
    private final Fixture f;
    private final ClaimWatch watch;

    WatchFailureTest(TestServer server) {
        proxy = new FaultProxy(server.uri());
        f = new Fixture(proxy.uri());
        watch = f.store.withTimeout(Duration.ofMillis(500)).watch(ClaimQuery.all());
    }

    @AfterEach
    void close() {
        proxy.heal();
        watch.close();
        f.close();
        proxy.close();
        proxy.assertSound();
    }

    private List<String> words() {
        return watch.look().stream().map(e -> e.id() + " " + e.kind()).toList();
    }

    /** The driver sends a read again until its time is over. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void a_look_that_fails_at_any_of_its_reads_loses_nothing_and_tells_nothing_twice(int read) {
        f.insert(f.processing("z", OURS, HOUR, MINUTE));
        words();
        f.time.pass(Duration.ofSeconds(1));
        f.insert(f.processing("a", OURS, HOUR, Duration.ZERO));
        f.insert(f.processing("b", OURS, HOUR, Duration.ZERO).append("payload", new org.bson.BsonBinary(new byte[1])));
        f.delete("z");
        proxy.next(Set.of("find"), read - 1, ProxyFault.NONE);
        proxy.always("find", ProxyFault.CUT_AFTER);
        assertThatThrownBy(watch::look)
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.passes()).isTrue());
        proxy.heal();
        assertThat(words()).containsExactly("a ACQUIRED", "b ACQUIRED", "z DELETED");
        assertThat(words()).isEmpty();
    }

    @Test
    void a_server_that_is_gone_for_a_while_is_looked_at_again() {
        try (ClaimWatch byTheServersClock = ClaimStore.on(f.steered, f.namespace)
                .withTimeout(Duration.ofMillis(500))
                .watch(List.of("a"))) {
            byTheServersClock.look();
            proxy.vanish();
            assertThatThrownBy(byTheServersClock::look)
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.passes()).isTrue());
            proxy.heal();
            assertThat(f.store
                            .withTimeout(Duration.ofSeconds(10))
                            .list(ClaimQuery.all())
                            .hasNext())
                    .isFalse();
            f.insert(f.processing("a", OURS, HOUR, Duration.ZERO));
            assertThat(byTheServersClock.look().get(0).kind()).isEqualTo(ClaimEvent.Kind.ACQUIRED);
        }
    }

    /** Not the primary any more, shutting down, interrupted by that. */
    @ParameterizedTest
    @ValueSource(ints = {189, 10107, 11600, 91})
    void a_primary_that_steps_down_or_ends_is_a_failure_that_passes(int code) {
        words();
        proxy.always("find", ProxyFault.error(code, false));
        assertThatThrownBy(watch::look)
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.passes()).isTrue());
        proxy.heal();
        f.insert(f.processing("a", OURS, HOUR, Duration.ZERO));
        assertThat(words()).containsExactly("a ACQUIRED");
    }

    @Test
    void a_privilege_that_is_missing_does_not_pass() {
        proxy.next("find", ProxyFault.error(13, false));
        assertThatThrownBy(watch::look)
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.passes()).isFalse());
    }
}
