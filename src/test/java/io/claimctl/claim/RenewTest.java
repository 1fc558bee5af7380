package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static io.claimctl.claim.Fixture.OURS;
import static io.claimctl.claim.Fixture.THEIRS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class RenewTest {
    private final Fixture f;

    RenewTest(TestServer server) {
        f = new Fixture(server);
    }

    @AfterEach
    void close() {
        f.close();
    }

    private static final Lease LEASE = Lease.of("a", OURS);

    private BsonDocument held() {
        return f.insert(f.processing("a", OURS, MINUTE, MINUTE));
    }

    @Test
    void a_held_lease_runs_on_from_now_and_nothing_else_changes() {
        BsonDocument before = held().clone();
        f.set("a", "fence", new BsonInt64(7));
        f.set("a", "fence_worker", new BsonString(OURS.value()));
        f.set("a", "payload", new BsonBinary(new byte[] {1}));

        assertThat(f.store.renew(LEASE, HOUR))
                .isEqualTo(new Renewed(new Lease(
                        "a", OURS, OptionalLong.of(7), Optional.of(f.now().plus(HOUR)))));

        assertThat(f.commands()).containsExactly("ping", "findAndModify");
        assertThat(f.stored("a"))
                .isEqualTo(before.append("expires_at", f.date(HOUR))
                        .append("updated_at", f.date(Duration.ZERO))
                        .append("fence", new BsonInt64(7))
                        .append("fence_worker", new BsonString(OURS.value()))
                        .append("payload", new BsonBinary(new byte[] {1})));
    }

    @Test
    void a_renewal_never_makes_a_lease_shorter() {
        held();
        Renewed outcome = (Renewed) f.store.renew(LEASE, Duration.ofSeconds(10));
        assertThat(outcome.lease().expiresAt()).contains(f.now().plus(MINUTE));
        assertThat(f.stored("a").get("expires_at")).isEqualTo(f.date(MINUTE));
    }

    @Test
    void a_fence_that_was_issued_to_another_is_not_handed_on() {
        held();
        f.set("a", "fence", new BsonInt64(7));
        f.set("a", "fence_worker", new BsonString(THEIRS.value()));
        assertThat(((Renewed) f.store.renew(LEASE, HOUR)).lease().fence()).isEmpty();
    }

    @Test
    void a_lease_that_is_over_is_expired_even_if_nobody_took_it_and_is_not_revived() {
        BsonDocument over = f.insert(f.processing("a", OURS, Duration.ofMillis(-1), HOUR));
        Expired outcome = (Expired) f.store.renew(LEASE, HOUR);
        assertThat(outcome.lease().expiresAt()).contains(f.now().minusMillis(1));
        assertThat(f.stored("a")).isEqualTo(over);
    }

    @Test
    void in_the_milliseconds_in_which_the_clocks_may_differ_a_lease_can_be_neither_renewed_nor_taken() {
        // The latest time that the server may show is 2 ms ahead of the earliest here.
        for (int left = 0; left < 2; left++) {
            f.insert(f.processing("a", OURS, Duration.ofMillis(left), MINUTE));
            assertThat(f.store.renew(LEASE, HOUR)).isInstanceOf(Expired.class);
            assertThat(f.store.acquire("a", MINUTE)).isInstanceOf(Held.class);
            f.delete("a");
        }
        f.insert(f.processing("a", OURS, Duration.ofMillis(2), MINUTE));
        assertThat(f.store.renew(LEASE, HOUR)).isInstanceOf(Renewed.class);
    }

    @Test
    void an_old_holder_that_renews_after_a_takeover_is_fenced_and_the_successor_stays_byte_for_byte() {
        f.insert(f.processing("a", OURS, MINUTE.negated(), HOUR));
        f.other().acquire("a", MINUTE);
        BsonDocument successor = f.stored("a");
        Fenced outcome = (Fenced) f.store.renew(LEASE, HOUR);
        assertThat(outcome.claim().workerId())
                .isEqualTo(successor.getString("worker_id").getValue());
        assertThat(f.stored("a")).isEqualTo(successor);
    }

    @Test
    void a_takeover_while_the_renewal_is_on_its_way_is_fenced() {
        held();
        f.steering.beforeNext("findAndModify", () -> {
            f.time.pass(MINUTE.plusSeconds(1));
            f.other().acquire("a", HOUR);
        });
        assertThat(f.store.renew(LEASE, HOUR)).isInstanceOf(Fenced.class);
    }

    @Test
    void a_completed_claim_is_not_revived_and_that_is_no_loss() {
        held();
        f.store.complete(LEASE, HOUR);
        BsonDocument completed = f.stored("a");
        assertThat(f.store.renew(LEASE, MINUTE)).isInstanceOf(AlreadyCompleted.class);
        assertThat(f.stored("a")).isEqualTo(completed);
    }

    @Test
    void a_completion_by_another_token_is_fenced() {
        f.insert(f.processing("a", THEIRS, MINUTE, MINUTE).append("status", new BsonString("completed")));
        assertThat(f.store.renew(LEASE, MINUTE)).isInstanceOf(Fenced.class);
    }

    @Test
    void a_claim_that_was_reset_says_by_whom_and_why() {
        held();
        f.store.reset(f.seen("a"), new ResetOptions(Payloads.SKIP, false, "pod-1 died"));
        BsonDocument reset = f.stored("a");
        Reset outcome = (Reset) f.store.renew(LEASE, MINUTE);
        assertThat(outcome.by()).isEqualTo(reset.getString("reset_by").getValue());
        assertThat(outcome.reason()).isEqualTo("pod-1 died");
        assertThat(f.stored("a")).isEqualTo(reset);
    }

    @Test
    void a_claim_that_is_gone_is_not_found_and_never_inserted() {
        assertThat(f.store.renew(LEASE, MINUTE)).isEqualTo(new NotFound("a"));
        assertThat(f.stored("a")).isNull();
    }

    @Test
    void ttl_deleting_the_claim_while_the_renewal_is_on_its_way_is_not_found() {
        held();
        f.steering.beforeNext("findAndModify", () -> f.delete("a"));
        assertThat(f.store.renew(LEASE, MINUTE)).isEqualTo(new NotFound("a"));
        assertThat(f.stored("a")).isNull();
    }

    @Test
    void an_end_that_is_no_date_cannot_be_renewed() {
        f.insert(f.processing("a", OURS, MINUTE, MINUTE).append("expires_at", new BsonString("soon")));
        assertThat(f.store.renew(LEASE, MINUTE)).isInstanceOf(Malformed.class);
        f.set("a", "expires_at", new BsonArray(List.of(f.date(HOUR))));
        assertThat(f.store.renew(LEASE, MINUTE)).isInstanceOf(Malformed.class);
        f.set("a", "expires_at", BsonNull.VALUE);
        assertThat(f.store.renew(LEASE, MINUTE)).isEqualTo(new Expired(LEASE));
    }

    @Test
    void a_reply_so_late_that_less_than_the_margin_is_left_is_expired() {
        held();
        f.steering.afterNext("findAndModify", () -> f.time.pass(Duration.ofMillis(7_600)));
        assertThat(f.store.renew(Lease.of("a", OURS), Duration.ofSeconds(8))).isInstanceOf(Renewed.class);

        f.set("a", "expires_at", f.date(Duration.ofSeconds(1)));
        f.steering.afterNext("findAndModify", () -> f.time.pass(Duration.ofMillis(7_600)));
        assertThat(f.store.renew(Lease.of("a", OURS), Duration.ofSeconds(8))).isInstanceOf(Expired.class);
    }

    @Test
    void a_host_that_slept_while_the_reply_came_asks_for_the_time_again() {
        held();
        f.steering.afterNext("findAndModify", () -> f.time.suspend(HOUR));
        assertThat(f.store.renew(LEASE, MINUTE)).isInstanceOf(Expired.class);
    }

    @Test
    void a_heartbeat_and_a_release_at_once_leave_no_half_released_claim() {
        held();
        f.steering.beforeNext(
                "findAndModify",
                () -> assertThat(f.other().release(LEASE, Payloads.SKIP)).isEqualTo(new Released("a")));
        assertThat(f.store.renew(LEASE, MINUTE)).isInstanceOf(Reset.class);
        assertThat(f.stored("a").getString("status").getValue()).isEqualTo("released");
        assertThat(f.stored("a").get("expires_at")).isEqualTo(f.date(Duration.ofMillis(-1)));

        f.insert(f.processing("b", OURS, MINUTE, MINUTE));
        Lease b = Lease.of("b", OURS);
        f.steering.beforeNext(
                "findAndModify", () -> assertThat(f.other().renew(b, HOUR)).isInstanceOf(Renewed.class));
        assertThat(f.store.release(b, Payloads.SKIP)).isEqualTo(new Released("b"));
        assertThat(f.stored("b").get("expires_at")).isEqualTo(f.date(Duration.ofMillis(-1)));
    }

    @Test
    void a_heartbeat_and_a_completion_at_once_leave_the_claim_completed() {
        held();
        f.steering.beforeNext("findAndModify", () -> f.other().complete(LEASE, HOUR));
        assertThat(f.store.renew(LEASE, MINUTE)).isInstanceOf(AlreadyCompleted.class);
        assertThat(f.stored("a").get("expires_at")).isEqualTo(f.date(HOUR));
    }

    @Test
    void a_ttl_below_a_millisecond_is_refused_with_the_value() {
        assertThatThrownBy(() -> f.store.renew(LEASE, Duration.ofNanos(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT0.000000001S");
    }
}
