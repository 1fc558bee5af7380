package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.CreateCollectionOptions;
import io.claimctl.testing.Capability;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code doctor} finds on servers of every kind: faults that were made there, and gone when they are mended. */
@OnEveryServer
class DoctorOnServersTest {
    private final TestServer server;
    private final FilledCollection c;
    private final MongoClient client;
    private final MongoDatabase database;

    DoctorOnServersTest(TestServer server) {
        this.server = server;
        c = new FilledCollection(server);
        client = MongoClients.create(server.uri());
        database = client.getDatabase(FilledCollection.DATABASE);
    }

    @AfterEach
    void close() {
        client.close();
        c.close();
    }

    /** The level of each check. */
    private Map<String, String> levels(String... options) {
        List<String> words = new java.util.ArrayList<>(List.of("doctor", "-o", "json"));
        words.addAll(List.of(options));
        RecordedRun run = c.run(words.toArray(String[]::new)).run();
        Map<String, String> levels = new TreeMap<>();
        for (JsonNode finding : JsonMapper.shared().readTree(run.out()).get("findings")) {
            levels.put(finding.get("check").asString(), finding.get("level").asString());
        }
        boolean asks = levels.containsValue("warning") || levels.containsValue("error");
        run.ends(asks ? ExitCode.FINDINGS : ExitCode.DONE);
        return levels;
    }

    private void only(Document... claims) {
        c.claims.deleteMany(new Document());
        c.claims.insertMany(List.of(claims));
    }

    @Test
    void faults_of_the_claims_are_found_and_are_gone_with_them() {
        c.run("collection", "indexes", "--apply").run().ends(ExitCode.DONE);
        Date longAgo = Date.from(Instant.parse("2020-01-01T00:00:00Z"));
        Date early = Date.from(Instant.parse("2100-01-01T00:00:00Z"));
        only(
                c.claim("soon", "processing", "pod-1:x", Duration.ofMinutes(5), Duration.ZERO)
                        .append("expires_at", "soon"),
                c.claim("endless", "processing", "pod-1:y", Duration.ofMinutes(5), Duration.ZERO)
                        .append("expires_at", null),
                c.claim("early", "processing", "pod-2:x", Duration.ofMinutes(5), Duration.ZERO)
                        .append("updated_at", early)
                        .append("created_at", early),
                c.claim("other", "processing", "pod-3:x", Duration.ofMinutes(5), Duration.ZERO)
                        .append("fence", 7L)
                        .append("fence_worker", "pod-4:x"),
                c.claim("lapsed", "completed", "pod-5:x", Duration.ofMinutes(5), Duration.ZERO)
                        .append("expires_at", longAgo));
        assertThat(levels())
                .containsEntry("malformed", "warning")
                .containsEntry("stuck", "warning")
                .containsEntry("future_claims", "warning")
                .containsEntry("other_workers", "info")
                .containsEntry("completed_expired", "warning")
                .containsEntry("ttl_lag", "warning");
        only(
                c.claim("a", "processing", "pod-1:x", Duration.ofMinutes(5), Duration.ofSeconds(1))
                        .append("fence", 7L)
                        .append("fence_worker", "pod-1:x"),
                c.claim("b", "completed", "pod-5:x", Duration.ofMinutes(5), Duration.ofSeconds(1)));
        assertThat(levels())
                .containsEntry("malformed", "ok")
                .containsEntry("stuck", "ok")
                .containsEntry("future_claims", "ok")
                .containsEntry("other_workers", "ok")
                .containsEntry("completed_expired", "ok")
                .containsEntry("sweep_window", "ok")
                .doesNotContainEntry("ttl_lag", "warning");
    }

    @Test
    void short_leases_are_found_by_older_than() {
        c.run("collection", "indexes", "--apply").run().ends(ExitCode.DONE);
        only(c.claim("a", "processing", "pod-1:x", Duration.ofSeconds(30), Duration.ZERO));
        assertThat(levels()).containsEntry("sweep_window", "warning");
        assertThat(levels("--older-than", "30s")).containsEntry("sweep_window", "ok");
    }

    @Test
    void indexes_that_are_missing_are_found_until_they_are_made() {
        assertThat(levels()).containsEntry("indexes", "warning").containsEntry("ttl_index", "warning");
        c.run("collection", "indexes", "--apply").run().ends(ExitCode.DONE);
        assertThat(levels()).containsEntry("indexes", "ok").containsEntry("ttl_index", "ok");
    }

    @Test
    void a_collection_that_is_not_there_is_found_until_it_is_made() {
        c.claims.drop();
        assertThat(levels()).containsEntry("collection", "warning").containsEntry("malformed", "unknown");
        c.run("collection", "create").run().ends(ExitCode.DONE);
        assertThat(levels()).containsEntry("collection", "ok");
    }

    @Test
    void a_capped_collection_is_found_and_how_full_it_is() {
        Capability.CAPPED_COLLECTIONS.require(server);
        c.claims.drop();
        database.createCollection(
                c.claims.getNamespace().getCollectionName(),
                new CreateCollectionOptions().capped(true).sizeInBytes(65_536).maxDocuments(10));
        boolean grows = Capability.GROWTH_IN_CAPPED_COLLECTIONS.isOn(server);
        assertThat(levels()).containsEntry("capped", grows ? "info" : "error");
        for (int i = 0; i < 9; i++) {
            c.claims.insertOne(c.claim("c" + i, "completed", "x", Duration.ofMinutes(1), Duration.ofMinutes(1)));
        }
        assertThat(levels())
                .containsEntry("capped", grows ? "warning" : "error")
                .containsEntry("ttl_index", "ok");
    }

    @Test
    void a_proof_finds_one_winner_and_leaves_the_claims_as_they_were() {
        List<Document> before = c.all();
        assertThat(levels("--prove", "--yes", "--timeout", "8s"))
                .containsEntry("one_winner", "ok")
                .containsEntry("compare_and_set", "ok")
                .containsEntry("scratch", "ok");
        assertThat(c.all()).isEqualTo(before);
    }
}
