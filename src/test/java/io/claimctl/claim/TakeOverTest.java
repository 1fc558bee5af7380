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
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class TakeOverTest {
    private final Fixture f;

    TakeOverTest(TestServer server) {
        f = new Fixture(server);
    }

    @AfterEach
    void close() {
        f.close();
    }

    private Claim lapsed() {
        f.insert(f.processing("a", THEIRS, MINUTE.negated(), HOUR)
                .append("payload", new BsonBinary(new byte[] {1}))
                .append("event_name", new BsonString("e")));
        return f.seen("a");
    }

    private TakeOverOutcome takeOver(Claim seen) {
        return f.store.takeOver(seen, MINUTE, LeaseFilter.EXPIRED);
    }

    @Test
    void a_claim_that_is_as_it_was_seen_is_taken_with_its_payload() {
        Claim seen = lapsed();
        BsonDocument before = f.stored("a");
        f.commands();

        Acquired outcome = takeOver(seen).takenOver().orElseThrow();

        assertThat(f.commands()).containsExactly("findAndModify");
        Lease lease = outcome.lease();
        long fence = f.now().toEpochMilli() * 1_000;
        assertThat(lease.fence()).hasValue(fence);
        assertThat(outcome.previous()).isNotNull();
        assertThat(f.stored("a"))
                .isEqualTo(before.append(
                                "worker_id", new BsonString(lease.token().value()))
                        .append("expires_at", f.date(MINUTE))
                        .append("updated_at", f.date(Duration.ZERO))
                        .append("fence", new BsonInt64(fence))
                        .append("fence_worker", new BsonString(lease.token().value())));
    }

    @Test
    void the_fence_rises_above_the_one_seen() {
        lapsed();
        long ahead = f.now().toEpochMilli() * 1_000 + 5;
        f.set("a", "fence", new BsonInt64(ahead));
        assertThat(takeOver(f.seen("a")).takenOver().orElseThrow().lease().fence())
                .hasValue(ahead + 1);
    }

    @Test
    void a_fence_that_cannot_rise_is_malformed() {
        lapsed();
        f.set("a", "fence", new BsonInt64((1L << 53) - 1));
        assertThat(takeOver(f.seen("a"))).isInstanceOf(Malformed.class);
    }

    @Test
    void a_live_lease_is_left_alone_unless_live_ones_were_asked_for() {
        f.insert(f.processing("a", THEIRS, MINUTE, HOUR));
        Claim seen = f.seen("a");
        assertThat(takeOver(seen)).isEqualTo(new Held(seen));
        assertThat(f.store.takeOver(seen, MINUTE, LeaseFilter.ANY)).isInstanceOf(Acquired.class);
    }

    @Test
    void a_lease_without_a_date_counts_as_live() {
        f.insert(f.processing("a", THEIRS, MINUTE, HOUR).append("expires_at", BsonNull.VALUE));
        assertThat(takeOver(f.seen("a"))).isInstanceOf(Held.class);
    }

    @Test
    void whatever_happened_since_it_was_seen_leaves_the_claim_as_it_is() {
        Claim seen = lapsed();
        List<Runnable> happenings = List.of(
                () -> f.set("a", "payload", new BsonBinary(new byte[] {2})),
                () -> f.set("a", "updated_at", f.date(Duration.ZERO)),
                () -> f.set("a", "expires_at", f.date(Duration.ofSeconds(-1))),
                () -> f.set("a", "worker_id", new BsonString(OURS.value())),
                () -> f.set("a", "status", new BsonString("completed")));
        for (Runnable happening : happenings) {
            f.delete("a");
            f.insert(seen.document().clone());
            happening.run();
            BsonDocument changed = f.stored("a");
            assertThat(takeOver(seen)).isInstanceOf(Changed.class);
            assertThat(f.stored("a")).isEqualTo(changed);
        }
    }

    @Test
    void a_renewal_while_the_takeover_is_on_its_way_wins() {
        f.insert(f.processing("a", THEIRS, MINUTE, HOUR));
        Claim seen = f.seen("a");
        f.time.pass(MINUTE.plusSeconds(1));
        f.steering.beforeNext("findAndModify", () -> f.set("a", "expires_at", f.date(MINUTE)));
        assertThat(takeOver(seen)).isInstanceOf(Changed.class);
        assertThat(f.stored("a").getString("worker_id").getValue()).isEqualTo(THEIRS.value());
    }

    @Test
    void a_claim_that_is_gone_is_not_inserted() {
        Claim seen = lapsed();
        f.delete("a");
        assertThat(takeOver(seen)).isEqualTo(new Gone("a"));
        assertThat(f.stored("a")).isNull();
    }

    @Test
    void a_reply_so_late_that_less_than_the_margin_is_left_is_expired() {
        Claim seen = lapsed();
        f.steering.afterNext("findAndModify", () -> f.time.pass(MINUTE.minusMillis(400)));
        assertThat(takeOver(seen)).isInstanceOf(Expired.class);
    }

    @Test
    void a_malformed_claim_is_refused() {
        lapsed();
        f.set("a", "event_name", new BsonInt64(1));
        ClaimRow row = f.store.find("a").orElseThrow();
        assertThat(takeOver(row.readable())).isInstanceOf(Malformed.class);
    }

    @Test
    void live_leases_alone_cannot_be_asked_for() {
        Claim seen = lapsed();
        assertThatThrownBy(() -> f.store.takeOver(seen, MINUTE, LeaseFilter.LIVE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("LIVE");
    }
}
