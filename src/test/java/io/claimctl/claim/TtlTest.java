package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.Capability;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The server deletes what has expired, whoever still works on it. Real expiry is the subject, so here time passes. */
@OnEveryServer
class TtlTest {
    private static final Duration SHORT = Duration.ofMillis(1_200);

    private final Fixture f;
    private final ClaimStore store;

    TtlTest(TestServer server) {
        Capability.TTL_WITHIN_SECONDS.require(server);
        f = new Fixture(server);
        store = ClaimStore.on(f.steered, f.namespace);
    }

    @BeforeEach
    void createIndexes() {
        store.createIndexes();
    }

    @AfterEach
    void close() {
        f.close();
    }

    /** A lease whose claim the server has deleted while its holder went on. */
    private Lease deleted(String id) throws InterruptedException {
        Lease lease = store.acquire(id, SHORT).acquired().orElseThrow().lease();
        for (int i = 0; i < 100 && f.stored(id) != null; i++) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        assertThat(f.stored(id)).isNull();
        return lease;
    }

    @Test
    void a_holder_whose_claim_was_deleted_completes_renews_and_releases_nothing() throws Exception {
        Lease lease = deleted("job");
        assertThat(store.complete(lease, HOUR)).isEqualTo(new NotFound("job"));
        assertThat(store.renew(lease, MINUTE)).isEqualTo(new NotFound("job"));
        assertThat(store.release(lease, Payloads.SKIP)).isEqualTo(new NotFound("job"));
        assertThat(f.stored("job")).isNull();
    }

    @Test
    void a_holder_whose_claim_was_deleted_may_record_the_completion_and_the_work_is_not_done_again() throws Exception {
        Lease lease = deleted("job");
        assertThat(store.completeOrRecord(lease, HOUR)).isInstanceOf(Completed.class);
        assertThat(f.stored("job").getString("worker_id").getValue())
                .isEqualTo(lease.token().value());
        assertThat(store.acquire("job", MINUTE)).isInstanceOf(AlreadyCompleted.class);
    }

    @Test
    void nothing_is_recorded_where_somebody_has_acquired_since_and_the_new_claim_stays_byte_for_byte()
            throws Exception {
        Lease lease = deleted("job");
        Lease next = store.acquire("job", MINUTE).acquired().orElseThrow().lease();
        BsonDocument before = f.stored("job");
        assertThat(next.fence().getAsLong()).isGreaterThan(lease.fence().getAsLong());
        assertThat(store.completeOrRecord(lease, HOUR)).isInstanceOf(Fenced.class);
        assertThat(f.stored("job")).isEqualTo(before);
    }

    @Test
    void what_has_expired_is_free_though_it_is_not_yet_deleted() {
        int takenOver = 0;
        for (int i = 0; i < 20; i++) {
            String id = "job" + i;
            Lease first = store.acquire(id, SHORT).acquired().orElseThrow().lease();
            f.set(id, Fields.EXPIRES_AT, new org.bson.BsonDateTime(System.currentTimeMillis() - 1_000));
            Acquired second = store.acquire(id, MINUTE).acquired().orElseThrow();
            assertThat(second.lease().fence().getAsLong())
                    .isGreaterThan(first.fence().getAsLong());
            takenOver += second.previous() == null ? 0 : 1;
        }
        assertThat(takenOver).as("those that TTL had not deleted").isPositive();
    }
}
