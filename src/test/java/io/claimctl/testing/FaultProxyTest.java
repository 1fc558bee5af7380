package io.claimctl.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.MongoSocketException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The proxy itself does to a command what it says, and nothing to any other. */
class FaultProxyTest {
    private final ScriptedServer server = new ScriptedServer();
    private final FaultProxy proxy = new FaultProxy(server.uri() + "/?replicaSet=no-such&appName=kept");
    private final MongoClient client = MongoClients.create(MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(proxy.uri()))
            .applyToServerSettings(s -> s.minHeartbeatFrequency(25, TimeUnit.MILLISECONDS))
            .build());
    private final MongoDatabase database = client.getDatabase("x").withTimeout(400, TimeUnit.MILLISECONDS);

    @AfterEach
    void close() {
        proxy.assertSound();
        proxy.close();
        client.close();
        server.close();
    }

    private BsonDocument run(String command) {
        return database.runCommand(BsonDocument.parse(command), BsonDocument.class);
    }

    private BsonDocument insert(int id) {
        return run("{insert: 'c', documents: [{_id: " + id + "}]}");
    }

    private int stored() {
        return run("{count: 'c'}").getNumber("n").intValue();
    }

    @Test
    void what_is_not_named_passes_and_is_noted() {
        proxy.always("delete", ProxyFault.CUT_BEFORE);
        insert(1);
        assertThat(stored()).isEqualTo(1);
        assertThat(proxy.seen().stream().map(BsonDocument::getFirstKey)).containsExactly("insert", "count");
        assertThat(proxy.uri()).contains("appName=kept").doesNotContain("replicaSet");
    }

    @Test
    void a_request_that_is_cut_before_never_comes_and_the_rule_is_used_up() {
        FaultProxy.Rule rule = proxy.next("insert", ProxyFault.CUT_BEFORE);
        assertThatThrownBy(() -> insert(1)).isInstanceOf(MongoSocketException.class);
        assertThat(server.received()).doesNotContain("insert");
        insert(2);
        assertThat(stored()).isEqualTo(1);
        assertThat(rule.fired()).isEqualTo(1);
    }

    @Test
    void a_reply_that_is_cut_or_cut_short_was_preceded_by_the_deed() {
        proxy.next("insert", ProxyFault.CUT_AFTER);
        proxy.next("insert", ProxyFault.CUT_IN_REPLY);
        assertThatThrownBy(() -> insert(1)).isInstanceOf(MongoSocketException.class);
        assertThatThrownBy(() -> insert(2)).isInstanceOf(MongoSocketException.class);
        assertThat(stored()).isEqualTo(2);
    }

    @Test
    void a_command_that_stalls_is_not_answered_and_its_connection_stays_open() {
        proxy.next("insert", ProxyFault.STALL_BEFORE);
        proxy.next("insert", ProxyFault.STALL_AFTER);
        assertThatThrownBy(() -> insert(1)).isInstanceOf(MongoOperationTimeoutException.class);
        assertThatThrownBy(() -> insert(2)).isInstanceOf(MongoOperationTimeoutException.class);
        assertThat(stored()).isEqualTo(1);
    }

    @Test
    void a_late_request_comes_when_it_is_released_and_not_before() {
        proxy.next("insert", ProxyFault.LATE);
        proxy.next("insert", ProxyFault.LATE_IN_SILENCE);
        assertThatThrownBy(() -> insert(1)).isInstanceOf(MongoSocketException.class);
        assertThatThrownBy(() -> insert(2)).isInstanceOf(MongoOperationTimeoutException.class);
        assertThat(stored()).isZero();
        assertThat(proxy.release()).hasSize(2).allMatch(answer -> answer.containsKey("ok"));
        assertThat(stored()).isEqualTo(2);
        assertThat(proxy.release()).isEmpty();
    }

    @Test
    void a_request_that_is_slow_comes_even_if_its_client_has_gone() throws Exception {
        proxy.next("insert", ProxyFault.delayedRequest(Duration.ofMillis(600)));
        assertThatThrownBy(() -> insert(1)).isInstanceOf(MongoOperationTimeoutException.class);
        assertThat(stored()).isZero();
        for (int i = 0; i < 100 && stored() == 0; i++) {
            Thread.sleep(50);
        }
        assertThat(stored()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void an_answer_of_its_own_takes_the_place_of_the_servers(boolean applied) {
        proxy.next("insert", ProxyFault.error(10107, applied));
        assertThatThrownBy(() -> insert(1))
                .isInstanceOfSatisfying(
                        MongoException.class, e -> assertThat(e.getCode()).isEqualTo(10107));
        proxy.next("insert", ProxyFault.writeConcernError(91, applied));
        BsonDocument reply = insert(2);
        assertThat(reply.getDocument("writeConcernError").getNumber("code").intValue())
                .isEqualTo(91);
        assertThat(reply.getNumber("n").intValue()).as("applied, or said to be").isEqualTo(1);
        assertThat(stored()).isEqualTo(applied ? 2 : 0);
    }

    @Test
    void meanwhile_comes_after_the_deed_and_before_the_client_knows() {
        List<Object> order = new ArrayList<>();
        proxy.next(
                "insert",
                ProxyFault.NONE.meanwhile(() -> order.add(server.received().contains("insert"))));
        insert(1);
        order.add("answered");
        assertThat(order).containsExactly(true, "answered");
    }

    @Test
    void handshakes_and_heartbeats_pass_while_every_command_stalls_and_the_clocks_hello_is_a_command() {
        proxy.always(FaultProxy.ANY, ProxyFault.STALL_BEFORE);
        assertThatThrownBy(() -> run("{isMaster: 1}")).isInstanceOf(MongoOperationTimeoutException.class);
        try (MongoClient another = MongoClients.create(proxy.uri() + "&serverSelectionTimeoutMS=5000")) {
            assertThatThrownBy(() -> another.getDatabase("x")
                            .withTimeout(400, TimeUnit.MILLISECONDS)
                            .runCommand(BsonDocument.parse("{ping: 1}")))
                    .isInstanceOf(MongoOperationTimeoutException.class);
            assertThat(proxy.seen("ping")).as("the server was found").hasSize(1);
        }
    }

    @Test
    void a_server_that_has_vanished_is_back_when_the_proxy_is_healed() {
        insert(1);
        proxy.vanish();
        assertThatThrownBy(() -> insert(2)).isInstanceOf(MongoException.class);
        proxy.heal();
        try (MongoClient another = MongoClients.create(proxy.uri())) {
            assertThat(another.getDatabase("x").getCollection("c").countDocuments())
                    .isEqualTo(1);
        }
    }
}
