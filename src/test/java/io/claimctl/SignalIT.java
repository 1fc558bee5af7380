package io.claimctl;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.claimctl.testing.FaultProxy;
import io.claimctl.testing.ProxyFault;
import io.claimctl.testing.ScriptedServer;
import io.claimctl.view.Times;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** What a signal does to a command that waits. */
class SignalIT {
    private static final Path CLAIMCTL = Path.of(System.getProperty("claimctl.home"), "bin", "claimctl");

    private final ScriptedServer server = new ScriptedServer();
    private final MongoClient client = MongoClients.create(server.uri());
    private final MongoCollection<Document> claims = client.getDatabase("shop").getCollection("_message_state");

    @TempDir
    private Path folder;

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private void held() {
        Date now = Date.from(Instant.now());
        claims.insertOne(new Document("_id", "a")
                .append("status", "processing")
                .append("worker_id", "pod-1:0123456789abcdef01234567")
                .append("expires_at", Date.from(now.toInstant().plusSeconds(600)))
                .append("created_at", now)
                .append("updated_at", now));
    }

    @ParameterizedTest
    @CsvSource({"TERM,143", "INT,130", "HUP,129"})
    void a_signal_ends_the_waiting_at_once_and_nothing_is_held(String signal, int code) throws Exception {
        held();
        Process process = start("acquire", "a", "--ttl", "1m", "--wait", "5m", "-o", "env");
        awaitCommands("findAndModify", 2);
        long signalled = System.nanoTime();
        signal(process, signal);
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(System.nanoTime() - signalled).isLessThan(TimeUnit.SECONDS.toNanos(5));
        assertThat(process.exitValue()).isEqualTo(code);
        assertThat(claims.find().first().getString("worker_id")).isEqualTo("pod-1:0123456789abcdef01234567");
        assertThat(text("err")).isEqualTo("claimctl: stopped by a signal, without claim a\n");
        assertThat(text("out")).startsWith("unset CLAIMCTL_ID CLAIMCTL_TOKEN");
    }

    @Test
    void a_claim_that_is_acquired_as_the_signal_comes_is_released_again() throws Exception {
        try (FaultProxy proxy = new FaultProxy(server.uri() + "/shop")) {
            proxy.next("findAndModify", ProxyFault.delayedReply(Duration.ofSeconds(1)));
            Process process = startOn(proxy.uri(), "acquire", "a", "--ttl", "1m", "-o", "json");
            awaitCommands("findAndModify", 1);
            signal(process, "TERM");
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(143);
            assertThat(claims.find().first().getString("status")).isEqualTo("released");
            assertThat(text("err")).contains("claim a was released again, since a signal stopped the command");
            assertThat(text("out")).isEmpty();
        }
    }

    @Test
    void what_several_claims_came_to_before_the_signal_is_a_whole_document() throws Exception {
        held();
        Process process = start("acquire", "b", "a", "--ttl", "10m", "--wait", "5m", "-o", "json");
        awaitCommands("findAndModify", 3);
        signal(process, "TERM");
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(JsonMapper.shared().readTree(text("out")).get("outcomes")).hasSize(1);
    }

    @Test
    void where_the_store_is_out_of_reach_by_then_it_says_which_claim_stays_and_until_when() throws Exception {
        try (FaultProxy proxy = new FaultProxy(server.uri() + "/shop")) {
            proxy.next("findAndModify", ProxyFault.delayedReply(Duration.ofSeconds(1)));
            proxy.always("findAndModify", ProxyFault.STALL_BEFORE);
            Process process = startOn(proxy.uri(), "acquire", "a", "--ttl", "1m", "--timeout", "3s");
            awaitCommands("findAndModify", 1);
            signal(process, "TERM");
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(143);
            Document held = claims.find().first();
            assertThat(text("err"))
                    .contains("claim a stays held under the token " + held.getString("worker_id") + " until "
                            + Times.utc(held.getDate("expires_at").toInstant()));
        }
    }

    @Test
    void a_signal_ends_a_wait_that_changes_nothing() throws Exception {
        held();
        Process process = start("wait", "a", "--for", "free", "--timeout", "5m");
        awaitCommands("find", 2);
        signal(process, "TERM");
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(143);
        assertThat(text("out")).isEmpty();
    }

    private Process start(String... words) throws Exception {
        return startOn(server.uri() + "/shop", words);
    }

    private Process startOn(String uri, String... words) throws Exception {
        List<String> line = new ArrayList<>(List.of(CLAIMCTL.toString()));
        line.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(line)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().put("CLAIMCTL_URI", uri);
        builder.environment().put("CLAIMCTL_JAVA", System.getProperty("java.home") + "/bin/java");
        return builder.start();
    }

    private void awaitCommands(String name, int times) throws InterruptedException {
        for (int i = 0; i < 6_000; i++) {
            if (server.received().stream().filter(name::equals).count() >= times) {
                return;
            }
            Thread.sleep(10);
        }
        throw new AssertionError("the process never sent " + name + ": " + server.received());
    }

    private static void signal(Process process, String name) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    private String text(String file) throws Exception {
        return Files.readString(folder.resolve(file), StandardCharsets.UTF_8);
    }
}
