package io.claimctl;

import static io.claimctl.testing.FaultProxy.ANY;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.claimctl.testing.Await;
import io.claimctl.testing.LinuxProcess;
import io.claimctl.testing.ProxyFault;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of the command when {@code claimctl run} loses its lease. */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class RunLossIT {
    @RegisterExtension
    private final RunBench bench = new RunBench();

    private void resetByAnOperator() {
        Date now = new Date();
        bench.claims()
                .updateOne(
                        Filters.eq("a"),
                        Updates.combine(
                                Updates.set("status", "released"),
                                Updates.set("expires_at", new Date(now.getTime() - 1)),
                                Updates.set("updated_at", now),
                                Updates.set("reset_by", "reset:maria"),
                                Updates.set("reset_at", now),
                                Updates.set("reset_reason", "moved to the new cluster")));
    }

    @Test
    void a_server_that_vanishes_ends_the_command_before_the_lease_can_end_and_the_claim_is_left() throws Exception {
        ShortLease lease = ShortLease.start(bench, "500ms", ShortLease.NOTES_TERM);
        bench.proxy().vanish();
        Document before = bench.stored("a");
        assertThat(lease.childGone()).isBefore(lease.end());
        lease.run().ends(79).shows("").says("claimctl: ", "claim a");
        assertThat(bench.text("log")).isEqualTo("TERM\n");
        assertThat(bench.stored("a")).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"500ms", "0s"})
    void a_command_that_ignores_the_request_to_end_is_killed_before_the_lease_can_end(String grace) throws Exception {
        ShortLease lease = ShortLease.start(bench, grace, ShortLease.IGNORES_TERM);
        bench.proxy().always(ANY, ProxyFault.STALL_BEFORE);
        assertThat(lease.childGone()).isBefore(lease.end());
        lease.run().ends(79);
        assertThat(bench.living()).isEmpty();
    }

    /** One of them has left its parents, its session and its streams. */
    @Test
    void the_whole_tree_ends() throws Exception {
        bench.script("leaf.sh", "trap '' TERM", "while :; do sleep 0.2; done");
        bench.script("tree.sh", "(./leaf.sh & ./leaf.sh) &", "sh -c './leaf.sh & wait' &", "exec ./leaf.sh");
        ShortLease lease = ShortLease.start(
                bench,
                "300ms",
                "(setsid ./leaf.sh </dev/null >/dev/null 2>&1 &) & ./tree.sh & sleep 0.3; echo $$ >pid; wait");
        List<LinuxProcess> tree = bench.living();
        assertThat(tree).hasSizeGreaterThan(9);
        resetByAnOperator();
        lease.run().ends(79);
        assertThat(tree).noneMatch(LinuxProcess::alive);
        assertThat(bench.living()).isEmpty();
    }

    @Test
    void a_reset_by_an_operator_is_told_with_who_and_why() throws Exception {
        ShortLease lease = ShortLease.start(bench, "500ms", ShortLease.NOTES_TERM);
        resetByAnOperator();
        Document reset = bench.stored("a");
        lease.run().ends(79).says("claimctl: ", "claim a", "reset:maria", "moved to the new cluster");
        assertThat(bench.text("log")).isEqualTo("TERM\n");
        assertThat(bench.stored("a")).isEqualTo(reset);
    }

    @Test
    void another_holder_is_named_and_its_claim_left() throws Exception {
        ShortLease lease = ShortLease.start(bench, "500ms", ShortLease.NOTES_TERM);
        bench.claims().deleteOne(Filters.eq("a"));
        bench.held("a", Duration.ofMinutes(1));
        Document theirs = bench.stored("a");
        lease.run().ends(79).says("claimctl: ", "claim a", RunBench.STRANGER);
        assertThat(bench.text("log")).isEqualTo("TERM\n");
        assertThat(bench.stored("a")).isEqualTo(theirs);
    }

    @Test
    void told_to_continue_it_says_so_and_lets_the_command_end() throws Exception {
        StartedRun run = bench.up(
                bench.claimctl(
                        "run",
                        "a",
                        "--ttl",
                        "6s",
                        "--timeout",
                        "2s",
                        "--grace",
                        "500ms",
                        "--on-lost",
                        "continue",
                        "--",
                        "sh",
                        "-c",
                        "echo >ready; until [ -e go ]; do sleep 0.05; done; echo done"),
                "ready");
        resetByAnOperator();
        Document reset = bench.stored("a");
        Await.until(run::toString, () -> run.err().contains("reset:maria"));
        Files.createFile(bench.file("go"));
        run.ends(79).shows("done\n");
        assertThat(bench.stored("a")).isEqualTo(reset);
    }
}
