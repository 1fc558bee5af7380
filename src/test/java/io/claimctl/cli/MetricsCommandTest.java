package io.claimctl.cli;

import static io.claimctl.cli.RecordedRun.claimctl;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.Exposition;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@OnEveryServer
class MetricsCommandTest {
    private final FilledCollection c;

    @TempDir
    private Path folder;

    MetricsCommandTest(TestServer server) {
        c = new FilledCollection(server);
    }

    @AfterEach
    void close() {
        c.close();
    }

    private static String[] metrics(Object... options) {
        String[] words = new String[options.length + 1];
        words[0] = "metrics";
        for (int i = 0; i < options.length; i++) {
            words[i + 1] = options[i].toString();
        }
        return words;
    }

    @Test
    void the_text_is_one_that_prometheus_reads_with_the_numbers_of_the_collection() {
        RecordedRun run = c.run(metrics()).run().ends(ExitCode.DONE).saysNothing();
        Exposition read = Exposition.parse(run.out());
        assertThat(read.lines())
                .contains(
                        "claimctl_claims{status=processing} 5",
                        "claimctl_claims{status=completed} 1",
                        "claimctl_claims{status=released} 0",
                        "claimctl_claims{status=other} 0",
                        "claimctl_claims_live 3",
                        "claimctl_claims_expired 2",
                        "claimctl_claims_stale 3",
                        "claimctl_claims_stale_live 1",
                        "claimctl_claims_stale_after_seconds 120",
                        "claimctl_claims_payloads 1")
                .anyMatch(line -> line.matches("claimctl_claims_oldest_stale_age_seconds 2(09|1)[0-9.]+"));
        assertThat(read.samples().keySet())
                .allSatisfy(sample -> assertThat(sample.labels().get("db") + "."
                                + sample.labels().get("collection"))
                        .isEqualTo(c.name()));
    }

    @Test
    void no_stale_claim_has_no_oldest_one() {
        RecordedRun run = c.run(metrics("--older-than", "9h")).run().ends(ExitCode.DONE);
        assertThat(Exposition.parse(run.out()).lines())
                .contains("claimctl_claims_stale 0", "claimctl_claims_stale_after_seconds 32400")
                .noneMatch(line -> line.contains("oldest"));
    }

    @Test
    void json_has_the_same_numbers() {
        JsonNode json = JsonMapper.shared()
                .readTree(c.run(metrics("-o", "json")).run().ends(ExitCode.DONE).out());
        assertThat(json.get("collection").asString()).isEqualTo(c.name());
        assertThat(json.get("live").asInt()).isEqualTo(3);
        assertThat(json.at("/counts/0/count").asInt()).isEqualTo(5);
    }

    @Test
    void a_file_is_replaced_in_one_step_and_all_may_read_it() throws IOException {
        Path file = Files.writeString(folder.resolve("claims.prom"), "before");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        c.run(metrics("--to-file", file))
                .run()
                .ends(ExitCode.DONE)
                .showsNothing()
                .saysNothing();
        assertThat(Exposition.parse(Files.readString(file)).lines()).contains("claimctl_claims_stale 3");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r--r--");
        assertThat(folder.toFile().list()).containsExactly("claims.prom");
        c.run(metrics("--to-file", file, "-o", "json")).run().ends(ExitCode.DONE);
        assertThat(JsonMapper.shared().readTree(Files.readString(file)).isObject())
                .isTrue();
    }

    @Test
    void on_a_failure_the_file_stays_as_it_is() throws IOException {
        Path file = Files.writeString(folder.resolve("claims.prom"), "before");
        c.runOn("mongodb://127.0.0.1:1", metrics("--to-file", file, "--timeout", "200ms"))
                .run()
                .ends(ExitCode.UNREACHABLE);
        assertThat(file).hasContent("before");
    }

    @Test
    void a_file_that_cannot_be_written_is_refused_before_anything_is_asked() {
        for (Path file : List.of(folder.resolve("none/claims.prom"), folder, Path.of("/dev/null"))) {
            claimctl(metrics("--to-file", file))
                    .run()
                    .ends(ExitCode.USAGE)
                    .says("--to-file " + file + " cannot be written: ");
        }
    }
}
