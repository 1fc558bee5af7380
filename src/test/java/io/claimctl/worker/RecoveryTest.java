package io.claimctl.worker;

import static io.claimctl.worker.RecoveryFixture.HOUR;
import static io.claimctl.worker.RecoveryFixture.LAPSED;
import static io.claimctl.worker.RecoveryFixture.OLDER_THAN;
import static io.claimctl.worker.RecoveryFixture.REQUEST;
import static io.claimctl.worker.RecoveryFixture.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.KeptForRecovery;
import io.claimctl.claim.Lease;
import io.claimctl.claim.LeaseFilter;
import io.claimctl.claim.Payloads;
import io.claimctl.claim.SweptClaim;
import io.claimctl.claim.Tokens;
import io.claimctl.worker.RecoveredClaim.Result;
import io.claimctl.worker.RecoveryReport.End;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of messages and claims while nobody interferes. */
class RecoveryTest {
    private static final Publisher FAILING = (message, lease) -> {
        throw new IOException("the broker is down");
    };

    private final RecoveryFixture f = new RecoveryFixture();

    @AfterEach
    void close() {
        f.close();
    }

    @Test
    void a_stored_message_is_published_whole_and_its_claim_is_completed_without_it_by_one_command() {
        f.insert(f.message("a")
                .append("_id", new BsonString("b"))
                .append("event_name", new BsonString("order.placed"))
                .append("metadata", new BsonDocument("trace", new BsonString("t1"))));
        f.kept.documents.deleteOne(new BsonDocument("_id", new BsonString("a")));
        f.kept.steering.forgetSent();

        RecoveryReport report = f.pass();

        Message message = f.published.get(0);
        assertThat(message.id()).isEqualTo("b");
        assertThat(message.payload()).isEqualTo(bytes("a"));
        assertThat(message.eventName()).contains("order.placed");
        assertThat(message.metadata()).isEqualTo(Map.of("trace", "t1"));
        BsonDocument after = f.stored("b");
        assertThat(after).containsEntry("status", new BsonString("completed")).doesNotContainKey("payload");
        assertThat(after.get("expires_at")).isEqualTo(f.date(ClaimStore.DEFAULT_MEMORY));
        assertThat(f.kept.steering.sentNames())
                .startsWith("find", "listCollections", "findAndModify", "findAndModify", "find")
                .filteredOn(name -> name.equals("findAndModify"))
                .hasSize(2);
        assertThat(f.results()).containsExactly("b PUBLISHED");
        assertThat(report.counts()).isEqualTo(Map.of(Result.PUBLISHED, 1L));
        assertThat(report.end()).isEqualTo(End.DONE);
    }

    @Test
    void while_it_is_published_its_claim_is_held_by_the_recovery_for_as_long_as_it_is_to_hold() {
        f.message("a");
        AtomicReference<BsonDocument> during = new AtomicReference<>();
        AtomicReference<Lease> lease = new AtomicReference<>();
        f.publishing = (message, work) -> {
            during.set(f.stored("a"));
            lease.set(work.lease().orElseThrow());
        };
        f.pass(REQUEST.withHold(HOUR));
        BsonDocument held = during.get();
        assertThat(held.getString("worker_id").getValue()).matches("recover:[0-9a-f]{24}");
        assertThat(held).containsEntry("status", new BsonString("processing"));
        assertThat(held.get("expires_at")).isEqualTo(f.date(HOUR));
        assertThat(held.get("updated_at")).isEqualTo(f.date(Duration.ZERO));
        assertThat(held.getBinary("payload").getData()).isEqualTo(bytes("a"));
        assertThat(lease.get().token().value())
                .isEqualTo(held.getString("worker_id").getValue());
        assertThat(lease.get().fence()).hasValue(held.getInt64("fence").getValue());
        assertThat(lease.get().expiresAt())
                .as("it may be another's as soon as it is stale")
                .contains(f.kept.time.now().plus(OLDER_THAN));
    }

    @Test
    void a_message_that_could_not_be_published_stays_with_its_claim_untouched_until_the_hold_ends() {
        BsonDocument before = f.message("a");
        f.publishing = FAILING;

        RecoveryReport report = f.pass();

        String token = f.text("a", "worker_id");
        assertThat(token).startsWith("recover:");
        assertThat(f.stored("a"))
                .isEqualTo(before.append("worker_id", new BsonString(token))
                        .append("expires_at", f.date(Duration.ofHours(24)))
                        .append("updated_at", f.date(Duration.ZERO))
                        .append("fence", f.stored("a").get("fence"))
                        .append("fence_worker", new BsonString(token)));
        assertThat(f.recovered).singleElement().satisfies(r -> {
            assertThat(r.result()).isEqualTo(Result.FAILED);
            assertThat(r.detail()).isEqualTo("the broker is down");
        });
        assertThat(report.count(Result.FAILED)).isEqualTo(1);
        assertThat(report.rest().orElseThrow().payloadsLeft()).isZero();
    }

    @Test
    void a_later_pass_takes_what_an_earlier_one_left_whatever_its_lease_and_not_before_it_is_stale() {
        f.message("a");
        f.publishing = FAILING;
        f.pass();
        f.publishing = (message, lease) -> {};

        f.kept.time.pass(OLDER_THAN);
        f.pass();
        assertThat(f.published).isEmpty();

        f.kept.time.pass(Duration.ofMillis(1));
        f.pass();
        assertThat(f.publishedIds()).containsExactly("a");
        assertThat(f.text("a", "status")).isEqualTo("completed");
    }

    @Test
    void a_message_without_an_event_name_is_published_like_any_other_and_a_null_as_no_bytes() {
        f.message("a");
        f.insert(f.stale("null", LAPSED).append("payload", BsonNull.VALUE).append("event_name", BsonNull.VALUE));
        f.insert(f.stale("text", LAPSED).append("payload", new BsonString("é")));
        f.pass();
        assertThat(f.publishedIds()).containsExactly("a", "null", "text");
        assertThat(f.published).allMatch(message -> message.eventName().isEmpty());
        assertThat(f.published.get(1).payload()).isEmpty();
        assertThat(f.published.get(2).payload()).isEqualTo("é".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    @Test
    void a_live_lease_is_left_alone_unless_it_is_asked_for() {
        f.insert(f.stale("live", HOUR).append("payload", new BsonBinary(bytes("live"))));
        BsonDocument before = f.stored("live");
        RecoveryReport report = f.pass();
        assertThat(f.published).isEmpty();
        assertThat(f.stored("live")).isEqualTo(before);
        assertThat(report.rest().orElseThrow().liveLeft()).isEqualTo(1);

        f.pass(REQUEST.withLease(LeaseFilter.ANY));
        assertThat(f.publishedIds()).containsExactly("live");
    }

    @Test
    void a_worker_that_is_sent_a_recovered_message_under_its_new_id_does_the_work_and_under_its_own_would_skip_it() {
        f.message("a");
        List<String> done = new ArrayList<>();
        try (LeaseKeeper keeper = LeaseKeeper.on(f.kept.other)) {
            ClaimedWork work = ClaimedWork.on(f.kept.other, keeper);
            f.publishing = (message, lease) -> {
                assertThat(work.run(Message.of(message.id()), held -> done.add("own id"))
                                .ran())
                        .isEmpty();
                work.run(Message.of(message.recoveredId()), held -> done.add(message.recoveredId()));
                work.run(Message.of(message.recoveredId()), held -> done.add("again"));
            };
            f.pass();
            assertThat(work.run(Message.of("a"), held -> done.add("own id")).ran())
                    .isEmpty();
        }
        assertThat(done).singleElement().asString().matches("a:recovered:[0-9a-f]{16}");
    }

    @Test
    void no_worker_can_have_the_name_by_which_recoveries_are_known() {
        assertThatThrownBy(() -> Tokens.random("recover")).hasMessageContaining("must not be named recover");
        assertThatThrownBy(() -> Tokens.random("recover:pod")).hasMessageContaining("must not be named recover");
        assertThat(Tokens.random("recoverer").next().value()).startsWith("recoverer:");
    }

    /** Case 31: once, its claim was released, and TTL removed it and the message. */
    @Test
    void the_message_of_a_handler_that_stored_it_and_failed_is_kept_past_its_lease_and_published_by_recovery() {
        Lease lease = f.kept.acquired("a", Duration.ofSeconds(30));
        f.kept.store.putPayload(lease, bytes("a"), Map.of(), null);
        assertThat(f.kept.store.release(lease, Payloads.SKIP)).isInstanceOf(KeptForRecovery.class);
        f.kept.time.pass(OLDER_THAN.plusMillis(1));
        assertThat(f.stored("a").getDateTime("expires_at").getValue())
                .as("TTL deletes nothing yet")
                .isGreaterThan(f.kept.time.now().toEpochMilli());

        f.pass();

        assertThat(f.publishedIds()).containsExactly("a");
        assertThat(f.published.get(0).payload()).isEqualTo(bytes("a"));
        assertThat(f.text("a", "status")).isEqualTo("completed");
    }

    @Test
    void the_claims_without_a_message_are_swept_as_stale_reset_does() {
        f.insert(f.stale("lapsed", LAPSED));
        f.insert(f.stale("live", HOUR));
        f.message("message");
        RecoveryReport report = f.pass();
        assertThat(f.text("lapsed", "status")).isEqualTo("released");
        assertThat(f.text("live", "status")).isEqualTo("processing");
        assertThat(f.text("message", "status")).isEqualTo("completed");
        assertThat(report.rest().orElseThrow().count(SweptClaim.Result.RESET)).isEqualTo(1);
        assertThat(f.swept).extracting(s -> s.seen().id()).contains("lapsed");

        f.pass(REQUEST.withLease(LeaseFilter.ANY));
        assertThat(f.text("live", "status")).isEqualTo("released");
    }

    /** The reference's own second phase resets what its first one never loaded. */
    @Test
    void with_more_messages_than_the_limit_and_a_publisher_that_fails_none_is_swept() {
        List<String> ids = List.of("a", "b", "c", "d", "e");
        ids.forEach(f::message);
        f.publishing = FAILING;
        RecoveryReport report = f.pass(REQUEST.withLimit(2L));
        assertThat(f.results()).containsExactly("a FAILED", "b FAILED");
        assertThat(report.end()).isEqualTo(End.LIMITED);
        assertThat(report.rest().orElseThrow().payloadsLeft()).isEqualTo(3);
        assertThat(ids).allSatisfy(id -> {
            assertThat(f.text(id, "status")).isEqualTo("processing");
            assertThat(f.stored(id).getBinary("payload").getData()).isEqualTo(bytes(id));
        });
    }

    @Test
    void a_malformed_one_is_an_error_and_the_others_are_published() {
        f.insert(f.message("a").append("_id", new BsonString("b")).append("event_name", new BsonInt32(1)));
        BsonDocument before = f.stored("b");
        f.message("c");
        f.pass();
        assertThat(f.results()).containsExactly("a PUBLISHED", "b ERROR", "c PUBLISHED");
        assertThat(f.recovered.get(1).detail()).isEqualTo("malformed: event_name is a 32-bit integer, not a string");
        assertThat(f.stored("b")).isEqualTo(before);
    }

    @Test
    void a_dry_run_shows_all_of_it_and_sends_no_write() {
        f.message("a");
        f.message("b");
        f.insert(f.stale("c", LAPSED));
        f.kept.steering.forgetSent();
        RecoveryReport report = f.pass(REQUEST.withLimit(1L).asDryRun());
        assertThat(f.results()).containsExactly("a WOULD_PUBLISH");
        assertThat(report.end()).isEqualTo(End.LIMITED);
        assertThat(report.rest().orElseThrow().count(SweptClaim.Result.WOULD_RESET))
                .isEqualTo(1);
        assertThat(f.published).isEmpty();
        assertThat(f.kept.steering.sentNames()).isSubsetOf("find", "listCollections");
    }

    @Test
    void a_hold_is_a_day_or_twice_the_age_if_that_is_longer() {
        assertThat(REQUEST.hold()).isEqualTo(Duration.ofHours(24));
        assertThat(RecoveryRequest.olderThan(Duration.ofHours(13)).hold()).isEqualTo(Duration.ofHours(26));
    }

    @Test
    void what_cannot_work_is_refused_before_anything_is_sent() {
        f.kept.steering.forgetSent();
        assertThatThrownBy(() -> f.pass(RecoveryRequest.olderThan(Duration.ofSeconds(18))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("PT18S", "PT10S", "PT2S", "PT18.75S");
        assertThatThrownBy(() -> REQUEST.withHold(OLDER_THAN.multipliedBy(2).minusMillis(1)))
                .hasMessageContainingAll("PT3M59.999S", "PT2M");
        assertThatThrownBy(() -> REQUEST.withHold(Duration.ofDays(40_000))).hasMessageContaining("100 years");
        assertThatThrownBy(() -> REQUEST.withNotice(Duration.ofMillis(-1))).hasMessageContaining("notice is PT-0.001S");
        assertThatThrownBy(() -> REQUEST.withLease(LeaseFilter.LIVE)).hasMessageContaining("live");
        assertThatThrownBy(() -> REQUEST.withLimit(0L)).hasMessageContaining("limit is 0");
        assertThatThrownBy(() -> REQUEST.withFailuresInARow(0)).hasMessageContaining("failuresInARow is 0");
        assertThat(f.kept.steering.sentNames()).isEmpty();
    }
}
