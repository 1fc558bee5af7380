package io.claimctl;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.ScriptedServer;
import io.claimctl.testing.Servers.TestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The distribution as a process, used from a shell as scripts use it. CLAIMCTL_BIN names another binary to test. */
class DistributionIT {
    private static final Path BINARY = Path.of(System.getenv()
            .getOrDefault(
                    "CLAIMCTL_BIN",
                    Path.of(System.getProperty("claimctl.home"), "bin", "claimctl")
                            .toString()));

    @TempDir
    private Path folder;

    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void pathAndStore() {
        environment.put("PATH", BINARY.getParent() + ":" + System.getenv("PATH"));
        environment.put(
                "CLAIMCTL_JAVA",
                Path.of(System.getProperty("java.home"), "bin", "java").toString());
    }

    private record Ran(int code, String out, String err, Duration took) {}

    private Ran sh(String script) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", script)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        long start = System.nanoTime();
        Process process = builder.start();
        process.getOutputStream().close();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).as(script).isTrue();
        return new Ran(
                process.exitValue(),
                Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8),
                Duration.ofNanos(System.nanoTime() - start));
    }

    @Test
    void a_server_that_is_gone_is_named_with_the_reason() throws Exception {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        environment.put("CLAIMCTL_URI", "mongodb://127.0.0.1:" + port + "/shop");
        Ran ran = sh("claimctl claims list --timeout 2s -o json");
        assertThat(ran.code()).isEqualTo(69);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("127.0.0.1:" + port, "refused").doesNotContain("\tat ", "Exception");
    }

    @Test
    void a_server_that_hangs_is_given_up_within_the_timeout_and_a_second() throws Exception {
        try (ServerSocket hanging = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            environment.put("CLAIMCTL_URI", "mongodb://127.0.0.1:" + hanging.getLocalPort() + "/shop");
            long start = sh("claimctl --version").took().toMillis();
            Ran ran = sh("claimctl acquire job --ttl 1m --timeout 1500ms");
            assertThat(ran.code()).isEqualTo(69);
            assertThat(ran.out()).isEmpty();
            assertThat(ran.err()).contains("127.0.0.1:" + hanging.getLocalPort());
            assertThat(ran.took()).isLessThan(Duration.ofMillis(1_500 + 1_000 + 3 * start));
        }
    }

    @Test
    void what_people_copy_into_other_programs_is_beside_it() throws IOException {
        Path share = BINARY.getParent().resolveSibling("share");
        assertThat(share.resolve("systemd/claimctl-sweep.service"))
                .hasSameTextualContentAs(Path.of("src/main/dist/share/systemd/claimctl-sweep.service"));
        for (String file : List.of(
                "systemd/claimctl-sweep.timer",
                "cron.d/claimctl",
                "kubernetes/claimctl-sweep.yaml",
                "prometheus/claimctl.rules.yaml")) {
            assertThat(share.resolve(file)).isNotEmptyFile();
            assertThat(Files.isExecutable(share.resolve(file))).isFalse();
        }
    }

    @Test
    void a_check_tells_a_monitoring_system_what_keeps_it_from_checking() throws Exception {
        environment.remove("CLAIMCTL_URI");
        Ran ran = sh("claimctl check --warn 1 --crit x");
        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.out()).startsWith("CLAIMCTL UNKNOWN - ").hasLineCount(1);
        assertThat(ran.err()).isEmpty();
    }

    @Test
    void without_an_environment_it_connects_to_nothing() throws Exception {
        environment.remove("CLAIMCTL_URI");
        Ran ran = sh("claimctl stale reset");
        assertThat(ran.code()).isEqualTo(78);
        assertThat(ran.err()).contains("CLAIMCTL_URI");
    }

    @Test
    void the_demo_shows_the_claim_that_changed_hands_and_survives() throws Exception {
        environment.remove("CLAIMCTL_URI");
        Ran ran = sh("claimctl demo 2>&1");
        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .containsPattern("order-1003 +changed")
                .containsPattern("order-1004 +reset")
                .contains("1 changed meanwhile and was left alone");
        assertThat(sh("claimctl demo -- claims list -o csv").out()).startsWith("id,status,");
    }

    @Test
    void no_password_is_printed_whatever_fails() throws Exception {
        environment.put("CLAIMCTL_URI", "mongodb://admin:s3cr3t-pass@127.0.0.1:1/shop?authSource=admin");
        for (String command : new String[] {
            "claims list --timeout 300ms -v", "inspect a --timeout 300ms", "acquire a --ttl 1m --timeout 300ms -o json"
        }) {
            Ran ran = sh("claimctl " + command);
            assertThat(ran.code()).isEqualTo(69);
            assertThat(ran.out() + ran.err()).doesNotContain("s3cr3t-pass");
        }
    }

    @Test
    void a_hundred_thousand_claims_stream_through_a_small_heap_and_a_closed_pipe_ends_them_quietly() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                MongoClient client = MongoClients.create(server.uri())) {
            environment.put("CLAIMCTL_URI", server.uri() + "/shop");
            MongoCollection<Document> claims = client.getDatabase("shop").getCollection("_message_state");
            List<Document> batch = new ArrayList<>();
            for (int i = 0; i < 100_000; i++) {
                batch.add(processing(String.format("claim-%06d", i), Duration.ofHours(1)));
                if (batch.size() == 10_000) {
                    claims.insertMany(batch);
                    batch.clear();
                }
            }
            environment.put("CLAIMCTL_JAVA_OPTS", "-Xmx28m");
            Ran all = sh("claimctl claims list --sort id -o ndjson | wc -l");
            assertThat(all.err()).isEmpty();
            assertThat(all.out().strip()).isEqualTo("100000");

            Ran head = sh("{ claimctl claims list --sort id -o name; echo \"ended $?\" >&2; } | head -n 1");
            assertThat(head.out()).isEqualTo("claim-000000\n");
            assertThat(head.err()).isEqualTo("ended 141\n");
        }
    }

    private static Document processing(String id, Duration left) {
        Date then = Date.from(java.time.Instant.now().minusSeconds(3_600));
        return new Document("_id", id)
                .append("status", "processing")
                .append("worker_id", String.format("pod:%024x", id.hashCode() & 0xffffffffL))
                .append("expires_at", Date.from(java.time.Instant.now().plus(left)))
                .append("created_at", then)
                .append("updated_at", then);
    }

    @Nested
    @OnEveryServer
    class OnAServer {
        private final MongoClient client;
        private final MongoCollection<Document> claims;

        OnAServer(TestServer server) {
            client = MongoClients.create(server.uri());
            claims = client.getDatabase("claimctl_test").getCollection("c" + UUID.randomUUID());
            environment.put("CLAIMCTL_URI", server.uri());
            environment.put("CLAIMCTL_DB", claims.getNamespace().getDatabaseName());
            environment.put("CLAIMCTL_COLLECTION", claims.getNamespace().getCollectionName());
        }

        @AfterEach
        void drop() {
            claims.drop();
            client.close();
        }

        @Test
        void a_script_acquires_works_and_completes_and_a_second_one_is_told_that_it_is_done() throws Exception {
            String script =
                    "v=$(claimctl acquire job --ttl 1m --instance \"$0\" -o env) || exit $?; eval \"$v\"; echo works;"
                            + " claimctl complete \"$CLAIMCTL_ID\" -o name";
            Ran first = sh(script);
            assertThat(first.err()).isEmpty();
            assertThat(first.out()).isEqualTo("works\njob\n");
            assertThat(first.code()).isZero();
            Ran second = sh(script);
            assertThat(second.code()).isEqualTo(8);
            assertThat(second.out()).isEmpty();
            assertThat(second.err()).contains("was completed");
            assertThat(claims.find(new Document("_id", "job")).first()).containsEntry("status", "completed");
        }

        @Test
        void a_sweep_frees_what_is_free_and_its_streams_are_clean() throws Exception {
            claims.insertMany(
                    List.of(processing("lapsed", Duration.ofMinutes(-1)), processing("live", Duration.ofHours(1))));
            Ran ran = sh("claimctl stale reset -o ndjson");
            assertThat(ran.code()).isZero();
            assertThat(ran.out()).contains("\"result\":\"reset\"").contains("\"result\":\"skipped\"");
            assertThat(ran.err()).contains("reset 1 claim");
            assertThat(claims.find(new Document("_id", "lapsed")).first()).containsEntry("status", "released");
        }

        @Test
        void two_accented_ids_are_two_claims_though_the_callers_locale_is_C() throws Exception {
            environment.put("LC_ALL", "C");
            assertThat(sh("claimctl acquire é --ttl 1m -q").code()).isZero();
            assertThat(sh("claimctl acquire è --ttl 1m -q").code()).isZero();
            assertThat(sh("claimctl claims list -o name").out()).contains("é\n").contains("è\n");
            assertThat(claims.countDocuments()).isEqualTo(2);
        }
    }
}
