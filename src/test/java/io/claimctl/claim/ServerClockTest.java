package io.claimctl.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.connection.ClusterConnectionMode;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ClusterType;
import com.mongodb.connection.ServerConnectionState;
import com.mongodb.connection.ServerDescription;
import com.mongodb.connection.ServerType;
import io.claimctl.testing.ScriptedServer;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServerClockTest {
    private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final ScriptedServer server = new ScriptedServer();
    private final Fixture f = new Fixture(server.uri());
    private final FixedTime host = f.time;
    private final HelloClock clock = new HelloClock(f.steered, host);

    @AfterEach
    void close() {
        server.clear();
        f.close();
        server.close();
    }

    private void answer(String command, BsonValue localTime) {
        server.answerNext(command, new BsonDocument("localTime", localTime).append("ok", new BsonInt32(1)), false);
    }

    private static BsonDateTime date(Instant at) {
        return new BsonDateTime(at.toEpochMilli());
    }

    @Test
    void the_time_is_the_servers_whatever_this_hosts_wall_clock_says() {
        answer("hello", date(NOON));
        assertThat(clock.read(LIMIT).earliest()).isEqualTo(NOON);
    }

    @Test
    void local_time_may_be_a_64_bit_integer() {
        answer("hello", new BsonInt64(NOON.toEpochMilli()));
        assertThat(clock.read(LIMIT).earliest()).isEqualTo(NOON);
    }

    @Test
    void a_server_that_does_not_know_hello_is_asked_isMaster_from_then_on() {
        for (int code : new int[] {59, 115}) {
            HelloClock fresh = new HelloClock(f.steered, host);
            server.answerNext(
                    "hello", new BsonDocument("ok", new BsonInt32(0)).append("code", new BsonInt32(code)), false);
            answer("isMaster", date(NOON));
            answer("isMaster", date(NOON));
            f.steering.forgetSent();
            fresh.read(LIMIT);
            assertThat(fresh.read(LIMIT).earliest()).isEqualTo(NOON);
            assertThat(f.steering.sentNames()).containsExactly("hello", "isMaster", "isMaster");
        }
    }

    @Test
    void a_server_without_a_time_is_refused() {
        server.answerNext("hello", new BsonDocument("ok", new BsonInt32(1)), false);
        assertThatThrownBy(() -> clock.read(LIMIT))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("time");
    }

    @Test
    void earliest_counts_from_the_replys_arrival_and_latest_from_the_requests_sending() {
        answer("hello", date(NOON));
        f.steering.beforeNext("hello", () -> host.pass(Duration.ofMillis(300)));
        ServerTime time = clock.read(LIMIT);
        host.pass(Duration.ofSeconds(1));
        assertThat(time.earliest()).isEqualTo(NOON.plusMillis(1_000));
        assertThat(time.latest()).isEqualTo(NOON.plusMillis(1_302));
    }

    @Test
    void a_recent_reading_is_carried_for_a_minute_and_then_read_again() {
        answer("hello", date(NOON));
        clock.read(LIMIT);
        host.pass(Duration.ofSeconds(59));
        assertThat(clock.recent(LIMIT).earliest()).isEqualTo(NOON.plusSeconds(59));
        host.pass(Duration.ofSeconds(1));
        answer("hello", date(NOON.plusSeconds(600)));
        assertThat(clock.recent(LIMIT).earliest()).isEqualTo(NOON.plusSeconds(600));
    }

    @Test
    void a_suspended_host_and_an_error_end_the_carrying() {
        answer("hello", date(NOON));
        clock.read(LIMIT);
        host.suspend(Duration.ofMillis(1_001));
        answer("hello", date(NOON.plusSeconds(60)));
        assertThat(clock.recent(LIMIT).earliest()).isEqualTo(NOON.plusSeconds(60));

        clock.forget();
        answer("hello", date(NOON.plusSeconds(120)));
        assertThat(clock.recent(LIMIT).earliest()).isEqualTo(NOON.plusSeconds(120));
    }

    private static ClusterDescription primaryIs(String host) {
        ServerDescription primary = ServerDescription.builder()
                .address(new ServerAddress(host))
                .state(ServerConnectionState.CONNECTED)
                .type(ServerType.STANDALONE)
                .ok(true)
                .build();
        return new ClusterDescription(ClusterConnectionMode.SINGLE, ClusterType.STANDALONE, List.of(primary));
    }

    /** The client, with another view of who is the primary. */
    private MongoClient seeing(AtomicReference<ClusterDescription> cluster) {
        return (MongoClient) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {MongoClient.class},
                (proxy, method, arguments) -> method.getName().equals("getClusterDescription")
                        ? cluster.get()
                        : method.invoke(f.steered, arguments));
    }

    @Test
    void a_changed_primary_ends_the_carrying_and_one_that_changes_with_the_reply_is_asked_again() {
        AtomicReference<ClusterDescription> cluster = new AtomicReference<>(primaryIs("one"));
        HelloClock of = new HelloClock(seeing(cluster), host);
        answer("hello", date(NOON));
        of.read(LIMIT);
        assertThat(of.recent(LIMIT).earliest()).isEqualTo(NOON);

        cluster.set(primaryIs("two"));
        answer("hello", date(NOON.minusSeconds(45)));
        assertThat(of.recent(LIMIT).earliest()).isEqualTo(NOON.minusSeconds(45));

        f.steering.afterNext("hello", () -> cluster.set(primaryIs("three")));
        answer("hello", date(NOON));
        answer("hello", date(NOON.plusSeconds(5)));
        assertThat(of.read(LIMIT).earliest()).isEqualTo(NOON.plusSeconds(5));
    }

    private void answerAsSecondary(int times) {
        for (int i = 0; i < times; i++) {
            server.answerNext(
                    "hello",
                    new BsonDocument("isWritablePrimary", BsonBoolean.FALSE)
                            .append("localTime", date(NOON))
                            .append("ok", new BsonInt32(1)),
                    false);
        }
    }

    @Test
    void the_time_of_a_member_that_has_stepped_down_is_not_the_primarys_and_is_asked_again() {
        answerAsSecondary(2);
        answer("hello", date(NOON.plusSeconds(45)));
        assertThat(clock.read(LIMIT).earliest()).isEqualTo(NOON.plusSeconds(45));
    }

    @Test
    void where_no_primary_is_named_nothing_is_written_and_claims_are_still_shown() {
        f.insert(f.processing("a", Fixture.OURS, Fixture.MINUTE.negated(), Fixture.HOUR));
        ClaimStore store = ClaimStore.on(f.steered, f.namespace).withTimeout(Duration.ofSeconds(1));
        answerAsSecondary(1_000);
        for (Runnable mutation : new Runnable[] {
            () -> store.acquire("a", Fixture.MINUTE),
            () -> store.sweep(SweepRequest.olderThan(Fixture.MINUTE), new SweepListener() {})
        }) {
            assertThatThrownBy(mutation::run)
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.TIMED_OUT))
                    .hasMessageContaining("no primary");
        }
        assertThat(f.commands()).doesNotContain("findAndModify", "update");
        assertThat(store.list(ClaimQuery.all()).next().id()).isEqualTo("a");
    }

    @Test
    void an_acquire_reads_the_clock_each_time_and_carries_nothing() {
        ClaimStore store = ClaimStore.on(f.steered, f.namespace);
        store.acquire("a", Duration.ofMinutes(1));
        store.acquire("b", Duration.ofMinutes(1));
        assertThat(f.steering.sentNames())
                .filteredOn(n -> !n.equals("ping"))
                .containsExactly("listCollections", "hello", "isMaster", "findAndModify", "isMaster", "findAndModify");
    }

    @Test
    void a_completion_may_carry_the_clock() {
        ClaimStore store = ClaimStore.on(f.steered, f.namespace);
        Lease lease = store.acquire("a", Duration.ofMinutes(1))
                .acquired()
                .orElseThrow()
                .lease();
        f.steering.forgetSent();
        store.complete(lease, Duration.ofHours(1));
        assertThat(f.steering.sentNames()).containsExactly("findAndModify");
    }

    @Test
    void a_claim_that_is_live_by_the_servers_clock_is_not_stolen_by_a_host_whose_clock_is_ahead() {
        f.insert(f.processing("a", Fixture.THEIRS, Duration.ofMinutes(1), Duration.ZERO));
        host.pass(Duration.ofHours(5));
        ClaimStore store = ClaimStore.on(f.steered, f.namespace, host).withTimeout(LIMIT);
        answer("hello", f.stored("a").getDateTime("updated_at"));
        assertThat(store.acquire("a", Duration.ofMinutes(1))).isInstanceOf(Held.class);
    }

    @Test
    void a_stale_sweep_by_a_host_whose_clock_is_ahead_finds_nothing_stale() {
        f.insert(f.processing("a", Fixture.THEIRS, Duration.ofMinutes(-1), Duration.ofMinutes(1)));
        Instant serverNow = f.now();
        host.pass(Duration.ofHours(5));
        ClaimStore store = ClaimStore.on(f.steered, f.namespace, host).withTimeout(LIMIT);
        answer("hello", date(serverNow));
        SweepReport report = store.sweep(SweepRequest.olderThan(Duration.ofMinutes(2)), new SweepListener() {});
        assertThat(report.counts()).isEmpty();
    }
}
