package io.claimctl.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.ProbeReply.Answered;
import io.claimctl.claim.ProbeReply.Refused;
import io.claimctl.testing.ScriptedServer;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is asked of a real server: the clocks of members, drawn at random, until all have answered. */
class ProbingTest {
    private final ScriptedServer server = new ScriptedServer();
    private final MongoClient client = MongoClients.create(server.uri());
    private final ClaimStore store = ClaimStore.on(client, new MongoNamespace("cap.claims"));
    private final Probing probing = new Probing(store.probe(), store.readTime());

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private void answers(String... members) {
        for (String member : members) {
            server.answerNext("hello", BsonDocument.parse("{ok: 1.0, me: '" + member + "'}"), false);
        }
        server.forgetReceived();
    }

    private List<String> asked(String... members) {
        return probing.clocks(List.of(members)).stream()
                .map(Answered::document)
                .map(document -> document.getString("me").getValue())
                .toList();
    }

    private long hellos() {
        return server.received().stream().filter("hello"::equals).count();
    }

    @Test
    void members_are_asked_until_each_has_answered() {
        answers("a:1", "a:1", "b:1", "a:1");
        assertThat(asked("a:1", "b:1")).containsExactlyInAnyOrder("a:1", "b:1");
        assertThat(hellos()).isEqualTo(3);
    }

    @Test
    void one_that_never_answers_is_given_up() {
        answers("a:1 ".repeat(100).trim().split(" "));
        assertThat(asked("a:1", "b:1")).containsExactly("a:1");
        assertThat(hellos()).isEqualTo(16);
    }

    @Test
    void a_refusal_ends_the_asking() {
        answers("a:1");
        assertThat(asked("a:1", "b:1")).containsExactly("a:1");
        assertThat(hellos()).isEqualTo(2);
    }

    @Test
    void a_server_that_does_not_know_hello_is_asked_as_of_old() {
        Chart chart = new Chart(DoctorRequest.usual(), "cap", "claims", probing);
        assertThat(chart.reply(Question.HELLO)).isInstanceOf(Answered.class);
        assertThat(chart.hello().containsKey("localTime")).isTrue();
        assertThat(server.received()).endsWith("hello", "isMaster");
        assertThat(chart.reply(Question.DEFAULT_CONCERNS)).isInstanceOf(Refused.class);
    }

    @Test
    void what_a_user_may_do_is_told_of_a_store() {
        server.answerNext(
                "connectionStatus",
                io.claimctl.testing.RealReplies.reply("privileges", "least: connectionStatus"),
                false);
        Privileges least = Doctor.privileges(ClaimStore.on(client, new MongoNamespace("cap._message_state")));
        assertThat(least.known()).isTrue();
        assertThat(least.missing(CommandPrivileges.ACQUIRE)).isEmpty();
        assertThat(Doctor.privileges(store).known()).isFalse();
    }
}
