package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static io.claimctl.claim.Fixture.OURS;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.time.Duration;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class ReleaseTest {
    private final Fixture f;

    ReleaseTest(TestServer server) {
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

    private void message() {
        f.set("a", "payload", new BsonBinary(new byte[] {1, 2}));
    }

    @Test
    void a_held_claim_is_released_as_a_reset_does_it_and_free_at_once() {
        BsonDocument before = held().clone();
        f.set("a", "reset_reason", new BsonString("of an earlier generation"));

        assertThat(f.store.release(LEASE, Payloads.SKIP)).isEqualTo(new Released("a"));

        assertThat(f.commands()).containsExactly("ping", "findAndModify");
        assertThat(f.stored("a"))
                .isEqualTo(before.append("status", new BsonString("released"))
                        .append("expires_at", f.date(Duration.ofMillis(-1)))
                        .append("updated_at", f.date(Duration.ZERO))
                        .append("reset_by", new BsonString("release:" + OURS))
                        .append("reset_at", f.date(Duration.ZERO)));
        assertThat(f.other().acquire("a", MINUTE)).isInstanceOf(Acquired.class);
    }

    @Test
    void releasing_after_the_lease_has_ended_is_allowed_while_nobody_took_it() {
        f.insert(f.processing("a", OURS, MINUTE.negated(), HOUR));
        assertThat(f.store.release(LEASE, Payloads.SKIP)).isEqualTo(new Released("a"));
    }

    @Test
    void an_old_holder_that_releases_after_a_takeover_is_fenced_and_the_successor_stays_byte_for_byte() {
        f.insert(f.processing("a", OURS, MINUTE.negated(), HOUR));
        f.other().acquire("a", MINUTE);
        BsonDocument successor = f.stored("a");
        assertThat(((Fenced) f.store.release(LEASE, Payloads.SKIP)).claim().workerId())
                .isEqualTo(successor.getString("worker_id").getValue());
        assertThat(f.store.release(LEASE, Payloads.INCLUDE)).isInstanceOf(Fenced.class);
        assertThat(f.stored("a")).isEqualTo(successor);
    }

    @Test
    void a_takeover_while_the_release_is_on_its_way_is_fenced() {
        f.insert(f.processing("a", OURS, MINUTE.negated(), HOUR));
        f.steering.beforeNext("findAndModify", () -> f.other().acquire("a", MINUTE));
        assertThat(f.store.release(LEASE, Payloads.SKIP)).isInstanceOf(Fenced.class);
        assertThat(f.stored("a").getString("status").getValue()).isEqualTo("processing");
    }

    @Test
    void a_release_repeated_by_the_same_token_is_released_whoever_has_the_claim_by_then() {
        held();
        f.store.release(LEASE, Payloads.SKIP);
        BsonDocument released = f.stored("a");
        assertThat(f.store.release(LEASE, Payloads.SKIP)).isEqualTo(new Released("a"));
        assertThat(f.stored("a")).isEqualTo(released);

        f.other().acquire("a", MINUTE);
        BsonDocument successor = f.stored("a");
        assertThat(f.store.release(LEASE, Payloads.SKIP)).isEqualTo(new Released("a"));
        assertThat(f.stored("a")).isEqualTo(successor);
    }

    @Test
    void a_claim_that_another_reset_is_not_released_by_us() {
        held();
        f.store.reset(f.seen("a"), new ResetOptions(Payloads.SKIP, false, null));
        assertThat(f.store.release(LEASE, Payloads.SKIP)).isInstanceOf(Reset.class);
    }

    @Test
    void a_completed_claim_is_not_forgotten() {
        held();
        f.store.complete(LEASE, HOUR);
        assertThat(f.store.release(LEASE, Payloads.INCLUDE)).isInstanceOf(AlreadyCompleted.class);
        assertThat(f.stored("a").getString("status").getValue()).isEqualTo("completed");
    }

    @Test
    void a_claim_that_is_gone_is_not_found() {
        assertThat(f.store.release(LEASE, Payloads.SKIP)).isEqualTo(new NotFound("a"));
    }

    @Test
    void a_claim_with_a_payload_is_kept_for_recovery_long_enough_for_ttl_to_leave_it() {
        BsonDocument before = held().clone();
        message();

        KeptForRecovery outcome = (KeptForRecovery) f.store.release(LEASE, Payloads.SKIP);

        assertThat(outcome.claim().keptAt()).isEqualTo(f.now());
        assertThat(f.commands()).containsExactly("ping", "findAndModify", "find", "findAndModify");
        assertThat(f.stored("a"))
                .isEqualTo(before.append("payload", new BsonBinary(new byte[] {1, 2}))
                        .append("kept_at", f.date(Duration.ZERO))
                        .append("expires_at", f.date(Duration.ofMinutes(10))));
    }

    @Test
    void keeping_never_makes_a_lease_shorter() {
        f.insert(f.processing("a", OURS, HOUR, MINUTE));
        message();
        assertThat(f.store.release(LEASE, Payloads.SKIP)).isInstanceOf(KeptForRecovery.class);
        assertThat(f.stored("a").get("expires_at")).isEqualTo(f.date(HOUR));
    }

    @Test
    void a_null_payload_is_a_stored_one() {
        held();
        f.set("a", "payload", BsonNull.VALUE);
        assertThat(f.store.release(LEASE, Payloads.SKIP)).isInstanceOf(KeptForRecovery.class);
    }

    @Test
    void a_payload_that_arrives_while_the_release_is_on_its_way_is_not_lost() {
        held();
        f.steering.beforeNext("findAndModify", this::message);
        assertThat(f.store.release(LEASE, Payloads.SKIP)).isInstanceOf(KeptForRecovery.class);
        assertThat(f.stored("a").containsKey("payload")).isTrue();
    }

    @Test
    void a_payload_that_is_cleared_before_the_claim_is_kept_lets_it_go() {
        held();
        message();
        f.steering.afterNext("find", () -> f.other().clearPayload(LEASE));
        assertThat(f.store.release(LEASE, Payloads.SKIP)).isEqualTo(new Released("a"));
    }

    @Test
    void a_claim_taken_over_before_it_is_kept_is_fenced_and_left_alone() {
        f.insert(f.processing("a", OURS, MINUTE.negated(), HOUR));
        message();
        f.steering.afterNext("find", () -> f.other().acquire("a", MINUTE));
        assertThat(f.store.release(LEASE, Payloads.SKIP)).isInstanceOf(Fenced.class);
        assertThat(f.stored("a").containsKey("kept_at")).isFalse();
    }

    @Test
    void payloads_included_are_released_with_the_claim_and_left_to_ttl() {
        held();
        message();
        assertThat(f.store.release(LEASE, Payloads.INCLUDE)).isEqualTo(new Released("a"));
        assertThat(f.stored("a").containsKey("payload")).isTrue();
    }
}
