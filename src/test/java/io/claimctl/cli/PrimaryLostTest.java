package io.claimctl.cli;

import static io.claimctl.cli.FilledCollection.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.claimctl.testing.Capability;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the commands say and end with while the server is no primary. */
@OnEveryServer
class PrimaryLostTest {
    private final FilledCollection c;
    private final MongoClient client;

    PrimaryLostTest(TestServer server) {
        Capability.STEP_DOWN.require(server);
        c = new FilledCollection(server);
        client = MongoClients.create(server.uri());
    }

    @AfterEach
    void close() throws Exception {
        primaryAgain();
        client.close();
        c.close();
    }

    private void stepDown(int seconds) {
        client.getDatabase("admin").runCommand(new Document("replSetStepDown", seconds).append("force", true));
    }

    private void primaryAgain() throws InterruptedException {
        for (int i = 0; i < 300; i++) {
            if (client.getDatabase("admin").runCommand(new Document("hello", 1)).getBoolean("isWritablePrimary")) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        throw new AssertionError("no primary after 30 s");
    }

    @Test
    void a_change_is_a_matter_of_trying_later_and_a_list_is_still_shown() {
        List<Document> before = c.all();
        stepDown(5);
        c.run("acquire", "new", "--ttl", "1m", "--timeout", "1s")
                .run()
                .ends(ExitCode.TRY_LATER)
                .says("no primary", "--timeout 1s")
                .showsNothing();
        c.run("stale", "reset", "--timeout", "1s")
                .run()
                .ends(ExitCode.TRY_LATER)
                .says("no primary");
        c.run("claims", "list", "--timeout", "1s").run().ends(ExitCode.DONE).shows("lapsed");
        assertThat(c.all()).isEqualTo(before);
    }

    @Test
    void a_completion_waits_for_the_primary_to_come_back() {
        stepDown(1);
        c.run("complete", "live", "--token", TOKEN).run().ends(ExitCode.DONE);
        assertThat(c.stored("live")).containsEntry("status", "completed");
    }

    @Test
    void a_sweep_in_whose_middle_the_primary_goes_shows_what_was_done_and_ends_as_partial() throws Exception {
        // A batch ends where a thousand have been left alone, too; and this server is slow with a thousand to reset.
        Document lapsed = c.stored("lapsed");
        Document live = c.stored("stale");
        List<Document> more = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            more.add(new Document(live).append("_id", "live" + i));
        }
        for (int i = 0; i < 3; i++) {
            more.add(new Document(lapsed)
                    .append("_id", "younger" + i)
                    .append("worker_id", FilledCollection.token(100 + i))
                    .append("updated_at", new Date(live.getDate("updated_at").getTime() + 60_000)));
        }
        c.claims.insertMany(more);
        boolean[] gone = {false};
        RecordedRun run = c.run("stale", "reset", "--timeout", "1s", "-o", "ndjson")
                .reader(new OutputStream() {
                    @Override
                    public void write(int b) {
                        if (!gone[0]) {
                            gone[0] = true;
                            stepDown(4);
                        }
                    }
                })
                .run()
                .ends(ExitCode.PARTIAL)
                .says("stopped early", "no primary");
        primaryAgain();
        List<String> told = Arrays.stream(run.out().split("\n"))
                .filter(row -> row.contains("\"result\":\"reset\""))
                .map(row -> row.replaceAll(".*\"id\":\"([^\"]+)\".*", "$1"))
                .toList();
        List<String> released = c.all().stream()
                .filter(claim -> "released".equals(claim.getString("status")))
                .map(claim -> claim.getString("_id"))
                .toList();
        assertThat(told).containsExactly("lapsed").containsExactlyElementsOf(released);
    }
}
