package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static io.claimctl.claim.Fixture.OURS;
import static io.claimctl.claim.Fixture.THEIRS;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.time.Duration;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class CompleteTest {
    private static final Lease LEASE = Lease.of("a", OURS);
    private final Fixture f;

    CompleteTest(TestServer server) {
        f = new Fixture(server);
    }

    @AfterEach
    void close() {
        f.close();
    }

    private BsonDocument held() {
        return f.insert(f.processing("a", OURS, MINUTE, MINUTE));
    }

    @Test
    void a_held_claim_is_completed_and_remembered_and_its_payload_dropped_in_the_same_command() {
        BsonDocument before = held().clone().append("event_name", new BsonString("e"));
        f.set("a", "event_name", new BsonString("e"));
        f.set("a", "payload", new BsonBinary(new byte[] {1}));

        assertThat(f.store.complete(LEASE, HOUR))
                .isEqualTo(new Completed("a", f.now().plus(HOUR), false, false));

        assertThat(f.commands()).containsExactly("ping", "findAndModify");
        assertThat(f.stored("a"))
                .isEqualTo(before.append("status", new BsonString("completed"))
                        .append("expires_at", f.date(HOUR))
                        .append("updated_at", f.date(Duration.ZERO)));
    }

    @Test
    void completing_after_the_lease_has_ended_is_allowed_while_nobody_took_it_and_said() {
        f.insert(f.processing("a", OURS, MINUTE.negated(), HOUR));
        assertThat(f.store.complete(LEASE, HOUR).completed())
                .hasValueSatisfying(c -> assertThat(c.late()).isTrue());
    }

    @Test
    void an_old_holder_that_completes_after_a_takeover_is_fenced_and_the_successor_stays_byte_for_byte() {
        f.insert(f.processing("a", OURS, MINUTE.negated(), HOUR));
        f.other().acquire("a", MINUTE);
        BsonDocument successor = f.stored("a");

        Fenced outcome = (Fenced) f.store.complete(LEASE, HOUR);

        assertThat(outcome.claim().workerId())
                .isEqualTo(successor.getString("worker_id").getValue());
        assertThat(f.stored("a")).isEqualTo(successor);
    }

    @Test
    void a_takeover_between_looking_at_the_clock_and_completing_is_fenced() {
        f.insert(f.processing("a", OURS, MINUTE.negated(), HOUR));
        f.steering.beforeNext("findAndModify", () -> f.other().acquire("a", MINUTE));
        assertThat(f.store.complete(LEASE, HOUR)).isInstanceOf(Fenced.class);
        assertThat(f.stored("a").getString("status").getValue()).isEqualTo("processing");
    }

    @Test
    void completing_again_with_the_same_token_says_so_and_keeps_the_first_memory() {
        held();
        f.store.complete(LEASE, HOUR);
        BsonDocument completed = f.stored("a");
        f.time.pass(MINUTE);
        assertThat(f.store.complete(LEASE, HOUR)).isInstanceOf(AlreadyCompleted.class);
        assertThat(f.stored("a")).isEqualTo(completed);
    }

    @Test
    void a_completion_by_another_token_is_fenced_not_already_completed() {
        f.insert(f.processing("a", THEIRS, HOUR, MINUTE).append("status", new BsonString("completed")));
        assertThat(f.store.complete(LEASE, HOUR)).isInstanceOf(Fenced.class);
    }

    @Test
    void a_claim_that_an_operator_reset_is_not_completed_and_says_by_whom_and_why() {
        held();
        f.store.reset(f.seen("a"), new ResetOptions(Payloads.SKIP, false, "stuck since noon"));
        BsonDocument released = f.stored("a");
        Reset outcome = (Reset) f.store.complete(LEASE, HOUR);
        assertThat(outcome.by()).startsWith("reset-");
        assertThat(outcome.reason()).isEqualTo("stuck since noon");
        assertThat(f.stored("a")).isEqualTo(released);
    }

    @Test
    void an_older_reset_is_not_given_as_the_cause() {
        f.insert(f.processing("a", OURS, MINUTE, MINUTE)
                .append("status", new BsonString("released"))
                .append("reset_by", new BsonString("reset-of-a-former-generation"))
                .append("reset_at", f.date(HOUR.negated())));
        assertThat(((Reset) f.store.complete(LEASE, HOUR)).by()).isNull();
    }

    @Test
    void a_claim_that_is_there_no_more_is_not_found_and_not_inserted() {
        assertThat(f.store.complete(LEASE, HOUR)).isEqualTo(new NotFound("a"));
        assertThat(f.stored("a")).isNull();
    }

    @Test
    void recording_a_missing_claim_inserts_it_completed_with_a_fence() {
        assertThat(f.store.completeOrRecord(LEASE, HOUR))
                .isEqualTo(new Completed("a", f.now().plus(HOUR), true, true));
        assertThat(f.stored("a"))
                .isEqualTo(f.processing("a", OURS, HOUR, Duration.ZERO)
                        .append("status", new BsonString("completed"))
                        .append("fence", new BsonInt64(f.now().toEpochMilli() * 1000))
                        .append("fence_worker", new BsonString(OURS.value())));
    }

    @Test
    void recording_a_missing_claim_loses_to_one_acquired_meanwhile() {
        f.steering.beforeNext("insert", () -> f.other().acquire("a", MINUTE));
        assertThat(f.store.completeOrRecord(LEASE, HOUR)).isInstanceOf(Fenced.class);
        assertThat(f.stored("a").getString("status").getValue()).isEqualTo("processing");
    }

    @Test
    void a_completed_claim_blocks_an_acquire_and_a_reset_permits_one() {
        Lease lease = f.store.acquire("b", MINUTE).acquired().orElseThrow().lease();
        f.store.complete(lease, HOUR);
        assertThat(f.store.acquire("b", MINUTE)).isInstanceOf(AlreadyCompleted.class);
        f.store.reset(f.seen("b"), ResetOptions.defaults());
        assertThat(f.store.acquire("b", MINUTE).acquired()).isPresent();
    }

    @Test
    void a_malformed_claim_is_named_when_the_token_does_not_match() {
        f.insert(f.processing("a", THEIRS, HOUR, MINUTE).append("updated_at", new BsonString("noon")));
        assertThat(f.store.complete(LEASE, HOUR)).isInstanceOf(Malformed.class);
    }

    @Test
    void a_foreign_status_under_our_token_is_no_longer_ours_to_complete() {
        f.insert(f.processing("a", OURS, HOUR, MINUTE).append("status", new BsonString("paused")));
        BsonDocument before = f.stored("a");
        assertThat(((Malformed) f.store.complete(LEASE, HOUR)).defects())
                .as("nobody was seen to reset it")
                .containsExactly(new Defect("status", "is 'paused', which no claim has"));
        assertThat(f.stored("a")).isEqualTo(before);
    }

    @Test
    void an_array_that_holds_the_token_or_the_status_is_no_claim_of_this_token() {
        for (String field : java.util.List.of("worker_id", "status")) {
            BsonDocument array = held();
            array.put(field, new org.bson.BsonArray(java.util.List.of(array.get(field), new BsonString("other"))));
            f.set("a", field, array.get(field));
            assertThat(f.store.complete(LEASE, HOUR)).isInstanceOf(Malformed.class);
            assertThat(f.store.renew(LEASE, HOUR)).isInstanceOf(Malformed.class);
            assertThat(f.store.release(LEASE, Payloads.SKIP)).isInstanceOf(Malformed.class);
            assertThat(f.store.clearPayload(LEASE)).isInstanceOf(Malformed.class);
            assertThat(f.stored("a")).isEqualTo(array);
            f.delete("a");
        }
    }
}
