package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static io.claimctl.claim.Fixture.THEIRS;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class RecoverableTest {
    private static final Duration LAPSED = MINUTE.negated();
    private static final BsonValue PAYLOAD = new BsonBinary(new byte[] {1, 2});
    private static final int MOST = 20;

    private final Fixture f;

    RecoverableTest(TestServer server) {
        f = new Fixture(server);
    }

    @AfterEach
    void close() {
        f.close();
    }

    private BsonDocument stale(String id, Duration lease) {
        return f.processing(id, THEIRS, lease, HOUR).append("payload", PAYLOAD);
    }

    private List<String> found(LeaseFilter lease) {
        List<String> ids = new ArrayList<>();
        Optional<ClaimRow> next = find(lease, null);
        while (next.isPresent() && ids.size() < MOST) {
            ids.add(next.get().id());
            next = find(lease, next.get());
        }
        return ids;
    }

    private Optional<ClaimRow> find(LeaseFilter lease, @Nullable ClaimRow after) {
        return f.store.findRecoverable(f.now().minus(MINUTE), lease, after);
    }

    @Test
    void they_come_one_by_one_oldest_first_each_once_and_whole() {
        f.insert(stale("b", LAPSED));
        f.insert(stale("c", LAPSED));
        f.insert(stale("a", LAPSED));
        f.insert(stale("oldest", LAPSED).append("updated_at", f.date(HOUR.multipliedBy(-2))));
        f.insert(stale("youngest", LAPSED).append("updated_at", f.date(MINUTE.multipliedBy(-2))));
        assertThat(found(LeaseFilter.EXPIRED)).containsExactly("oldest", "a", "b", "c", "youngest");
        assertThat(find(LeaseFilter.EXPIRED, null).orElseThrow().readable().document())
                .isEqualTo(f.stored("oldest"));
    }

    @Test
    void a_claim_without_a_payload_is_none_and_a_null_is_one() {
        f.insert(f.processing("without", THEIRS, LAPSED, HOUR));
        f.insert(stale("null", LAPSED).append("payload", BsonNull.VALUE));
        assertThat(found(LeaseFilter.ANY)).containsExactly("null");
    }

    @Test
    void only_stale_claims_that_are_processing_are() {
        f.insert(stale("fresh", LAPSED).append("updated_at", f.date(Duration.ofSeconds(-59))));
        f.insert(stale("at the cut-off", LAPSED).append("updated_at", f.date(MINUTE.negated())));
        f.insert(stale("completed", LAPSED).append("status", new BsonString("completed")));
        f.insert(stale("released", LAPSED).append("status", new BsonString("released")));
        assertThat(found(LeaseFilter.ANY)).isEmpty();
    }

    @Test
    void a_live_lease_is_left_alone_unless_it_is_asked_for() {
        f.insert(stale("live", MINUTE));
        f.insert(stale("ends now", Duration.ZERO));
        BsonDocument undated = stale("undated", LAPSED);
        undated.remove("expires_at");
        f.insert(undated);
        assertThat(found(LeaseFilter.EXPIRED)).isEmpty();
        assertThat(found(LeaseFilter.ANY)).containsExactly("ends now", "live", "undated");
    }

    @Test
    void one_that_was_kept_has_nobody_behind_its_lease() {
        f.insert(stale("kept", MINUTE).append("kept_at", f.date(HOUR.negated())));
        f.insert(stale("kept later", MINUTE).append("kept_at", f.date(MINUTE.negated())));
        f.insert(stale("kept in another generation", MINUTE)
                .append("kept_at", f.date(HOUR.negated().minusMillis(1))));
        f.insert(stale("z", LAPSED));
        assertThat(found(LeaseFilter.EXPIRED)).containsExactly("kept", "kept later", "z");
    }

    @Test
    void one_that_was_kept_need_not_be_stale_since_it_would_be_gone_by_then() {
        f.insert(stale("just kept", MINUTE)
                .append("updated_at", f.date(Duration.ZERO))
                .append("kept_at", f.date(Duration.ZERO)));
        f.insert(stale("kept once", LAPSED)
                .append("updated_at", f.date(Duration.ofMillis(-1)))
                .append("kept_at", f.date(Duration.ofMillis(-2))));
        assertThat(found(LeaseFilter.EXPIRED)).containsExactly("just kept");
    }

    @Test
    void one_that_a_recovery_has_taken_over_in_the_millisecond_in_which_it_was_kept_is_the_recovery_s() {
        f.insert(stale("a", MINUTE)
                .append("updated_at", f.date(Duration.ZERO))
                .append("kept_at", f.date(Duration.ZERO)));
        Claim kept = (Claim) find(LeaseFilter.EXPIRED, null).orElseThrow();
        f.store.withTokens(Tokens.recovery()).takeOver(kept, HOUR, LeaseFilter.ANY);
        assertThat(found(LeaseFilter.ANY)).isEmpty();
    }

    @Test
    void a_claim_that_a_worker_kept_is_kept_though_its_clock_was_read_a_moment_earlier_than_the_last_transition() {
        Lease lease = f.store.acquire("a", MINUTE).acquired().orElseThrow().lease();
        f.store.putPayload(lease, new byte[] {1}, Map.of(), null);
        f.set("a", "updated_at", f.date(Duration.ofMillis(5)));
        f.store.release(lease, Payloads.SKIP);
        assertThat(f.seen("a").keptAt()).isEqualTo(f.now().plusMillis(5));
        assertThat(found(LeaseFilter.EXPIRED)).containsExactly("a");
    }

    @Test
    void one_that_a_recovery_has_left_has_nobody_behind_its_lease() {
        BsonString token = new BsonString(Tokens.recovery().next().value());
        f.insert(stale("left", MINUTE).append("worker_id", token).append("fence_worker", token));
        f.insert(stale("a worker's of that name", MINUTE).append("worker_id", token));
        f.insert(stale("another", MINUTE).append("worker_id", new BsonString("recoverer:0123456789abcdef01234567")));
        f.insert(stale("bare", MINUTE).append("worker_id", new BsonString("recover")));
        assertThat(found(LeaseFilter.EXPIRED)).containsExactly("left");
    }

    @Test
    void what_is_left_alone_is_passed_over_by_the_server_and_costs_no_look() {
        for (String id : List.of("a", "b", "c")) {
            f.insert(stale(id, MINUTE));
            f.insert(stale("fresh " + id, LAPSED).append("updated_at", f.date(Duration.ZERO)));
            f.insert(f.processing("without " + id, THEIRS, LAPSED, HOUR));
        }
        f.commands();
        assertThat(found(LeaseFilter.EXPIRED)).isEmpty();
        assertThat(f.commands()).containsExactly("find");
    }

    @Test
    void a_malformed_one_is_found_so_that_it_is_not_passed_over_in_silence() {
        f.insert(stale("a", LAPSED).append("event_name", new BsonInt32(1)));
        f.insert(stale("b", LAPSED));
        assertThat(found(LeaseFilter.EXPIRED)).containsExactly("a", "b");
        assertThat(find(LeaseFilter.EXPIRED, null)).containsInstanceOf(Malformed.class);
    }

    @Test
    void an_id_that_is_no_string_and_an_array_of_dates_are_passed_over_and_end_nothing() {
        f.insert(stale("a", LAPSED)
                .append("_id", new BsonObjectId())
                .append("updated_at", f.date(HOUR.multipliedBy(-2))));
        f.insert(stale("b", LAPSED)
                .append("updated_at", new BsonArray(List.of(f.date(HOUR.negated()), f.date(HOUR.multipliedBy(-2))))));
        f.insert(stale("c", LAPSED));
        assertThat(found(LeaseFilter.ANY)).containsExactly("c");
    }

    @Test
    void what_was_taken_over_or_renewed_since_is_not_found_again() {
        f.insert(stale("a", LAPSED));
        ClaimRow first = find(LeaseFilter.EXPIRED, null).orElseThrow();
        f.store.takeOver(first.readable(), HOUR, LeaseFilter.EXPIRED);
        assertThat(found(LeaseFilter.ANY)).isEmpty();
        assertThat(f.seen("a").is(Status.PROCESSING)).isTrue();
    }
}
