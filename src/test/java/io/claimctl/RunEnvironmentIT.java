package io.claimctl;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.Await;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a command under {@code claimctl run} is told, and what others are told of it. */
@Execution(ExecutionMode.CONCURRENT)
class RunEnvironmentIT {
    @RegisterExtension
    private final RunBench bench = new RunBench();

    @Test
    void the_command_knows_its_claim_and_not_the_store() throws Exception {
        Files.writeString(bench.file("uri"), bench.server().uri() + "/shop");
        StartedRun run = bench.claimctl("run", "a", "--ttl", "1m", "--uri-file", "uri", "--", "env")
                .on("mongodb://admin:s3cr3t-pass@db.example/shop")
                .with("KEPT", "as it was")
                .start()
                .ends(0);
        Map<String, String> seen = run.out()
                .lines()
                .filter(line -> line.startsWith("CLAIMCTL_"))
                .collect(Collectors.toMap(l -> l.substring(0, l.indexOf('=')), l -> l.substring(l.indexOf('=') + 1)));
        Document claim = bench.stored("a");
        assertThat(seen.keySet())
                .containsExactlyInAnyOrder(
                        "CLAIMCTL_ID", "CLAIMCTL_TOKEN", "CLAIMCTL_FENCE", "CLAIMCTL_EXPIRES_AT", "CLAIMCTL_JAVA");
        assertThat(seen)
                .containsEntry("CLAIMCTL_ID", "a")
                .containsEntry("CLAIMCTL_TOKEN", claim.getString("worker_id"))
                .containsEntry("CLAIMCTL_FENCE", claim.get("fence").toString());
        assertThat(Instant.parse(seen.get("CLAIMCTL_EXPIRES_AT"))).isAfter(Instant.now());
        assertThat(run.out()).contains("KEPT=as it was\n").doesNotContain("s3cr3t", "LC_ALL=");
    }

    @Test
    void under_the_c_locale_two_accented_ids_are_two_claims_and_the_command_sees_the_callers_locale() throws Exception {
        String line = "exec \"$BIN\" run \"$(printf '\\303\\25%d' %d)\" --ttl 1m -- sh -c"
                + " 'touch ready%d; until [ -e ready1 ] && [ -e ready2 ]; do sleep 0.05; done; echo \"$LC_ALL\"'";
        StartedRun acute = bench.shell(line.replace("%d' %d", "1'").replace("%d", "1"))
                .with("LC_ALL", "C")
                .start();
        StartedRun grave = bench.shell(line.replace("%d' %d", "0'").replace("%d", "2"))
                .with("LC_ALL", "C")
                .start();
        acute.ends(0).shows("C\n");
        grave.ends(0).shows("C\n");
        assertThat(bench.claims().distinct("_id", String.class)).containsExactlyInAnyOrder("é", "è");
    }

    @Test
    void the_status_file_is_whole_at_every_moment_and_nobody_else_may_read_it() throws Exception {
        StartedRun run = bench.claimctl(
                        "run",
                        "a",
                        "--ttl",
                        "8s",
                        "--timeout",
                        "4s",
                        "--grace",
                        "0s",
                        "--status-file",
                        "status",
                        "--",
                        "sh",
                        "-c",
                        "until [ -e go ]; do sleep 0.05; done; exit 3")
                .start();
        Map<String, JsonNode> states = new LinkedHashMap<>();
        Set<String> ends = new HashSet<>();
        Await.until(run::toString, () -> {
            read(states);
            if (states.containsKey("running")) {
                ends.add(states.get("running").get("expires_at").asString());
            }
            return ends.size() >= 2;
        });
        Files.createFile(bench.file("go"));
        Await.until(run::toString, () -> {
            read(states);
            return !run.process().isAlive();
        });
        run.ends(3);
        read(states);
        assertThat(states.keySet()).containsExactly("waiting", "running", "ended");
        assertThat(states.values())
                .allSatisfy(s -> assertThat(s.get("id").asString()).isEqualTo("a"));
        assertThat(states.get("running").get("fence").asLong())
                .isEqualTo(bench.stored("a").getLong("fence"));
        assertThat(states.get("ended").get("exit_code").asInt()).isEqualTo(3);
        assertThat(list(bench.folder())).noneMatch(name -> name.contains("status") && !name.equals("status"));
    }

    private void read(Map<String, JsonNode> states) throws Exception {
        Path file = bench.file("status");
        try {
            JsonNode status = JsonMapper.shared().readTree(Files.readString(file));
            assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
            states.put(status.get("state").asString(), status);
        } catch (NoSuchFileException notYet) {
            assertThat(states).isEmpty();
        }
    }

    private static List<String> list(Path folder) throws Exception {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
