package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.testing.Capability;
import io.claimctl.testing.FailPoint;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server applies a write and answers that its write concern was not met: it is found to be applied, by its own mark. */
@OnEveryServer
class WriteConcernTest {
    private static final int WRITE_CONCERN_FAILED = 64;
    private static final int UNSATISFIABLE = 100;

    private final FailPoint failing;
    private final Fixture f;
    private final ClaimStore store;

    WriteConcernTest(TestServer server) {
        Capability.FAIL_COMMAND.require(server);
        failing = new FailPoint(server);
        f = new Fixture(failing.uri());
        store = f.store;
    }

    @AfterEach
    void close() {
        failing.close();
        f.close();
    }

    private Lease held(String id) {
        return store.acquire(id, MINUTE).acquired().orElseThrow().lease();
    }

    private void assertSentOnce(String command) {
        assertThat(f.commands()).containsOnlyOnce(command).contains("find");
    }

    @ParameterizedTest
    @ValueSource(ints = {WRITE_CONCERN_FAILED, UNSATISFIABLE})
    void an_acquisition_is_acquired(int code) {
        failing.writeConcernError(1, code, "findAndModify");
        Lease lease = held("job");
        assertSentOnce("findAndModify");
        assertThat(f.stored("job").getString("worker_id").getValue())
                .isEqualTo(lease.token().value());
    }

    @ParameterizedTest
    @ValueSource(ints = {WRITE_CONCERN_FAILED, UNSATISFIABLE})
    void a_renewal_is_renewed_and_a_release_released(int code) {
        Lease lease = held("job");
        f.commands();
        failing.writeConcernError(1, code, "findAndModify");
        assertThat(store.renew(lease, HOUR)).isInstanceOf(Renewed.class);
        assertSentOnce("findAndModify");
        assertThat(f.stored("job").getDateTime("expires_at")).isEqualTo(f.date(HOUR));
        failing.writeConcernError(1, code, "findAndModify");
        assertThat(store.release(lease, Payloads.SKIP)).isInstanceOf(Released.class);
        assertSentOnce("findAndModify");
        assertThat(f.seen("job").is(Status.RELEASED)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {WRITE_CONCERN_FAILED, UNSATISFIABLE})
    void a_completion_is_completed_recorded_or_not(int code) {
        Lease lease = held("job");
        f.commands();
        failing.writeConcernError(1, code, "findAndModify");
        assertThat(store.complete(lease, HOUR)).isInstanceOf(Completed.class);
        assertSentOnce("findAndModify");
        assertThat(f.seen("job").is(Status.COMPLETED)).isTrue();
        f.delete("job");
        failing.writeConcernError(1, code, "insert");
        assertThat(store.completeOrRecord(lease, HOUR)).isInstanceOf(Completed.class);
        assertSentOnce("insert");
        assertThat(f.seen("job").is(Status.COMPLETED)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {WRITE_CONCERN_FAILED, UNSATISFIABLE})
    void a_reset_is_reset(int code) {
        held("job");
        f.commands();
        failing.writeConcernError(1, code, "findAndModify");
        assertThat(store.reset(f.seen("job"), ResetOptions.defaults()).reset()).isPresent();
        assertSentOnce("findAndModify");
        assertThat(f.seen("job").is(Status.RELEASED)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {WRITE_CONCERN_FAILED, UNSATISFIABLE})
    void a_batch_is_reset_as_far_as_it_bears_the_sweeps_mark_and_nothing_false_is_said_of_the_rest(int code) {
        for (String id : List.of("a", "b", "c")) {
            f.insert(f.processing(id, Tokens.random().next(), MINUTE.negated(), HOUR));
        }
        f.steering.beforeNext("update", () -> f.other().acquire("b", MINUTE));
        BsonDocument[] taken = new BsonDocument[1];
        f.steering.beforeNext("find", () -> {}); // the listing
        f.steering.beforeNext("find", () -> taken[0] = f.stored("b"));
        failing.writeConcernError(1, code, "update");
        SweepReport report = store.sweep(SweepRequest.olderThan(MINUTE), new SweepListener() {});
        assertThat(report.counts()).isEqualTo(Map.of(Result.RESET, 2L, Result.UNCLEAR, 1L));
        assertThat(f.seen("a").is(Status.RELEASED)).isTrue();
        assertThat(f.seen("c").is(Status.RELEASED)).isTrue();
        assertThat(f.stored("b")).isEqualTo(taken[0]);
        assertThat(f.seen("b").is(Status.PROCESSING)).isTrue();
    }
}
