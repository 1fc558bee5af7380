package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static io.claimctl.claim.Fixture.OURS;
import static io.claimctl.claim.Fixture.THEIRS;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.time.Duration;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class ResetTest {
    private static final ResetOptions PLAIN = ResetOptions.defaults();
    private static final ResetOptions WITH_PAYLOADS = new ResetOptions(Payloads.INCLUDE, false, null);
    private static final ResetOptions DELETING = new ResetOptions(Payloads.SKIP, true, null);
    private final Fixture f;

    ResetTest(TestServer server) {
        f = new Fixture(server);
    }

    @AfterEach
    void close() {
        f.close();
    }

    private Claim held() {
        f.insert(f.processing("a", OURS, MINUTE, MINUTE).append("fence", new BsonInt64(5)));
        return f.seen("a");
    }

    /** Whatever happens after the claim was seen: it is reported, and the claim stays as it then is. */
    private void refusedAfter(Claim seen, ResetOptions options, Runnable meanwhile) {
        f.steering.beforeNext("findAndModify", meanwhile);
        ResetOutcome outcome = f.store.reset(seen, options);
        assertThat(outcome).isInstanceOf(Changed.class);
        assertThat(((Changed) outcome).now()).isEqualTo(f.seen("a"));
        assertThat(f.stored("a").containsKey("reset_by")).isFalse();
    }

    @Test
    void the_claim_seen_is_released_free_at_once_with_who_when_and_why_and_its_fence_kept() {
        Claim seen = held();
        Reset outcome = (Reset) f.store.reset(seen, new ResetOptions(Payloads.SKIP, false, "stuck"));

        assertThat(outcome.claim()).isEqualTo(seen);
        assertThat(f.stored("a"))
                .isEqualTo(seen.document()
                        .clone()
                        .append("status", new BsonString("released"))
                        .append("expires_at", f.date(Duration.ofMillis(-1)))
                        .append("updated_at", f.date(Duration.ZERO))
                        .append("reset_by", new BsonString(outcome.by()))
                        .append("reset_at", f.date(Duration.ZERO))
                        .append("reset_reason", new BsonString("stuck")));
        assertThat(f.store.acquire("a", MINUTE).acquired()).isPresent();
    }

    @Test
    void a_reset_without_a_reason_removes_an_older_one() {
        held();
        f.set("a", "reset_reason", new BsonString("of last week"));
        f.store.reset(f.seen("a"), PLAIN);
        assertThat(f.stored("a").containsKey("reset_reason")).isFalse();
    }

    @Test
    void a_takeover_after_it_was_seen_is_changed() {
        f.insert(f.processing("a", OURS, MINUTE.negated(), HOUR));
        refusedAfter(f.seen("a"), PLAIN, () -> f.other().acquire("a", MINUTE));
    }

    @Test
    void an_old_holder_that_resets_by_its_token_after_a_takeover_leaves_the_successor_byte_for_byte() {
        f.insert(f.processing("a", OURS, MINUTE.negated(), HOUR));
        Claim seen = f.seen("a");
        f.other().acquire("a", MINUTE);
        BsonDocument successor = f.stored("a");
        assertThat(f.store.reset("a", OURS, PLAIN)).isInstanceOf(Changed.class);
        assertThat(f.store.reset(seen, PLAIN)).isInstanceOf(Changed.class);
        assertThat(f.stored("a")).isEqualTo(successor);
    }

    @Test
    void a_takeover_that_shows_in_the_token_alone_is_changed() {
        refusedAfter(held(), PLAIN, () -> f.set("a", "worker_id", new BsonString(THEIRS.value())));
    }

    @Test
    void a_completion_after_it_was_seen_is_changed() {
        refusedAfter(held(), PLAIN, () -> f.other().complete(Lease.of("a", OURS), HOUR));
    }

    @Test
    void a_completion_that_shows_in_the_status_alone_is_changed() {
        refusedAfter(held(), PLAIN, () -> f.set("a", "status", new BsonString("completed")));
    }

    @Test
    void a_renewal_that_shows_in_the_expiry_alone_is_changed() {
        refusedAfter(held(), PLAIN, () -> f.set("a", "expires_at", f.date(HOUR)));
    }

    @Test
    void a_transition_that_shows_in_updated_at_alone_is_changed() {
        refusedAfter(held(), PLAIN, () -> f.set("a", "updated_at", f.date(Duration.ZERO)));
    }

    @Test
    void a_payload_that_arrives_after_it_was_seen_is_changed() {
        refusedAfter(held(), PLAIN, () -> f.set("a", "payload", new BsonBinary(new byte[] {1})));
        refusedAfter(withoutPayload(), WITH_PAYLOADS, () -> f.set("a", "payload", new BsonBinary(new byte[] {2})));
    }

    private Claim withoutPayload() {
        f.delete("a");
        return held();
    }

    @Test
    void another_payload_than_the_one_seen_is_changed() {
        held();
        f.set("a", "payload", new BsonBinary(new byte[] {1}));
        refusedAfter(f.seen("a"), WITH_PAYLOADS, () -> f.set("a", "payload", new BsonBinary(new byte[] {2})));
    }

    @Test
    void null_is_not_absent_and_an_array_is_not_its_element() {
        f.insert(new BsonDocument("_id", new BsonString("a"))
                .append("status", new BsonString("processing"))
                .append("expires_at", f.date(MINUTE)));
        Claim seen = f.seen("a");
        refusedAfter(seen, PLAIN, () -> f.set("a", "worker_id", BsonNull.VALUE));

        Claim withNull = f.seen("a");
        refusedAfter(
                withNull,
                PLAIN,
                () -> f.documents.updateOne(
                        new BsonDocument("_id", new BsonString("a")), BsonDocument.parse("{$unset: {worker_id: ''}}")));

        f.delete("a");
        Claim held = held();
        f.steering.beforeNext(
                "findAndModify",
                () -> f.set(
                        "a", "worker_id", new BsonArray(java.util.List.<BsonValue>of(new BsonString(OURS.value())))));
        assertThat(f.store.reset(held, PLAIN)).isInstanceOf(Changed.class);
    }

    @Test
    void a_claim_deleted_after_it_was_seen_is_gone_and_not_made_anew() {
        Claim seen = held();
        f.steering.beforeNext("findAndModify", () -> f.delete("a"));
        assertThat(f.store.reset(seen, PLAIN)).isEqualTo(new Gone("a"));
        assertThat(f.stored("a")).isNull();
    }

    @Test
    void a_claim_with_a_payload_is_kept_for_recovery_unless_payloads_are_included() {
        held();
        f.set("a", "payload", new BsonBinary(new byte[] {1}));
        Claim seen = f.seen("a");
        assertThat(f.store.reset(seen, PLAIN)).isInstanceOf(KeptForRecovery.class);
        assertThat(f.stored("a")).isEqualTo(seen.document());
        assertThat(f.store.reset(seen, WITH_PAYLOADS)).isInstanceOf(Reset.class);
    }

    @Test
    void by_its_fingerprints_text_exactly_the_claim_seen_is_reset() {
        Claim seen = held();
        String text = seen.fingerprint().text();
        assertThat(Fingerprint.isText(text)).isTrue();
        f.set("a", "expires_at", f.date(HOUR));
        assertThat(f.store.reset("a", text, PLAIN)).isInstanceOf(Changed.class);
        f.set("a", "expires_at", f.date(MINUTE));
        assertThat(f.store.reset("a", text, PLAIN)).isInstanceOf(Reset.class);
    }

    @Test
    void every_field_of_a_fingerprint_counts_in_its_text() {
        Claim seen = held();
        f.set("a", "payload", new BsonBinary(new byte[] {1}));
        String with = f.seen("a").fingerprint().text();
        f.set("a", "payload", new BsonBinary(new byte[] {2}));
        assertThat(f.seen("a").fingerprint().text()).isNotEqualTo(with);
        assertThat(seen.fingerprint().text()).isNotEqualTo(with);
    }

    @Test
    void by_its_token_only_a_claim_that_is_held_under_it_is_reset() {
        held();
        assertThat(f.store.reset("a", THEIRS, PLAIN)).isInstanceOf(Changed.class);
        assertThat(f.store.reset("a", OURS, PLAIN)).isInstanceOf(Reset.class);
        assertThat(f.store.reset("a", OURS, PLAIN)).as("released by now").isInstanceOf(Changed.class);
        assertThat(f.store.reset("b", OURS, PLAIN)).isEqualTo(new Gone("b"));
    }

    @Test
    void between_the_read_by_token_and_the_reset_nothing_may_happen() {
        held();
        f.steering.afterNext("find", () -> f.set("a", "expires_at", f.date(HOUR)));
        assertThat(f.store.reset("a", OURS, PLAIN)).isInstanceOf(Changed.class);
    }

    @Test
    void a_malformed_claim_is_refused_and_left() {
        f.insert(f.processing("a", OURS, MINUTE, MINUTE).append("updated_at", new BsonString("noon")));
        BsonDocument before = f.stored("a");
        assertThat(f.store.reset("a", OURS, PLAIN)).isInstanceOf(Malformed.class);
        assertThat(f.stored("a")).isEqualTo(before);
    }

    @Test
    void deleting_removes_the_released_document_after_asking_whether_it_may() {
        Claim seen = held();
        assertThat(((Reset) f.store.reset(seen, DELETING)).deletion()).isEqualTo(Reset.Deletion.DELETED);
        assertThat(f.stored("a")).isNull();
        assertThat(f.steering.sentNames()).containsSubsequence("delete", "findAndModify", "delete");
    }

    private void livesOn(Runnable beforeTheDelete) {
        Claim seen = held();
        f.steering.afterNext("findAndModify", beforeTheDelete);
        assertThat(((Reset) f.store.reset(seen, DELETING)).deletion()).isEqualTo(Reset.Deletion.LEFT);
        assertThat(f.stored("a")).isNotNull();
        f.delete("a");
    }

    @Test
    void a_claim_that_somebody_acquires_between_the_release_and_the_delete_lives_on() {
        livesOn(() -> f.other().acquire("a", MINUTE));
    }

    @Test
    void each_condition_of_the_delete_guards_alone() {
        livesOn(() -> f.set("a", "status", new BsonString("processing")));
        livesOn(() -> f.set("a", "reset_by", new BsonString("sweep-2:1")));
        livesOn(() -> f.set("a", "worker_id", new BsonString(THEIRS.value())));
        livesOn(() -> f.set("a", "payload", new BsonBinary(new byte[] {1})));
    }

    @Test
    void a_message_that_somebody_stores_after_the_release_lives_on_even_where_payloads_are_included() {
        ResetOptions including = new ResetOptions(Payloads.INCLUDE, true, null);
        Claim seen = held();
        f.steering.afterNext("findAndModify", () -> f.set("a", "payload", new BsonBinary(new byte[] {1})));
        assertThat(((Reset) f.store.reset(seen, including)).deletion()).isEqualTo(Reset.Deletion.LEFT);
        f.delete("a");
        held();
        f.set("a", "payload", new BsonBinary(new byte[] {1}));
        Claim whole = f.seen("a");
        assertThat(((Reset) f.store.reset(whole, including)).deletion()).isEqualTo(Reset.Deletion.DELETED);
    }
}
