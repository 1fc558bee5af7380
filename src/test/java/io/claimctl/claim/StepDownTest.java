package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.testing.Capability;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The primary steps down in the middle, for a shorter or a longer time than an operation waits. By the server's own clock. */
@OnEveryServer
class StepDownTest {
    private static final int CLAIMS = 9;
    private static final int BATCH = 3;

    private final Fixture f;
    private final MongoClient server;
    private final Map<String, BsonDocument> before = new HashMap<>();
    private final Map<String, Result> told = new HashMap<>();

    StepDownTest(TestServer server) {
        Capability.STEP_DOWN.require(server);
        this.server = MongoClients.create(server.uri());
        f = new Fixture(server);
    }

    @AfterEach
    void close() {
        primaryAgain();
        server.close();
        f.close();
    }

    private void stepDown(int seconds) {
        server.getDatabase("admin").runCommand(new Document("replSetStepDown", seconds).append("force", true));
    }

    private void primaryAgain() {
        for (int i = 0; i < 300; i++) {
            if (server.getDatabase("admin").runCommand(new Document("hello", 1)).getBoolean("isWritablePrimary")) {
                return;
            }
            try {
                TimeUnit.MILLISECONDS.sleep(100);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        throw new AssertionError("no primary after 30 s");
    }

    /** When the primary goes, in the second of three batches. */
    enum Moment {
        BEFORE_ITS_CLOCK_IS_READ,
        BEFORE_THE_UPDATE_LEAVES,
        AFTER_THE_REPLY_TO_THE_UPDATE
    }

    private void steer(Moment moment, int seconds) {
        Runnable stepDown = () -> stepDown(seconds);
        switch (moment) {
            case BEFORE_ITS_CLOCK_IS_READ -> f.steering.afterNext("update", stepDown);
            case BEFORE_THE_UPDATE_LEAVES -> {
                f.steering.beforeNext("update", () -> {});
                f.steering.beforeNext("update", stepDown);
            }
            case AFTER_THE_REPLY_TO_THE_UPDATE -> {
                f.steering.afterNext("update", () -> {});
                f.steering.afterNext("update", stepDown);
            }
        }
    }

    private SweepReport sweep(Duration timeout) {
        for (int i = 0; i < CLAIMS; i++) {
            String id = "claim" + i;
            before.put(id, f.insert(f.processing(id, Tokens.random().next(), MINUTE.negated(), HOUR)));
        }
        return ClaimStore.on(f.steered, f.namespace)
                .withTimeout(timeout)
                .sweep(SweepRequest.olderThan(MINUTE).withBatch(BATCH), new SweepListener() {
                    @Override
                    public void afterBatch(List<SweptClaim> swept) {
                        swept.forEach(s -> told.put(s.seen().id(), s.result()));
                    }
                });
    }

    /** What was said is true of every claim, and the counts are those of what was said. */
    private void assertHonest(SweepReport report) {
        primaryAgain();
        for (String id : before.keySet()) {
            BsonDocument now = f.stored(id);
            boolean released = now.getString("status").getValue().equals("released");
            switch (told.getOrDefault(id, Result.SKIPPED)) {
                case RESET -> {
                    assertThat(released).as(id).isTrue();
                    assertThat(now.getString("reset_by").getValue()).startsWith(report.sweepId());
                }
                case UNCLEAR ->
                    assertThat(released || now.equals(before.get(id))).as(id).isTrue();
                default -> assertThat(now).as(id + " " + told.get(id)).isEqualTo(before.get(id));
            }
        }
        Map<Result, Long> counted = new HashMap<>();
        told.values().forEach(r -> counted.merge(r, 1L, Long::sum));
        assertThat(report.counts()).isEqualTo(counted);
        assertThat(report.count(Result.RESET)).isGreaterThanOrEqualTo(BATCH);
    }

    @ParameterizedTest
    @EnumSource(Moment.class)
    void a_sweep_whose_primary_comes_back_in_time_says_of_no_claim_that_it_was_reset_which_was_not(Moment moment) {
        steer(moment, 1);
        SweepReport report = sweep(Duration.ofSeconds(8));
        assertHonest(report);
        assertThat(report.failure()).isNull();
        assertThat(report.count(Result.RESET)).isGreaterThanOrEqualTo(CLAIMS - BATCH);
        assertThat(report.count(Result.RESET) + report.count(Result.UNCLEAR)).isEqualTo(CLAIMS);
    }

    @ParameterizedTest
    @EnumSource(Moment.class)
    void a_sweep_whose_primary_stays_away_stops_with_what_it_knows(Moment moment) {
        steer(moment, 4);
        SweepReport report = sweep(Duration.ofMillis(1_200));
        assertHonest(report);
        assertThat(report.failure()).isNotNull();
        assertThat(told.values()).contains(Result.RESET).doesNotContain(Result.CHANGED, Result.GONE);
    }

    @Test
    void an_acquisition_whose_primary_goes_and_comes_back_in_time_is_acquired_by_its_own_token_alone() {
        ClaimStore store = ClaimStore.on(f.steered, f.namespace);
        f.steering.beforeNext("findAndModify", () -> stepDown(1));
        Lease lease = store.acquire("job", MINUTE).acquired().orElseThrow().lease();
        assertThat(f.stored("job").getString("worker_id").getValue())
                .isEqualTo(lease.token().value());
    }

    @Test
    void an_acquisition_whose_primary_stays_away_is_unknown_and_nothing_was_written() {
        ClaimStore store = ClaimStore.on(f.steered, f.namespace).withTimeout(Duration.ofMillis(1_200));
        f.steering.beforeNext("findAndModify", () -> stepDown(4));
        assertThat(store.acquire("job", MINUTE)).isInstanceOf(Unknown.class);
        primaryAgain();
        assertThat(f.stored("job")).isNull();
    }
}
