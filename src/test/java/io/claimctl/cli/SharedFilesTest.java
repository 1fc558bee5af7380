package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.ClaimGauges;
import io.claimctl.claim.StaleGauges;
import io.claimctl.sweep.ClaimMetrics;
import io.claimctl.sweep.SweepMetrics;
import io.claimctl.testing.Exposition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The files of {@code share/} are what the programs that they are for can read. */
class SharedFilesTest {
    private static final Path SYSTEMD = SharedFiles.FOLDER.resolve("systemd");
    private static final Pattern CRON = Pattern.compile(
            "((?:\\*(?:/[0-9]+)?|[0-9,-]+)(?:\\s+(?:\\*(?:/[0-9]+)?|[0-9,-]+)){4})\\s+([a-z]+)\\s+(\\S.*)");

    @TempDir
    private Path folder;

    @Test
    void they_are_these() throws IOException {
        assertThat(SharedFiles.all())
                .extracting(file -> SharedFiles.FOLDER.relativize(file).toString())
                .containsExactlyInAnyOrder(
                        "cron.d/claimctl",
                        "kubernetes/claimctl-sweep.yaml",
                        "prometheus/claimctl.rules.yaml",
                        "systemd/claimctl-sweep.service",
                        "systemd/claimctl-sweep.timer");
    }

    /** Section and key to its values; fails where a line is neither a section nor a setting nor a comment. */
    private static Map<String, List<String>> settings(String unit) {
        Map<String, List<String>> settings = new LinkedHashMap<>();
        String section = "";
        for (String line : SharedFiles.text(SYSTEMD.resolve(unit)).lines().toList()) {
            if (line.matches("\\[[A-Z][a-z]+]")) {
                section = line;
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                assertThat(line).matches("[A-Z][A-Za-z]+=.*[^ \\\\]|CapabilityBoundingSet=");
                String[] setting = line.split("=", 2);
                settings.computeIfAbsent(section + setting[0], key -> new ArrayList<>())
                        .add(setting[1]);
            }
        }
        assertThat(settings.values()).allSatisfy(values -> assertThat(values).hasSize(1));
        return settings;
    }

    @Test
    void the_service_sweeps_once_is_asked_to_end_before_it_is_killed_and_may_write_where_it_must() {
        Map<String, List<String>> service = settings("claimctl-sweep.service");
        assertThat(service)
                .containsEntry("[Service]Type", List.of("oneshot"))
                .containsEntry("[Service]KillMode", List.of("mixed"))
                .containsEntry("[Service]User", List.of("claimctl"))
                .containsEntry("[Service]LogsDirectory", List.of("claimctl"))
                .containsEntry("[Service]ProtectSystem", List.of("strict"))
                .containsKey("[Service]TimeoutStartSec")
                .doesNotContainKeys("[Service]MemoryDenyWriteExecute", "[Service]DynamicUser");
        String line = service.get("[Service]ExecStart").get(0);
        assertThat(line)
                .startsWith("/usr/bin/claimctl ")
                .contains(" --audit-file /var/log/claimctl/")
                .contains(" --metrics-file "
                        + service.get("[Service]ReadWritePaths").get(0).substring(1) + "/");
        assertThat(settings("claimctl-sweep.timer"))
                .containsEntry("[Timer]Persistent", List.of("true"))
                .containsEntry("[Timer]RandomizedDelaySec", List.of("20"))
                .containsEntry("[Install]WantedBy", List.of("timers.target"));
    }

    /** Where there is no claimctl to start, verification would complain of that alone. */
    @Test
    void systemd_finds_nothing_wrong_with_the_units() throws Exception {
        Path analyzer = Path.of("/usr/bin/systemd-analyze");
        Assumptions.assumeTrue(Files.isExecutable(analyzer), "there is no systemd-analyze here");
        List<String> words = new ArrayList<>(List.of(analyzer.toString(), "verify", "--man=no"));
        for (String unit : List.of("claimctl-sweep.service", "claimctl-sweep.timer")) {
            String text = SharedFiles.text(SYSTEMD.resolve(unit)).replace("=/usr/bin/claimctl ", "=/bin/true ");
            words.add(Files.writeString(folder.resolve(unit), text).toString());
        }
        Path said = folder.resolve("said");
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said).isEmptyFile();
        assertThat(process.exitValue()).isZero();
    }

    @Test
    void every_line_for_cron_is_a_comment_a_variable_or_a_time_a_user_and_a_command() throws IOException {
        Path file = SharedFiles.FOLDER.resolve("cron.d/claimctl");
        assertThat(Files.readString(file)).endsWith("\n");
        List<String> jobs = Files.readAllLines(file).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#") && !line.matches("[A-Z]+=\\S+"))
                .toList();
        assertThat(jobs)
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).matches(CRON).doesNotContain("%"));
        assertThat(jobs).allMatch(line -> line.contains("  claimctl  claimctl "));
    }

    @Test
    void the_job_for_kubernetes_never_overlaps_and_may_change_nothing_but_its_volumes() throws IOException {
        List<JsonNode> documents = SharedFiles.documents(SharedFiles.FOLDER.resolve("kubernetes/claimctl-sweep.yaml"));
        assertThat(documents.stream().map(document -> document.get("kind").asString()))
                .containsExactly("PersistentVolumeClaim", "CronJob");
        JsonNode job = documents.get(1);
        assertThat(job.at("/apiVersion").asString()).isEqualTo("batch/v1");
        assertThat(job.at("/spec/schedule").asString()).isEqualTo("*/5 * * * *");
        assertThat(job.at("/spec/concurrencyPolicy").asString()).isEqualTo("Forbid");
        JsonNode pod = job.at("/spec/jobTemplate/spec/template/spec");
        JsonNode container = pod.at("/containers/0");
        assertThat(container.at("/securityContext/readOnlyRootFilesystem").asBoolean())
                .isTrue();
        assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
        assertThat(container.at("/resources/limits/memory").isString()).isTrue();
        assertThat(container.get("args").valueStream()).allMatch(JsonNode::isString);
        Set<String> mounted = new TreeSet<>();
        container
                .get("volumeMounts")
                .forEach(mount -> mounted.add(mount.get("name").asString()));
        Set<String> volumes = new TreeSet<>();
        pod.get("volumes").forEach(volume -> volumes.add(volume.get("name").asString()));
        assertThat(mounted).isEqualTo(volumes);
        assertThat(pod.at("/volumes/0/secret/secretName").asString()).isEqualTo("claimctl");
        assertThat(pod.at("/volumes/1/persistentVolumeClaim/claimName").asString())
                .isEqualTo(documents.get(0).at("/metadata/name").asString());
    }

    @Test
    void the_alerts_ask_for_metrics_that_are_written() throws IOException {
        String namespace = "shop._message_state";
        Instant now = Instant.EPOCH;
        Set<String> written = new TreeSet<>();
        for (String text : List.of(
                ClaimMetrics.text(
                        namespace,
                        new ClaimGauges(
                                new StaleGauges(now, Duration.ofMinutes(2), 1, 1, 1, 1, now), List.of(), 1, 1L)),
                new SweepMetrics(true, now, Duration.ZERO, Map.of(), 0, 1L, Duration.ZERO, false)
                        .text(namespace, null))) {
            written.addAll(Exposition.parse(text).helps().keySet());
        }
        JsonNode rules = SharedFiles.documents(SharedFiles.FOLDER.resolve("prometheus/claimctl.rules.yaml"))
                .get(0)
                .at("/groups/0/rules");
        assertThat(rules.size()).isEqualTo(4);
        for (JsonNode rule : rules) {
            List<String> asked = Pattern.compile("claimctl_\\w+")
                    .matcher(rule.get("expr").asString())
                    .results()
                    .map(MatchResult::group)
                    .toList();
            assertThat(asked).isNotEmpty().allMatch(written::contains);
            assertThat(rule.get("alert").asString()).matches("Claimctl[A-Za-z]+");
        }
    }
}
