package io.claimctl.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.claim.Lease;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ShortestTtlTest {
    private static final Duration MILLI = Duration.ofMillis(1);

    /** Two thirds are left when the first renewal is due, less the margin and the notice: it may run into its timeout. */
    private static boolean sufficient(Duration ttl, Duration timeout, Duration notice) {
        Duration quarter = ttl.dividedBy(4);
        Duration margin = quarter.toMillis() < 500 ? quarter : Duration.ofMillis(500);
        return ttl.minus(ttl.dividedBy(3)).minus(margin).minus(notice).compareTo(timeout) >= 0;
    }

    @Test
    void the_shortest_lease_leaves_time_for_a_renewal_that_runs_into_its_timeout_and_a_millisecond_less_does_not() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 4_000; i++) {
            long most = i % 2 == 0 ? 2_000 : 600_000;
            Duration timeout = Duration.ofMillis(1 + random.nextLong(most));
            Duration notice = Duration.ofMillis(random.nextLong(most));
            Duration shortest = LeaseKeeper.shortestTtl(timeout, notice);
            assertThat(sufficient(shortest, timeout, notice))
                    .as("%s for %s and %s", shortest, timeout, notice)
                    .isTrue();
            assertThat(sufficient(shortest.minus(MILLI), timeout, notice))
                    .as("%s less a millisecond for %s and %s", shortest, timeout, notice)
                    .isFalse();
        }
    }

    @Test
    void a_shorter_lease_is_refused_with_the_shortest_that_can_be_kept_and_nothing_is_sent() {
        try (KeptFixture f = new KeptFixture();
                LeaseKeeper keeper = LeaseKeeper.on(f.store)) {
            Lease lease = f.acquired("a", Duration.ofMinutes(1));
            f.steering.forgetSent();
            f.limits.clear();
            Duration shortest = LeaseKeeper.shortestTtl(KeptFixture.TIMEOUT, KeptFixture.NOTICE);
            assertThat(shortest).isEqualTo(Duration.ofMillis(18_750));
            assertThatThrownBy(() -> keeper.keep(lease, shortest.minus(MILLI), KeptFixture.NOTICE, f))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("ttl PT18.749S is too short for a renewal that takes PT10S and a notice of PT2S;"
                            + " the shortest is PT18.75S");
            assertThatThrownBy(() -> keeper.keep(lease, Duration.ofMinutes(1), MILLI.negated(), f))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("notice is PT-0.001S");
            assertThatThrownBy(() ->
                            keeper.keep(Lease.of("a", lease.token()), Duration.ofMinutes(1), KeptFixture.NOTICE, f))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no known end");
            assertThat(f.steering.sent()).isEmpty();
            assertThat(f.limits).isEmpty();
            assertThat(keeper.keep(lease, shortest, KeptFixture.NOTICE, f).lease())
                    .isEqualTo(lease);
        }
    }
}
