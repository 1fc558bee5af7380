package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static io.claimctl.claim.Fixture.THEIRS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.model.IndexOptions;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.time.Duration;
import java.util.OptionalLong;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class AcquireTest {
    private static final Duration MILLI = Duration.ofMillis(1);
    private final Fixture f;

    AcquireTest(TestServer server) {
        f = new Fixture(server);
    }

    @AfterEach
    void close() {
        f.close();
    }

    private Acquired acquired(AcquireOutcome outcome) {
        assertThat(outcome).isInstanceOf(Acquired.class);
        return (Acquired) outcome;
    }

    private void refusedUntouched(String id, Class<? extends AcquireOutcome> why) {
        BsonDocument before = f.stored(id);
        assertThat(f.store.acquire(id, MINUTE)).isInstanceOf(why);
        assertThat(f.stored(id)).isEqualTo(before);
    }

    @Test
    void a_new_id_is_acquired_under_a_fresh_token_until_the_servers_time_plus_the_ttl() {
        Lease lease = acquired(f.store.acquire("a", MINUTE)).lease();

        long micros = f.now().toEpochMilli() * 1000;
        assertThat(lease.fence()).isEqualTo(OptionalLong.of(micros));
        assertThat(lease.expiresAt()).contains(f.now().plus(MINUTE));
        assertThat(lease.token().value()).matches("[0-9a-f]{24}");
        BsonString token = new BsonString(lease.token().value());
        assertThat(f.stored("a"))
                .isEqualTo(new BsonDocument("_id", new BsonString("a"))
                        .append("status", new BsonString("processing"))
                        .append("worker_id", token)
                        .append("expires_at", f.date(MINUTE))
                        .append("created_at", f.date(Duration.ZERO))
                        .append("updated_at", f.date(Duration.ZERO))
                        .append("fence", new BsonInt64(micros))
                        .append("fence_worker", token));
    }

    @Test
    void an_instance_name_stands_before_the_token() {
        Lease lease = acquired(f.store.withTokens(Tokens.random("pod-7")).acquire("a", MINUTE))
                .lease();
        assertThat(lease.token().value()).matches("pod-7:[0-9a-f]{24}");
    }

    @Test
    void a_held_claim_is_refused_with_its_holder_and_left_as_it_is() {
        BsonDocument held = f.insert(f.processing("a", THEIRS, MINUTE, MINUTE));
        Held outcome = (Held) f.store.acquire("a", HOUR);
        assertThat(outcome.claim().workerId()).isEqualTo(THEIRS.value());
        assertThat(outcome.claim().expiresAt()).isEqualTo(f.now().plus(MINUTE));
        assertThat(f.stored("a")).isEqualTo(held);
    }

    @Test
    void a_lease_that_ended_a_millisecond_ago_is_free() {
        f.insert(f.processing("a", THEIRS, MILLI.negated(), MINUTE));
        assertThat(acquired(f.store.acquire("a", MINUTE)).previous().workerId()).isEqualTo(THEIRS.value());
    }

    @Test
    void a_lease_that_ends_this_very_millisecond_is_held() {
        f.insert(f.processing("a", THEIRS, Duration.ZERO, MINUTE));
        refusedUntouched("a", Held.class);
    }

    @Test
    void a_lease_that_ends_in_a_millisecond_is_held() {
        f.insert(f.processing("a", THEIRS, MILLI, MINUTE));
        refusedUntouched("a", Held.class);
    }

    @Test
    void a_released_claim_is_free_even_when_its_expiry_lies_ahead() {
        f.insert(f.processing("a", THEIRS, HOUR, MINUTE).append("status", new BsonString("released")));
        acquired(f.store.acquire("a", MINUTE));
    }

    @Test
    void a_claim_without_a_status_is_free_even_when_its_expiry_lies_ahead() {
        BsonDocument foreign = f.processing("a", THEIRS, HOUR, MINUTE);
        foreign.remove("status");
        f.insert(foreign);
        acquired(f.store.acquire("a", MINUTE));
    }

    @Test
    void a_null_status_is_a_status_and_blocks() {
        f.insert(f.processing("a", THEIRS, HOUR, MINUTE).append("status", BsonNull.VALUE));
        refusedUntouched("a", Held.class);
    }

    @Test
    void an_unknown_status_blocks_until_its_expiry() {
        f.insert(f.processing("a", THEIRS, HOUR, MINUTE).append("status", new BsonString("paused")));
        refusedUntouched("a", Held.class);
        f.set("a", "expires_at", f.date(MILLI.negated()));
        acquired(f.store.acquire("a", MINUTE));
    }

    @Test
    void a_claim_without_an_expiry_is_held_with_no_end_known() {
        BsonDocument stuck = f.processing("a", THEIRS, HOUR, HOUR);
        stuck.remove("expires_at");
        f.insert(stuck);
        assertThat(((Held) f.store.acquire("a", MINUTE)).claim().expiresAt()).isNull();
        assertThat(f.stored("a")).isEqualTo(stuck);
    }

    @Test
    void a_remembered_completion_refuses_and_says_until_when() {
        f.insert(f.processing("a", THEIRS, HOUR, MINUTE).append("status", new BsonString("completed")));
        AlreadyCompleted outcome = (AlreadyCompleted) f.store.acquire("a", MINUTE);
        assertThat(outcome.claim().expiresAt()).isEqualTo(f.now().plus(HOUR));
    }

    @Test
    void a_completion_whose_memory_has_lapsed_is_taken_over_and_named() {
        f.insert(f.processing("a", THEIRS, MILLI.negated(), MINUTE).append("status", new BsonString("completed")));
        assertThat(acquired(f.store.acquire("a", MINUTE)).previous().status()).isEqualTo("completed");
    }

    @Test
    void a_takeover_keeps_payload_metadata_event_creation_and_reset_by() {
        BsonDocument old = f.processing("a", THEIRS, MILLI.negated(), MINUTE)
                .append("payload", new org.bson.BsonBinary(new byte[] {1, 2}))
                .append("metadata", new BsonDocument("k", new BsonString("v")))
                .append("event_name", new BsonString("order.created"))
                .append("reset_by", new BsonString("sweep-1:1"));
        f.insert(old);
        acquired(f.store.acquire("a", MINUTE));
        for (String kept : new String[] {"payload", "metadata", "event_name", "created_at", "reset_by"}) {
            assertThat(f.stored("a").get(kept)).as(kept).isEqualTo(old.get(kept));
        }
    }

    @Test
    void the_fence_rises_when_released_and_acquired_within_one_millisecond() {
        long first = acquired(f.store.acquire("a", MINUTE)).lease().fence().getAsLong();
        f.set("a", "status", new BsonString("released"));
        assertThat(acquired(f.store.acquire("a", MINUTE)).lease().fence()).hasValue(first + 1);
    }

    @Test
    void the_fence_rises_when_the_servers_clock_steps_back() {
        long first = acquired(f.store.acquire("a", MINUTE)).lease().fence().getAsLong();
        f.store.reset(f.seen("a"), ResetOptions.defaults());
        f.time.set(f.now().minus(HOUR));
        assertThat(acquired(f.store.acquire("a", MINUTE)).lease().fence()).hasValue(first + 1);
        assertThat(f.stored("a").getInt64("fence").getValue()).isEqualTo(first + 1);
    }

    @Test
    void the_fence_rises_across_a_deletion() {
        long first = acquired(f.store.acquire("a", MINUTE)).lease().fence().getAsLong();
        f.delete("a");
        f.time.pass(MILLI);
        assertThat(acquired(f.store.acquire("a", MINUTE)).lease().fence().getAsLong())
                .isGreaterThan(first);
    }

    @Test
    void the_fence_rises_past_one_that_arrives_between_reading_the_clock_and_acquiring() {
        f.steering.beforeNext("findAndModify", () -> {
            f.time.pass(MINUTE);
            f.other().acquire("a", Duration.ofMillis(1));
            f.time.pass(Duration.ofMillis(5));
            f.set("a", "status", new BsonString("released"));
        });
        long theirs = (f.now().plus(MINUTE)).toEpochMilli() * 1000;
        assertThat(acquired(f.store.acquire("a", HOUR)).lease().fence().getAsLong())
                .isGreaterThan(theirs);
    }

    @Test
    void a_fence_at_the_limit_of_exact_numbers_is_malformed_and_left() {
        f.insert(f.processing("a", THEIRS, MILLI.negated(), MINUTE).append("fence", new BsonInt64(1L << 53)));
        refusedUntouched("a", Malformed.class);
    }

    @Test
    void a_fence_that_cannot_rise_any_further_is_malformed_and_left() {
        f.insert(f.processing("a", THEIRS, MILLI.negated(), MINUTE).append("fence", new BsonInt64((1L << 53) - 1)));
        refusedUntouched("a", Malformed.class);
    }

    @Test
    void wrong_types_in_known_fields_are_malformed_and_left() {
        f.insert(f.processing("text", THEIRS, MINUTE, MINUTE).append("expires_at", new BsonString("2026-01-02")));
        f.insert(f.processing("worker", THEIRS, MINUTE, MINUTE).append("worker_id", new BsonInt32(7)));
        f.insert(f.processing("status", THEIRS, MINUTE, MINUTE).append("status", new BsonInt32(7)));
        f.insert(f.processing("fence", THEIRS, MINUTE, MINUTE).append("fence", new BsonDouble(1e300)));
        for (String id : new String[] {"text", "worker", "status", "fence"}) {
            refusedUntouched(id, Malformed.class);
        }
    }

    @Test
    void an_expiry_within_an_array_frees_nothing() {
        f.insert(f.processing("a", THEIRS, MINUTE, MINUTE)
                .append("expires_at", new BsonArray(java.util.List.of(f.date(MINUTE.negated()), f.date(MINUTE)))));
        refusedUntouched("a", Malformed.class);
    }

    @Test
    void a_released_malformed_claim_may_be_acquired_which_mends_it() {
        f.insert(f.processing("a", THEIRS, MINUTE, MINUTE)
                .append("status", new BsonString("released"))
                .append("expires_at", new BsonString("soon"))
                .append("updated_at", new BsonArray()));
        acquired(f.store.acquire("a", MINUTE));
        assertThat(f.store.find("a").orElseThrow()).isInstanceOf(Claim.class);
    }

    @Test
    void a_duplicate_key_of_another_unique_index_is_a_failure_and_not_a_held_claim() {
        f.documents.createIndex(new BsonDocument("status", new BsonInt32(1)), new IndexOptions().unique(true));
        f.insert(f.processing("other", THEIRS, HOUR, MINUTE));
        assertThatThrownBy(() -> f.store.acquire("a", MINUTE))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.DUPLICATE_KEY));
        assertThat(f.stored("a")).isNull();
    }

    @Test
    void a_claim_that_vanishes_after_the_refusal_is_tried_again() {
        f.insert(f.processing("a", THEIRS, HOUR, MINUTE));
        f.steering.beforeNext("find", () -> f.delete("a"));
        acquired(f.store.acquire("a", MINUTE));
        assertThat(f.commands()).containsExactly("ping", "findAndModify", "find", "findAndModify");
    }

    @Test
    void a_claim_that_is_free_at_every_look_and_taken_at_every_try_is_contended_after_five() {
        f.insert(f.processing("a", THEIRS, HOUR, MINUTE));
        for (int i = 0; i < 5; i++) {
            BsonString taker = new BsonString(Tokens.random().next().value());
            f.steering.beforeNext("find", () -> f.set("a", "status", new BsonString("released")));
            f.steering.afterNext("find", () -> {
                f.set("a", "status", new BsonString("processing"));
                f.set("a", "worker_id", taker);
            });
        }
        assertThat(f.store.acquire("a", MINUTE)).isEqualTo(new Contended("a", 5));
    }

    @Test
    void every_try_draws_a_fresh_token_and_reads_the_clock_again() {
        f.insert(f.processing("a", THEIRS, HOUR, MINUTE));
        f.steering.beforeNext("find", () -> f.delete("a"));
        f.time.reads = 0;
        acquired(f.store.acquire("a", MINUTE));
        assertThat(f.time.reads).isEqualTo(2);
        assertThat(f.steering.sent().stream()
                        .filter(c -> c.containsKey("findAndModify"))
                        .map(c -> c.getDocument("update").getDocument("$set").getString("worker_id"))
                        .distinct())
                .hasSize(2);
    }

    @Test
    void an_answer_that_leaves_less_than_the_margin_is_expired() {
        f.steering.afterNext("findAndModify", () -> f.time.pass(Duration.ofMillis(59_500)));
        assertThat(f.store.acquire("a", MINUTE)).isInstanceOf(Expired.class);
    }

    @Test
    void an_answer_that_leaves_more_than_the_margin_is_acquired() {
        f.steering.afterNext("findAndModify", () -> f.time.pass(Duration.ofMillis(59_490)));
        acquired(f.store.acquire("a", MINUTE));
    }

    @Test
    void a_host_that_slept_through_its_lease_notices_though_its_monotonic_clock_stood_still() {
        f.steering.afterNext("findAndModify", () -> f.time.suspend(HOUR));
        assertThat(f.store.acquire("a", MINUTE)).isInstanceOf(Expired.class);
    }

    @Test
    void the_margin_is_a_quarter_of_a_short_ttl_and_at_most_half_a_second() {
        assertThat(LeaseMargin.of(Duration.ofMillis(100))).isEqualTo(Duration.ofMillis(25));
        assertThat(LeaseMargin.of(HOUR)).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void the_id_stands_at_the_filters_top_level_and_no_command_needs_a_newer_server() {
        f.store.acquire("a", MINUTE);
        BsonDocument command = f.steering.sent().stream()
                .filter(c -> c.containsKey("findAndModify"))
                .findFirst()
                .orElseThrow();
        assertThat(command.getDocument("query").getString("_id").getValue()).isEqualTo("a");
        assertThat(command.getDocument("writeConcern")).isEqualTo(BsonDocument.parse("{w: 'majority'}"));
        assertThat(command.toJson()).doesNotContain("$$NOW", "$expr");
        assertThat(command.isDocument("update"))
                .as("classic operators, no pipeline")
                .isTrue();
    }

    @Test
    void ids_that_differ_in_one_accent_are_two_claims() {
        acquired(f.store.acquire("é", MINUTE));
        acquired(f.store.acquire("è", MINUTE));
        acquired(f.store.acquire("e\u0301", MINUTE));
    }

    @Test
    void durations_below_a_millisecond_and_empty_ids_are_refused() {
        assertThatThrownBy(() -> f.store.acquire("a", Duration.ofNanos(999_999)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ttl");
        assertThatThrownBy(() -> f.store.acquire("a", Duration.ofSeconds(Long.MAX_VALUE)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> f.store.acquire("", MINUTE)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void instants_are_truncated_to_milliseconds_before_they_are_used() {
        f.time.set(f.now().plusNanos(999_999));
        Lease lease = acquired(f.store.acquire("a", MINUTE.plusNanos(999_999))).lease();
        assertThat(lease.expiresAt()).contains(f.seen("a").expiresAt());
    }
}
