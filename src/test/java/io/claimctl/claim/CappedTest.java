package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.testing.Capability;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reference's capped mode, by the server's own clock. */
@OnEveryServer
class CappedTest {
    private final TestServer server;
    private final Fixture f;
    private final ClaimStore store;

    CappedTest(TestServer server) {
        Capability.CAPPED_COLLECTIONS.require(server);
        this.server = server;
        f = new Fixture(server);
        store = ClaimStore.on(f.steered, f.namespace);
        store.createCapped(65_536, null);
    }

    @AfterEach
    void close() {
        f.close();
    }

    @Test
    void it_is_made_a_second_time_without_an_error_and_has_the_four_indexes_and_no_ttl() {
        store.createCapped(65_536, null);
        List<BsonDocument> indexes = f.documents.listIndexes(BsonDocument.class).into(new ArrayList<>());
        assertThat(indexes)
                .noneMatch(i -> i.containsKey("expireAfterSeconds"))
                .extracting(i -> i.getString("name").getValue())
                .containsExactlyInAnyOrder(
                        "_id_",
                        "expires_at_1",
                        "status_1_updated_at_1__id_1",
                        "updated_at_1__id_1",
                        "event_name_1_updated_at_1__id_1");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 50, 500})
    void of_tight_cycles_of_reset_and_acquire_none_is_refused_and_every_fence_is_higher(int cycles) {
        Capability.GROWTH_IN_CAPPED_COLLECTIONS.require(server);
        Lease lease = acquired();
        for (int i = 0; i < cycles; i++) {
            assertThat(store.reset("msg", lease.token(), ResetOptions.defaults())
                            .reset())
                    .isPresent();
            Lease next = acquired();
            assertThat(next.fence().getAsLong()).isGreaterThan(lease.fence().getAsLong());
            lease = next;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {50, 500})
    void of_tight_cycles_in_which_a_worker_of_the_reference_resets_none_is_refused(int cycles) {
        Capability.GROWTH_IN_CAPPED_COLLECTIONS.require(server);
        Lease lease = acquired();
        for (int i = 0; i < cycles; i++) {
            Date now = new Date();
            f.documents.updateOne(
                    new Document("_id", "msg"),
                    new Document(
                            "$set",
                            new Document("status", "released")
                                    .append("expires_at", now)
                                    .append("updated_at", now)));
            Lease next = acquired();
            assertThat(next.fence().getAsLong()).isGreaterThan(lease.fence().getAsLong());
            lease = next;
        }
    }

    private Lease acquired() {
        return store.acquire("msg", MINUTE).acquired().orElseThrow().lease();
    }

    @Test
    void a_claim_is_completed_and_swept_there_as_elsewhere() {
        Capability.GROWTH_IN_CAPPED_COLLECTIONS.require(server);
        Lease lease = acquired();
        assertThat(store.complete(lease, HOUR).completed()).isPresent();
        assertThat(store.acquire("msg", MINUTE)).isInstanceOf(AlreadyCompleted.class);
        f.insert(f.processing("lapsed", Fixture.THEIRS, MINUTE.negated(), HOUR));
        assertThat(store.sweep(SweepRequest.olderThan(MINUTE), new SweepListener() {})
                        .count(SweptClaim.Result.RESET))
                .isEqualTo(1);
        assertThat(store.acquire("lapsed", MINUTE).acquired()).isPresent();
    }

    @Test
    void a_delete_is_refused_before_anything_is_changed() {
        acquired();
        BsonDocument before = f.stored("msg");
        ResetOptions deleting = new ResetOptions(Payloads.SKIP, true, null);
        assertThatThrownBy(() -> store.reset(f.seen("msg"), deleting))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(f.namespace.getFullName() + " is capped")
                .hasMessageContaining("--delete");
        assertThat(f.stored("msg")).isEqualTo(before);
    }

    @Test
    void a_claim_that_has_rolled_over_is_not_found_and_is_acquired_anew_with_a_higher_fence() {
        Lease lease = acquired();
        for (int i = 0; f.stored("msg") != null && i < 1_000; i++) {
            f.insert(f.processing("other" + i, Fixture.THEIRS, MINUTE, MINUTE));
        }
        assertThat(store.complete(lease, HOUR)).isInstanceOf(NotFound.class);
        assertThat(acquired().fence().getAsLong()).isGreaterThan(lease.fence().getAsLong());
    }
}
