package io.claimctl.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.testing.ScriptedServer;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeaseTimeTest {
    private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Duration MARGIN = Duration.ofMillis(500);
    private static final Lease LEASE = new Lease("a", Fixture.OURS, OptionalLong.of(1), Optional.of(NOON.plus(TTL)));
    /** The server's clock was cut to a millisecond, and so is what is carried. */
    private static final Duration CUT = Duration.ofMillis(2);

    private final ScriptedServer server = new ScriptedServer();
    private final Fixture f = new Fixture(server.uri());
    private final FixedTime host = f.time;
    private final ClaimStore store = ClaimStore.on(f.steered, f.namespace, host);

    @AfterEach
    void close() {
        server.clear();
        f.close();
        server.close();
    }

    private void clockShows(Instant now) {
        server.answerNext(
                "hello",
                new BsonDocument("localTime", new BsonDateTime(now.toEpochMilli())).append("ok", new BsonInt32(1)),
                false);
    }

    private LeaseTime read() {
        clockShows(NOON);
        return store.leaseTime(LEASE, TTL);
    }

    @Test
    void a_lease_can_be_relied_on_until_its_margin_and_not_until_its_end() {
        LeaseTime time = read();
        assertThat(time.untilEnd()).isEqualTo(TTL.minus(CUT));
        assertThat(time.left()).isEqualTo(TTL.minus(CUT).minus(MARGIN));
        host.pass(TTL);
        assertThat(time.untilEnd()).isEqualTo(CUT.negated());
        assertThat(time.left()).isEqualTo(CUT.plus(MARGIN).negated());
    }

    @Test
    void the_margin_of_a_short_lease_is_a_quarter_of_it() {
        clockShows(NOON);
        LeaseTime time = store.leaseTime(LEASE, Duration.ofMillis(400));
        assertThat(time.untilEnd().minus(time.left())).isEqualTo(Duration.ofMillis(100));
        assertThat(LeaseMargin.of(Duration.ofSeconds(2))).isEqualTo(MARGIN);
        assertThat(LeaseMargin.of(Duration.ofHours(2))).isEqualTo(MARGIN);
    }

    @Test
    void the_time_that_the_clocks_answer_took_is_not_relied_on() {
        f.steering.beforeNext("hello", () -> host.pass(Duration.ofSeconds(3)));
        LeaseTime time = read();
        assertThat(time.untilEnd()).isEqualTo(TTL.minus(CUT).minusSeconds(3));
    }

    @Test
    void the_monotonic_clock_carries_it_and_whatever_the_host_has_slept_counts_too() {
        LeaseTime time = read();
        host.pass(Duration.ofMillis(4_321));
        assertThat(time.untilEnd()).isEqualTo(TTL.minus(CUT).minusMillis(4_321));
        host.suspend(Duration.ofMillis(10_001));
        assertThat(time.untilEnd()).isEqualTo(TTL.minus(CUT).minusMillis(14_322));
        host.suspend(Duration.ofHours(1));
        assertThat(time.left()).isNegative();
    }

    @Test
    void a_wall_clock_that_is_set_back_gives_no_time_and_takes_none() {
        LeaseTime time = read();
        host.setWallClock(Duration.ofHours(-1));
        host.pass(Duration.ofSeconds(4));
        assertThat(time.untilEnd()).isEqualTo(TTL.minus(CUT).minusSeconds(4));
        assertThat(time.hostWasSuspended()).isTrue();
    }

    @Test
    void clocks_that_part_by_up_to_a_second_are_no_suspend_but_count() {
        LeaseTime time = read();
        host.suspend(Duration.ofSeconds(1));
        assertThat(time.hostWasSuspended()).isFalse();
        assertThat(time.untilEnd()).isEqualTo(TTL.minus(CUT).minusSeconds(1));
        host.suspend(Duration.ofMillis(1));
        assertThat(time.hostWasSuspended()).isTrue();
    }

    @Test
    void a_host_that_slept_while_the_clocks_answer_was_on_its_way_is_found_out() {
        f.steering.beforeNext("hello", () -> host.suspend(Duration.ofSeconds(20)));
        LeaseTime time = read();
        assertThat(time.hostWasSuspended()).isTrue();
        assertThat(time.untilEnd()).isEqualTo(TTL.minus(CUT).minusSeconds(20));

        clockShows(NOON.plusSeconds(20));
        LeaseTime next = store.leaseTime(LEASE, TTL);
        assertThat(next.hostWasSuspended()).isFalse();
        assertThat(next.untilEnd()).isEqualTo(TTL.minus(CUT).minusSeconds(20));
    }

    @Test
    void a_reading_of_the_last_minute_serves_several_leases() {
        read();
        f.steering.forgetSent();
        host.pass(Duration.ofSeconds(10));
        assertThat(store.leaseTime(LEASE, TTL).untilEnd())
                .isEqualTo(TTL.minus(CUT).minusSeconds(10));
        assertThat(f.steering.sent()).isEmpty();
    }

    @Test
    void a_lease_without_a_known_end_is_refused_before_anything_is_sent() {
        assertThatThrownBy(() -> store.leaseTime(Lease.of("a", Fixture.OURS), TTL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the lease of a has no known end");
        assertThat(f.steering.sentNames()).doesNotContain("hello");
    }

    @Test
    void a_clock_that_cannot_be_read_is_a_failure_of_the_store() {
        for (int i = 0; i < 2; i++) {
            server.cutNext("hello", ScriptedServer.Fault.CUT_BEFORE);
        }
        assertThatThrownBy(() -> store.withTimeout(Duration.ofMillis(300)).leaseTime(LEASE, TTL))
                .isInstanceOf(StoreException.class);
    }
}
