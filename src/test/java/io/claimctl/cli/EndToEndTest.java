package io.claimctl.cli;

import static io.claimctl.cli.FilledCollection.TOKEN;
import static io.claimctl.cli.FilledCollection.token;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands as users type them, on every server there is, by the server's own clock. */
@OnEveryServer
class EndToEndTest {
    private final FilledCollection c;

    EndToEndTest(TestServer server) {
        c = new FilledCollection(server);
    }

    @AfterEach
    void close() {
        c.close();
    }

    private JsonNode json(String... words) {
        String[] all = Stream.concat(Stream.of(words), Stream.of("-o", "json")).toArray(String[]::new);
        return JsonMapper.shared().readTree(c.run(all).run().ends(ExitCode.DONE).out());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.claimctl.cli.EveryCommand#lines")
    void every_command_does_its_work(EveryCommand.Line line) {
        c.run(line.words()).run().ends(line.ends());
        if (!line.shows()) {
            return;
        }
        c.fill();
        String[] json =
                Stream.concat(Stream.of(line.words()), Stream.of("-o", "json")).toArray(String[]::new);
        RecordedRun run = c.run(json).run().ends(line.ends());
        assertThat(JsonMapper.shared().readTree(run.out()).isObject()).isTrue();
    }

    @Test
    void a_claim_is_acquired_held_against_others_renewed_completed_and_remembered() {
        String token = json("acquire", "new", "--ttl", "1m").at("/token").asString();
        c.run("acquire", "new", "--ttl", "1m").run().ends(ExitCode.HELD).says(token);
        c.run("renew", "new", "--token", token, "--ttl", "5m").run().ends(ExitCode.DONE);
        c.run("complete", "new", "--token", token(9)).run().ends(ExitCode.LOST);
        c.run("complete", "new", "--token", token).run().ends(ExitCode.DONE);
        c.run("complete", "new", "--token", token).run().ends(ExitCode.DONE);
        c.run("acquire", "new", "--ttl", "1m").run().ends(ExitCode.ALREADY_COMPLETED);
        assertThat(c.stored("new")).containsEntry("status", "completed").containsEntry("worker_id", token);
    }

    @Test
    void an_old_holder_is_told_who_holds_the_claim_and_the_new_one_is_left_byte_for_byte() {
        c.run("acquire", "lapsed", "--ttl", "1m").run().ends(ExitCode.DONE);
        Document successor = c.stored("lapsed");
        for (String[] words : new String[][] {
            {"renew", "lapsed", "--token", token(2), "--ttl", "5m"},
            {"complete", "lapsed", "--token", token(2)},
            {"release", "lapsed", "--token", token(2)},
            {"reset", "lapsed", "--token", token(2)}
        }) {
            c.run(words)
                    .run()
                    .ends(ExitCode.LOST)
                    .says(successor.getString("worker_id"))
                    .showsNothing();
            assertThat(c.stored("lapsed")).isEqualTo(successor);
        }
    }

    @Test
    void a_reset_of_what_was_seen_frees_it_once_and_no_other_state_of_it() {
        String seen = json("inspect", "live").at("/claims/0/fingerprint").asString();
        c.claims.updateOne(new Document("_id", "live"), new Document("$set", new Document("event_name", "new")));
        c.run("renew", "live", "--token", TOKEN, "--ttl", "9m").run().ends(ExitCode.DONE);
        Document renewed = c.stored("live");
        c.run("reset", "live", "--seen", seen).run().ends(ExitCode.LOST);
        assertThat(c.stored("live")).isEqualTo(renewed);
        String again = json("inspect", "live").at("/claims/0/fingerprint").asString();
        c.run("reset", "live", "--seen", again, "--reason", "why").run().ends(ExitCode.DONE);
        assertThat(c.stored("live")).containsEntry("status", "released").containsEntry("reset_reason", "why");
        c.run("acquire", "live", "--ttl", "1m").run().ends(ExitCode.DONE);
    }

    @Test
    void a_sweep_frees_what_is_free_and_leaves_live_leases_messages_and_malformed_documents_as_they_are() {
        List<Document> before = c.all();
        c.run("stale", "reset")
                .run()
                .ends(ExitCode.DONE)
                .says("reset 1 claim", "1 live lease", "1 claim with a payload");
        for (Document claim : before) {
            String id = claim.getString("_id");
            if (id.equals("lapsed")) {
                assertThat(c.stored(id)).containsEntry("status", "released");
            } else {
                assertThat(c.stored(id)).isEqualTo(claim);
            }
        }
    }

    @Test
    void pages_of_a_list_hold_every_claim_once() {
        StringBuilder ids = new StringBuilder();
        String cursor = null;
        do {
            JsonNode page = cursor == null
                    ? json("claims", "list", "--limit", "2")
                    : json("claims", "list", "--limit", "2", "--cursor", cursor);
            page.get("claims")
                    .forEach(claim -> ids.append(claim.get("id").asString()).append(' '));
            cursor = page.path("next_cursor").asString(null);
        } while (cursor != null);
        assertThat(ids.toString().split(" "))
                .containsExactlyInAnyOrder("live", "lapsed", "stale", "done", "message", "broken");
    }

    @Test
    void of_two_that_acquire_at_once_one_is_told_that_it_holds_the_claim() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            for (int i = 0; i < 5; i++) {
                String id = "raced" + i;
                Callable<Integer> acquire =
                        () -> c.run("acquire", id, "--ttl", "1m").run().exit();
                List<Future<Integer>> exits = pool.invokeAll(List.of(acquire, acquire));
                assertThat(List.of(exits.get(0).get(), exits.get(1).get())).containsExactlyInAnyOrder(0, 3);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void one_that_waits_is_told_when_the_claim_is_completed() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            Future<RecordedRun> waiting = pool.submit(
                    () -> c.run("wait", "live", "--for", "completed").run());
            c.run("complete", "live", "--token", TOKEN).run().ends(ExitCode.DONE);
            waiting.get().ends(ExitCode.DONE);
        } finally {
            pool.shutdownNow();
        }
    }
}
