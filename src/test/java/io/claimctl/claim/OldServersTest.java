package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.ScriptedServer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No operation needs what older or compatible servers do not know. */
class OldServersTest {

    private static void everything(ClaimStore store, Fixture f) {
        Lease lease = store.acquire("a", MINUTE).acquired().orElseThrow().lease();
        store.acquire("a", MINUTE);
        store.complete(lease, HOUR);
        store.complete(lease, HOUR);
        store.completeOrRecord(Lease.of("b", lease.token()), HOUR);
        store.reset((Claim) store.find("a").orElseThrow(), new ResetOptions(Payloads.INCLUDE, true, "why"));
        f.insert(f.processing("fresh", Tokens.random().next(), HOUR.negated(), HOUR));
        f.insert(f.processing("odd", new Token("odd"), HOUR.negated(), HOUR));
        f.insert(f.processing("message", Tokens.random().next(), HOUR.negated(), HOUR)
                .append("payload", new BsonString("m")));
        store.sweep(
                SweepRequest.olderThan(MINUTE)
                        .withLease(LeaseFilter.ANY)
                        .withReset(new ResetOptions(Payloads.INCLUDE, true, "why")),
                new SweepListener() {});
        f.insert(f.processing("fresh", Tokens.random().next(), HOUR.negated(), HOUR));
        store.sweep(SweepRequest.olderThan(MINUTE).unfenced(), new SweepListener() {});
        store.list(ClaimQuery.all()).forEachRemaining(row -> {});
        store.findStale(MINUTE, LeaseFilter.LIVE, 5L).forEachRemaining(row -> {});
    }

    @Test
    void no_command_has_a_pipeline_an_expression_or_the_servers_own_now() {
        try (ScriptedServer server = new ScriptedServer();
                Fixture f = new Fixture(server.uri())) {
            everything(f.store, f);
            assertThat(f.steering.sentNames())
                    .contains("findAndModify", "update", "delete", "insert", "find")
                    .doesNotContain("aggregate", "bulkWrite");
            for (BsonDocument command : f.steering.sent()) {
                assertThat(command.toJson()).doesNotContain("$$", "$expr", "\"let\"", "\"arrayFilters\"");
                assertThat(updateOf(command).isArray()).as(command.toJson()).isFalse();
            }
        }
    }

    private static BsonValue updateOf(BsonDocument command) {
        return command.containsKey("updates")
                ? command.getArray("updates").get(0).asDocument().get("u")
                : command.get("update", new BsonInt32(0));
    }

    @ParameterizedTest
    @ValueSource(ints = {59, 115})
    void every_operation_works_where_hello_is_not_known(int code) {
        try (ScriptedServer server = new ScriptedServer();
                Fixture f = new Fixture(server.uri())) {
            server.answerNext(
                    "hello", new BsonDocument("ok", new BsonInt32(0)).append("code", new BsonInt32(code)), false);
            ClaimStore store = ClaimStore.on(f.steered, f.namespace);
            f.time.set(store.time().earliest());
            everything(store, f);
            assertThat(f.steering.sentNames()).containsOnlyOnce("hello").contains("isMaster");
        }
    }

    @Test
    void two_threads_that_ask_such_a_server_at_once_both_learn_the_time() {
        try (ScriptedServer server = new ScriptedServer();
                Fixture f = new Fixture(server.uri())) {
            HelloClock clock = new HelloClock(f.steered, HostClock.SYSTEM);
            ServerTime[] other = new ServerTime[1];
            f.steering.beforeNext("hello", () -> other[0] = clock.read(MINUTE));
            assertThat(clock.read(MINUTE)).isNotNull();
            assertThat(other[0]).isNotNull();
            assertThat(f.steering.sentNames())
                    .filteredOn(name -> !name.equals("ping"))
                    .containsExactly("hello", "hello", "isMaster", "isMaster");
        }
    }
}
