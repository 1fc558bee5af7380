package io.claimctl.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.claimctl.claim.ProbeReply.Answered;
import io.claimctl.claim.ProbeReply.Refused;
import io.claimctl.claim.ProbeReply.Silent;
import io.claimctl.testing.RealReplies;
import io.claimctl.testing.ScriptedServer;
import io.claimctl.testing.ScriptedServer.Fault;
import java.time.Duration;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A probe asks what it may ask, passes every answer on as it came, and sends nothing that writes. */
class StoreProbeTest {
    private final ScriptedServer server = new ScriptedServer();
    private final MongoClient client = MongoClients.create(server.uri());
    private final StoreProbe probe = ClaimStore.on(client, new MongoNamespace("shop.claims"))
            .withTimeout(Duration.ofSeconds(5))
            .probe();

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private static BsonDocument command(String json) {
        return BsonDocument.parse(json);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{findAndModify: 'claims', query: {}, update: {}}",
                "{insert: 'claims', documents: [{}]}",
                "{update: 'claims', updates: []}",
                "{delete: 'claims', deletes: []}",
                "{drop: 'claims'}",
                "{createIndexes: 'claims', indexes: []}",
                "{create: 'claims'}",
                "{collMod: 'claims'}",
                "{setParameter: 1, ttlMonitorEnabled: true}",
                "{aggregate: 'claims', pipeline: [{$out: 'x'}], cursor: {}}",
                "{aggregate: 'claims', pipeline: [{$merge: {into: 'x'}}], cursor: {}}",
                "{aggregate: 'claims', pipeline: [{$facet: {a: [{$out: 'x'}]}}], cursor: {}}",
                "{Find: 'claims'}",
                "{}"
            })
    void what_may_write_is_refused_before_it_leaves(String json) {
        assertThatThrownBy(() -> probe.ask("shop", command(json)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a probe only reads");
        assertThatThrownBy(() -> probe.askAnyMember("shop", command(json)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(server.received()).isEmpty();
    }

    @Test
    void an_answer_comes_as_it_is_with_the_time_it_took() {
        BsonDocument reply = RealReplies.reply("server", "getParameter ttl");
        server.answerNext("getParameter", reply, false);
        assertThat(probe.ask("admin", command("{getParameter: 1, ttlMonitorSleepSecs: 1}")))
                .isInstanceOfSatisfying(Answered.class, answered -> {
                    assertThat(answered.document()).containsAllEntriesOf(reply);
                    assertThat(answered.took()).isPositive();
                });
        assertThat(probe.askAnyMember("admin", command("{isMaster: 1}"))).isInstanceOf(Answered.class);
    }

    @Test
    void a_refusal_comes_with_its_code_and_without_the_values_of_the_command() {
        server.answerNext("find", RealReplies.reply("privileges", "reader: acquire"), false);
        assertThat(probe.ask("shop", command("{find: 'claims'}"))).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.code()).isEqualTo(13);
            assertThat(refused.denied()).isTrue();
            assertThat(refused.why()).contains("not authorized on cap").doesNotContain("a1-reader");
        });
        assertThat(probe.ask("admin", command("{getDefaultRWConcern: 1}")))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.denied()).isFalse());
    }

    @Test
    void no_answer_is_told_from_a_refusal() {
        server.cutNext("buildInfo", Fault.CUT_BEFORE);
        server.cutNext("buildInfo", Fault.CUT_BEFORE);
        assertThat(probe.ask("admin", command("{buildInfo: 1}"))).isInstanceOf(Silent.class);
        server.answerNext("find", RealReplies.reply("refusals", "maxTimeMS exceeded"), false);
        assertThat(probe.ask("shop", command("{find: 'claims'}"))).isInstanceOf(Silent.class);
        server.answerNext("find", RealReplies.reply("refusals", "failCommand errorCode 112"), false);
        assertThat(probe.ask("shop", command("{find: 'claims'}"))).isInstanceOf(Silent.class);
    }

    @Test
    void it_knows_what_it_asks_about() {
        assertThat(probe.database() + "." + probe.collection()).isEqualTo("shop.claims");
        assertThat(probe.servers()).hasSize(1);
    }
}
