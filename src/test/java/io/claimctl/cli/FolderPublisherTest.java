package io.claimctl.cli;

import static io.claimctl.cli.RecoverBench.claim;
import static io.claimctl.cli.RecoverBench.message;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Messages that are saved as files. */
class FolderPublisherTest {
    @TempDir
    private Path folder;

    private RecoverBench bench;

    @BeforeEach
    void start() {
        bench = new RecoverBench(folder);
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    private List<Path> saved(Path in) throws IOException {
        try (Stream<Path> files = Files.list(in)) {
            return files.sorted(Comparator.comparing(Path::toString)).toList();
        }
    }

    @Test
    void a_message_becomes_a_payload_and_a_description_for_its_owner_alone() throws Exception {
        byte[] payload = new byte[1 << 20];
        new Random(1).nextBytes(payload);
        bench.claims.insertOne(claim("m", Duration.ofMinutes(-1), Duration.ofMinutes(30))
                .append("payload", new Binary(payload))
                .append("event_name", "order.created")
                .append("metadata", new Document("a-b", "1")));
        Path to = folder.resolve("new");
        bench.recover("--to-dir", to.toString()).run().ends(ExitCode.DONE).shows("published");
        Document claim = bench.stored("m");
        String token = claim.getString("worker_id");
        String name = "m-" + token.replace("recover:", "");
        assertThat(saved(to)).containsExactly(to.resolve(name + ".json"), to.resolve(name + ".payload"));
        assertThat(to.resolve(name + ".payload")).hasBinaryContent(payload);
        JsonNode json = JsonMapper.shared().readTree(Files.readString(to.resolve(name + ".json")));
        String sha256 =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(payload));
        assertThat(json)
                .isEqualTo(JsonMapper.shared()
                        .readTree("{\"id\":\"m\",\"message_id\":\"m:recovered:" + sha256.substring(0, 16)
                                + "\",\"event_name\":\"order.created\",\"metadata\":{\"a-b\":\"1\"},"
                                + "\"created_at\":\"2026-01-02T02:34:05.500Z\",\"fence\":" + claim.getLong("fence")
                                + ",\"token\":\"" + token + "\",\"size\":1048576,\"sha256\":\"" + sha256 + "\"}"));
        assertThat(claim).containsEntry("status", "completed").doesNotContainKey("payload");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(to)))
                .isEqualTo("rwx------");
        for (Path file : saved(to)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void no_id_leads_out_of_the_folder_hides_a_file_or_is_too_long_for_one() throws Exception {
        String longest = "ü".repeat(300);
        bench.claims.insertMany(List.of(
                message("../../etc/x", 30), message(".hidden", 29), message(longest, 28), message("a/b\\c d\n", 27)));
        bench.recover("--to-dir", folder.toString()).run().ends(ExitCode.DONE);
        assertThat(saved(folder).stream().map(p -> p.getFileName().toString().replaceAll("-[0-9a-f]{24}\\.", ".")))
                .containsExactlyInAnyOrder(
                        "%2E.%2F..%2Fetc%2Fx.json",
                        "%2E.%2F..%2Fetc%2Fx.payload",
                        "%2Ehidden.json",
                        "%2Ehidden.payload",
                        "%C3%BC".repeat(16) + "%C3.json",
                        "%C3%BC".repeat(16) + "%C3.payload",
                        "a%2Fb%5Cc%20d%0A.json",
                        "a%2Fb%5Cc%20d%0A.payload");
    }

    @Test
    void safe_names_keep_what_is_plain() {
        assertThat(FolderPublisher.safe("Az09-_.")).isEqualTo("Az09-_.");
        assertThat(FolderPublisher.safe("%2F")).isEqualTo("%252F");
        assertThat(FolderPublisher.safe("x".repeat(101))).isEqualTo("x".repeat(100));
        assertThat(FolderPublisher.safe("x".repeat(98) + "ü")).isEqualTo("x".repeat(98));
        assertThat(FolderPublisher.safe("")).isEmpty();
    }

    @Test
    void a_folder_that_cannot_be_written_is_refused_before_anything_is_taken_over() throws Exception {
        bench.claims.insertOne(message("m", 30));
        bench.server.forgetReceived();
        Path file = Files.writeString(folder.resolve("file"), "x", UTF_8);
        bench.recover("--to-dir", file.toString()).run().ends(ExitCode.USAGE).says("--to-dir " + file);
        bench.recover("--to-dir", folder.resolve("no/such").toString())
                .run()
                .ends(ExitCode.USAGE)
                .says("its folder does not exist");
        assertThat(bench.server.received()).isEmpty();
    }

    @Test
    void a_folder_can_be_made_in_one_that_cannot_be_read() throws Exception {
        bench.claims.insertOne(message("m", 30));
        Path parent = Files.createDirectory(folder.resolve("parent"));
        Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("-wx------"));
        Assumptions.assumeFalse(Files.isReadable(parent), "root reads every folder");
        Path to = parent.resolve("to");
        bench.recover("--to-dir", to.toString()).run().ends(ExitCode.DONE);
        assertThat(saved(to)).hasSize(2);
        Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void a_folder_that_can_be_written_no_more_fails_the_message_which_stays_with_its_claim() throws Exception {
        bench.claims.insertMany(List.of(message("m", 30), message("n", 20)));
        Path to = Files.createDirectory(folder.resolve("to"));
        bench.recover("--to-dir", to.toString(), "--max-failures", "1", "-o", "csv")
                .reader(new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        for (Path file : Files.exists(to) ? saved(to) : List.<Path>of()) {
                            Files.delete(file);
                        }
                        Files.deleteIfExists(to);
                    }
                })
                .run()
                .ends(ExitCode.PARTIAL)
                .shows("m,published", "n,failed," + to + " cannot be written any more: its folder does not exist");
        assertThat(bench.stored("n")).containsEntry("status", "processing").containsKey("payload");
    }
}
