package io.claimctl;

import static io.claimctl.testing.FaultProxy.ANY;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import io.claimctl.testing.Await;
import io.claimctl.testing.ProxyFault;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bson.Document;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of the command when {@code claimctl run} itself stands still, as in a suspend, or is killed. */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class RunStoppedIT {
    @RegisterExtension
    private final RunBench bench = new RunBench();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_stop_longer_than_the_lease_is_noticed_on_waking_and_the_command_ended_before_all_else(boolean taken)
            throws Exception {
        ShortLease lease = ShortLease.start(bench, "0s", ShortLease.NOTES_TERM);
        lease.run().signalled("STOP");
        Await.until("the end of the lease", () -> lease.end().isBefore(Instant.now()));
        if (taken) {
            bench.claims().deleteOne(Filters.eq("a"));
            bench.held("a", Duration.ofMinutes(1));
        }
        Document before = bench.stored("a");
        assertThat(lease.child().alive()).isTrue();
        List<String> tooEarly = new CopyOnWriteArrayList<>();
        bench.proxy().always(ANY, ProxyFault.NONE.meanwhile(() -> {
            if (lease.child().alive()) {
                tooEarly.add("a command was sent before the child had ended");
            }
        }));
        lease.run().signalled("CONT").ends(79).says("claimctl: ", "claim a");
        assertThat(lease.child().alive()).isFalse();
        assertThat(tooEarly).isEmpty();
        assertThat(bench.stored("a")).isEqualTo(before);
        if (taken) {
            lease.run().says(RunBench.STRANGER);
        }
    }

    @Test
    void a_stop_that_leaves_time_ends_nothing() throws Exception {
        ShortLease lease = ShortLease.start(bench, "0s", "echo $$ >pid; until [ -e go ]; do sleep 0.05; done; exit 4");
        Instant first = lease.end();
        lease.run().signalled("STOP");
        Await.until("most of the lease", () -> first.minusMillis(2_500).isBefore(Instant.now()));
        lease.run().signalled("CONT");
        Await.until(lease.run()::toString, () -> lease.end().isAfter(first));
        Files.createFile(bench.file("go"));
        lease.run().ends(4).saysNothing();
    }

    @Test
    void if_claimctl_itself_is_killed_the_command_is_asked_to_end() throws Exception {
        Process probe = new ProcessBuilder("sh", "-c", "setpriv --pdeathsig TERM -- true").start();
        Assumptions.assumeTrue(
                probe.waitFor() == 0, "there is no setpriv with --pdeathsig here: util-linux is missing");
        ShortLease lease = ShortLease.start(bench, "500ms", ShortLease.NOTES_TERM);
        lease.run().signalled("KILL");
        lease.childGone();
        assertThat(bench.text("log")).isEqualTo("TERM\n");
    }
}
