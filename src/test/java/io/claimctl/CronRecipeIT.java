package io.claimctl;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import io.claimctl.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The lines for cron that come with the distribution, run as cron runs them, on {@code demo --serve}. */
class CronRecipeIT {
    private static final Path RECIPE = Launch.CLAIMCTL.resolveSibling("../share/cron.d/claimctl");
    /** Five fields of time and the user. */
    private static final Pattern JOB = Pattern.compile("(?:[*/0-9,-]+\\s+){5}claimctl\\s+(.*)");

    @RegisterExtension
    private final RunBench bench = new RunBench();

    private final List<String> jobs = new ArrayList<>();
    private String path = "";
    private String uri = "";

    /** A line of the recipe, where the folders that it names are those of this test. */
    private String placed(String line) throws IOException {
        Map<String, String> folders = Map.of(
                "/etc/claimctl", "etc",
                "/var/log/claimctl", "log",
                "/var/lib/node_exporter/textfile_collector", "node",
                "/usr/local/bin", "bin");
        String placed = line;
        for (Map.Entry<String, String> folder : folders.entrySet()) {
            placed = placed.replace(
                    folder.getKey(),
                    Files.createDirectories(bench.file(folder.getValue())).toString());
        }
        return placed.replace("--jitter 20s", "--jitter 1s");
    }

    @BeforeEach
    void install() throws Exception {
        for (String line : Files.readAllLines(RECIPE)) {
            var job = JOB.matcher(placed(line));
            if (job.matches()) {
                jobs.add(job.group(1));
            } else if (line.startsWith("PATH=")) {
                path = placed(line);
            }
        }
        assertThat(jobs).hasSize(2).allMatch(job -> !job.contains("%"));
        Files.createSymbolicLink(bench.file("bin/claimctl"), Launch.CLAIMCTL.toAbsolutePath());
        StartedRun demo = bench.claimctl("demo", "--serve").start();
        Await.until(demo::toString, () -> demo.out().endsWith("\n"));
        uri = demo.out().strip();
        Files.writeString(bench.file("etc/uri"), uri + "\n");
    }

    /** With the little that cron gives a job. */
    private StartedRun cron(int job) throws IOException {
        return new Launch(
                        bench,
                        List.of(
                                "env",
                                "-i",
                                "HOME=/",
                                "LOGNAME=claimctl",
                                "SHELL=/bin/sh",
                                path,
                                "CLAIMCTL_JAVA=" + System.getProperty("java.home") + "/bin/java",
                                String.join("=", bench.mark()),
                                "/bin/sh",
                                "-c",
                                jobs.get(job)))
                .start();
    }

    private List<String> ids(String status) {
        try (MongoClient client = MongoClients.create(uri)) {
            MongoCollection<Document> claims = client.getDatabase("demo").getCollection("_message_state");
            return claims.find(Filters.eq("status", status))
                    .map(claim -> claim.getString("_id"))
                    .into(new ArrayList<>());
        }
    }

    @Test
    void on_two_hosts_at_once_they_sweep_once_and_later_have_nothing_to_do_or_to_mail() throws Exception {
        List<StartedRun> hosts = List.of(cron(0), cron(0));
        for (StartedRun host : hosts) {
            host.ends(0).saysNothing();
        }
        assertThat(hosts).filteredOn(host -> host.out().isEmpty()).hasSize(1);
        assertThat(hosts.get(0).out() + hosts.get(1).out())
                .containsPattern("order-1003 +reset")
                .containsPattern("order-1004 +reset");
        assertThat(ids("released"))
                .containsExactlyInAnyOrder("order-1003", "order-1004", "order-1007", "claimctl-sweep");
        String audit = bench.text("log/sweep.ndjson");
        assertThat(audit.lines()
                        .map(line ->
                                line.replaceAll("(?:.*\"record\":\"(\\w+)\").*(?:\"id\":\"([^\"]*)\").*", "$1 $2")))
                .containsExactly("before order-1003", "before order-1004", "after order-1003", "after order-1004");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(bench.file("log/sweep.ndjson"))))
                .isEqualTo("rw-------");

        cron(0).ends(0).saysNothing().shows("");
        assertThat(bench.text("log/sweep.ndjson")).isEqualTo(audit);
        assertThat(bench.text("node/claimctl.prom"))
                .containsPattern("claimctl_sweep_success\\S* 1\n")
                .containsPattern("claimctl_sweep_last_success_timestamp_seconds\\S* [0-9]");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(bench.file("node/claimctl.prom"))))
                .isEqualTo("rw-r--r--");
    }

    @Test
    void the_collections_numbers_are_in_their_file() throws Exception {
        cron(1).ends(0).saysNothing().shows("");
        assertThat(bench.text("node/claims.prom")).contains("claimctl_claims");
    }
}
