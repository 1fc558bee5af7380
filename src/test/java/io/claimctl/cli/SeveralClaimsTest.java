package io.claimctl.cli;

import static io.claimctl.cli.RecordedRun.claimctl;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.claimctl.testing.ScriptedServer;
import io.claimctl.testing.ScriptedServer.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several ids in one command, and waiting for them. */
class SeveralClaimsTest {
    private static final String TOKEN = "pod-1:0123456789abcdef01234567";

    private final ScriptedServer server = new ScriptedServer();
    private final MongoClient client = MongoClients.create(server.uri());
    private final MongoCollection<Document> claims = client.getDatabase("shop").getCollection("_message_state");

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private RecordedRun.Setup run(String... words) {
        return claimctl(words).on(server.uri() + "/shop");
    }

    private void held(String id, String token, Duration lease) {
        Date now = Date.from(Instant.now());
        claims.insertOne(new Document("_id", id)
                .append("status", "processing")
                .append("worker_id", token)
                .append("expires_at", Date.from(now.toInstant().plus(lease)))
                .append("created_at", now)
                .append("updated_at", now));
    }

    private String status(String id) {
        return claims.find(new Document("_id", id)).first().getString("status");
    }

    private static String token(int n) {
        return String.format("pod:%024x", n);
    }

    @Test
    void each_claim_is_acquired_by_itself_and_has_a_record_of_its_own() {
        held("b", TOKEN, Duration.ofMinutes(5));
        List<String> lines = run("acquire", "a", "b", "c", "--ttl", "1m", "-o", "ndjson")
                .run()
                .ends(ExitCode.PARTIAL)
                .says("claim b was not acquired", TOKEN)
                .out()
                .lines()
                .toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).contains("\"acquired\"", "\"a\"");
        assertThat(lines.get(1)).contains("\"held\"", "\"b\"");
        assertThat(lines.get(2)).contains("\"acquired\"", "\"c\"");
    }

    @Test
    void failures_that_agree_have_their_common_code() {
        held("a", TOKEN, Duration.ofMinutes(5));
        held("b", TOKEN, Duration.ofMinutes(5));
        run("acquire", "a", "b", "--ttl", "1m").run().ends(ExitCode.HELD).showsNothing();
        run("complete", "x", "y", "--token", TOKEN, "--token", TOKEN).run().ends(ExitCode.NOT_FOUND);
        claims.updateOne(new Document("_id", "b"), new Document("$set", new Document("worker_id", token(2))));
        run("complete", "x", "b", "--token", TOKEN, "--token", TOKEN).run().ends(ExitCode.PARTIAL);
        run("release", "a", "b", "--token", TOKEN, "--token", token(2)).run().ends(ExitCode.DONE);
        assertThat(status("a")).isEqualTo("released");
        assertThat(status("b")).isEqualTo("released");
    }

    @Test
    void a_token_goes_with_the_id_at_its_place() {
        for (int i = 0; i < 3; i++) {
            held("claim-" + i, token(i), Duration.ofMinutes(5));
        }
        run(
                        "renew", "claim-0", "claim-1", "claim-2", "--ttl", "1h", "--token", token(0), "--token",
                        token(2), "--token")
                .run()
                .ends(ExitCode.USAGE);
        String[] words = IntStream.range(0, 3)
                .boxed()
                .flatMap(i -> List.of("--token", token(2 - i)).stream())
                .toArray(String[]::new);
        String[] line = new String[words.length + 6];
        System.arraycopy(words, 0, line, 6, words.length);
        System.arraycopy(new String[] {"renew", "claim-2", "claim-1", "claim-0", "--ttl", "1h"}, 0, line, 0, 6);
        run(line).run().ends(ExitCode.DONE);
    }

    @Test
    void as_many_tokens_or_fingerprints_as_ids_are_needed() {
        for (String verb : List.of("renew", "complete", "release", "reset")) {
            String[] more = verb.equals("renew") ? new String[] {"--ttl", "1m"} : new String[0];
            String[] words = new String[5 + more.length];
            System.arraycopy(new String[] {verb, "a", "b", "--token", TOKEN}, 0, words, 0, 5);
            System.arraycopy(more, 0, words, 5, more.length);
            run(words).run().ends(ExitCode.USAGE).says("2 IDs and 1 of --token", "in the same order");
        }
        run("renew", "a", "b", "--ttl", "1m")
                .with("CLAIMCTL_TOKEN", TOKEN)
                .run()
                .ends(ExitCode.USAGE)
                .says("no token is given");
        run("release", "a").with("CLAIMCTL_TOKEN", " ").run().ends(ExitCode.USAGE);
        run("release", "a", "--token", " ").run().ends(ExitCode.USAGE).says("blank");
        assertThat(server.received()).isEmpty();
    }

    @Test
    void env_variables_hold_one_claim() {
        run("acquire", "a", "b", "--ttl", "1m", "-o", "env")
                .run()
                .ends(ExitCode.USAGE)
                .says("one claim")
                .shows("unset CLAIMCTL_ID CLAIMCTL_TOKEN CLAIMCTL_FENCE CLAIMCTL_EXPIRES_AT; (exit 2)\n");
    }

    @Test
    void the_first_of_several_leases_must_outlast_the_wait_for_the_others() {
        run("acquire", "a", "b", "--ttl", "3s", "--wait", "3s")
                .run()
                .ends(ExitCode.USAGE)
                .says("--wait 3s is not shorter than --ttl 3s");
        run("acquire", "a", "b", "--ttl", "3s", "--wait", "2s").run().ends(ExitCode.DONE);
        run("acquire", "c", "--ttl", "1s", "--wait", "3s").run().ends(ExitCode.DONE);
    }

    @Test
    void an_id_is_named_once_and_is_not_empty() {
        for (String verb : List.of("acquire", "renew")) {
            run(verb, "a", "b", "a", "--ttl", "1m").run().ends(ExitCode.USAGE).says("claim a is named twice");
            run(verb, "a", "", "b", "--ttl", "1m").run().ends(ExitCode.USAGE).says("an empty text is no claim id");
        }
        for (String verb : List.of("complete", "release", "reset", "inspect")) {
            run(verb, "a", "a").run().ends(ExitCode.USAGE).says("claim a is named twice");
            run(verb, "a", "").run().ends(ExitCode.USAGE).says("an empty text is no claim id");
        }
        run("wait", "a", "a", "--for", "free").run().ends(ExitCode.USAGE).says("claim a is named twice");
        run("wait", "", "--for", "free").run().ends(ExitCode.USAGE).says("an empty text is no claim id");
        assertThat(server.received()).isEmpty();
    }

    @Test
    void a_server_that_cannot_do_it_now_is_not_said_to_be_silent() {
        for (int i = 0; i < 500; i++) {
            server.answerNext(
                    "findAndModify",
                    org.bson.BsonDocument.parse("{ok: 0.0, code: 10107, errmsg: 'not primary'}"),
                    false);
        }
        run("acquire", "a", "--ttl", "1m", "--timeout", "400ms")
                .run()
                .ends(ExitCode.UNKNOWN)
                .says("cannot do it now: not primary (code 10107)")
                .neverPrints("The full response")
                .neverPrints("did not answer in time");
    }

    @Test
    void a_store_that_fails_for_one_claim_is_not_asked_for_the_others_and_each_is_accounted_for() {
        claims.insertOne(new Document("_id", "other"));
        for (int i = 0; i < 500; i++) {
            server.cutNext("isMaster", Fault.CUT_BEFORE);
        }
        List<String> lines = run("acquire", "a", "b", "c", "--ttl", "1m", "--timeout", "300ms", "-o", "ndjson")
                .run()
                .ends(ExitCode.TRY_LATER)
                .says("claim a: ", "claim b was not tried", "claim c was not tried")
                .out()
                .lines()
                .toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).contains("\"error\"");
        assertThat(lines.get(1)).contains("\"not_tried\"");
    }

    @Test
    void a_store_that_refuses_one_claim_is_asked_for_the_next() {
        server.answerNext(
                "findAndModify",
                org.bson.BsonDocument.parse("{ok: 0.0, code: 121, errmsg: 'Document failed validation'}"),
                false);
        run("acquire", "a", "b", "--ttl", "1m", "-o", "name")
                .run()
                .ends(ExitCode.PARTIAL)
                .shows("b\n")
                .says("claim a: ", "validation");
    }

    @Test
    void one_unknown_outcome_among_several_has_its_settling_command() {
        held("a", token(1), Duration.ofMinutes(5));
        held("b", token(2), Duration.ofMinutes(5));
        for (int i = 0; i < 500; i++) {
            server.cutNext("findAndModify", Fault.CUT_BEFORE);
        }
        run("release", "a", "b", "--token", token(1), "--token", token(2), "--timeout", "1s", "--payloads", "include")
                .run()
                .ends(ExitCode.UNKNOWN)
                .says("claimctl release a --token " + token(1) + " --payloads include --timeout 1s")
                .says("claimctl release b --token " + token(2));
    }

    @Test
    void on_a_terminal_each_reset_is_asked_for() {
        held("a", token(1), Duration.ofMinutes(5));
        held("b", token(2), Duration.ofMinutes(5));
        run("reset", "a", "b")
                .terminals("ioe")
                .input("n\ny\n")
                .run()
                .ends(ExitCode.PARTIAL)
                .says("claim a was not reset: not confirmed");
        assertThat(status("a")).isEqualTo("processing");
        assertThat(status("b")).isEqualTo("released");
    }

    @Test
    void a_reader_that_goes_away_ends_the_command_and_the_last_claim_is_given_back() {
        run("acquire", "a", "b", "c", "--ttl", "1m", "-o", "ndjson")
                .reader(new java.io.OutputStream() {
                    private int lines;

                    @Override
                    public void write(int b) throws java.io.IOException {
                        lines += b == '\n' ? 1 : 0;
                        if (lines == 1 && b != '\n') {
                            throw new java.io.IOException("No space left on device");
                        }
                    }
                })
                .run()
                .ends(ExitCode.UNEXPECTED)
                .says("claim b was released again");
        assertThat(status("a")).isEqualTo("processing");
        assertThat(status("b")).isEqualTo("released");
        assertThat(claims.find(new Document("_id", "c")).first()).isNull();
    }

    @Test
    void waiting_ends_when_the_lease_does_and_verbose_says_what_it_cost() {
        held("a", TOKEN, Duration.ofMillis(700));
        server.forgetReceived();
        RecordedRun run = run("acquire", "a", "--ttl", "1m", "--wait", "30s", "-v")
                .run()
                .ends(ExitCode.DONE)
                .says("taken over");
        String commands = run.err().replaceAll("(?s).*commands sent to the server: (\\d+).*", "$1");
        assertThat(Integer.parseInt(commands)).isBetween(5, 30);
        assertThat(Integer.parseInt(commands)).isEqualTo(server.received().size());
    }

    @Test
    void a_wait_that_runs_out_says_who_holds_the_claim() {
        held("a", TOKEN, Duration.ofMinutes(5));
        run("acquire", "a", "--ttl", "1m", "--wait", "250ms")
                .run()
                .ends(ExitCode.HELD)
                .says(TOKEN);
        run("wait", "a", "--for", "free", "--timeout", "250ms", "-v")
                .run()
                .ends(ExitCode.TRY_LATER)
                .says("did not become free in time", TOKEN, "commands sent to the server: ");
        run("wait", "a", "--for", "completed", "--timeout", "1ms").run().ends(ExitCode.TRY_LATER);
    }

    @Test
    void a_wait_for_several_claims_is_over_when_all_are_as_they_should_be() {
        held("a", TOKEN, Duration.ofMillis(200));
        held("b", TOKEN, Duration.ofMillis(400));
        run("wait", "a", "b", "none", "--for", "free", "-o", "name")
                .run()
                .ends(ExitCode.DONE)
                .shows("a\nb\nnone\n");
    }

    @Test
    void the_timeout_of_a_wait_is_its_length_and_its_looks_take_what_the_environment_says() {
        held("a", TOKEN, Duration.ofMinutes(5));
        run("complete", "a", "--token", TOKEN).run().ends(ExitCode.DONE);
        run("wait", "a", "--for", "completed", "--timeout", "1ms")
                .with("CLAIMCTL_TIMEOUT", "5s")
                .run()
                .ends(ExitCode.DONE);
        run("wait", "a", "--for", "free", "--timeout", "1ms").run().ends(ExitCode.ALREADY_COMPLETED);
        run("wait", "a", "--for", "completed")
                .with("CLAIMCTL_TIMEOUT", "nonsense")
                .run()
                .ends(ExitCode.CONFIGURATION)
                .says("CLAIMCTL_TIMEOUT");
        run("wait", "a").run().ends(ExitCode.USAGE).says("--for");
        run("wait", "a", "--for", "done").run().ends(ExitCode.USAGE).says("free, completed");
    }

    @Test
    void a_store_that_is_away_for_a_while_is_waited_for_once_it_has_answered() {
        held("a", TOKEN, Duration.ofMinutes(5));
        server.answerNext("find", reply(TOKEN), false);
        for (int i = 0; i < 2; i++) {
            server.cutNext("find", Fault.CUT_BEFORE);
        }
        run("wait", "a", "--for", "free", "--timeout", "4s")
                .run()
                .ends(ExitCode.TRY_LATER)
                .says("did not become free in time");
    }

    private org.bson.BsonDocument reply(String token) {
        return org.bson.BsonDocument.parse("{ok: 1, cursor: {id: {$numberLong: '0'}, ns: 'shop._message_state',"
                + " firstBatch: [{_id: 'a', status: 'processing', worker_id: '" + token
                + "', expires_at: {$date: '2999-01-01T00:00:00Z'}}]}}");
    }
}
