package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.claimctl.claim.Acquired;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Lease;
import io.claimctl.cli.process.Child;
import io.claimctl.cli.process.Stdio;
import io.claimctl.testing.Await;
import io.claimctl.testing.ScriptedServer;
import io.claimctl.worker.KeptLease;
import io.claimctl.worker.LeaseKeeper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a command that ignores TERM is killed: after the grace, or two margins before the lease's end. */
class LossStopTest {
    private final ScriptedServer server = new ScriptedServer();
    private final MongoClient client = MongoClients.create(server.uri());

    @TempDir
    private Path folder;

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    /** Ends a command that ignores TERM, and says how. */
    private String ended(Duration ttl, Duration grace) throws Exception {
        ClaimStore store =
                ClaimStore.on(client, new MongoNamespace("shop.claims")).withTimeout(Duration.ofMillis(500));
        Lease lease = store.acquire("a", ttl).acquired().map(Acquired::lease).orElseThrow();
        try (LeaseKeeper keeper = LeaseKeeper.on(store)) {
            KeptLease kept = keeper.keep(lease, ttl, Duration.ZERO, loss -> {});
            kept.close();
            Path up = folder.resolve("up");
            List<String> words = List.of("sh", "-c", "trap '' TERM; touch \"$1\"; exec sleep 30", "sh", up.toString());
            Child child = Child.start(words, Set.of(), Map.of(), Stdio.NOTHING, "");
            Await.until("the command is up", () -> Files.exists(up));
            String how = new LossStop(plan(ttl, grace), child, kept).end();
            assertThat(child.treeAlive()).isFalse();
            return how;
        }
    }

    private static RunPlan plan(Duration ttl, Duration grace) {
        return new RunPlan("a", ttl, null, 75, null, false, false, true, grace, false, List.of("sleep"));
    }

    @Test
    void the_loss_is_told_early_enough_for_the_grace_and_the_killing() {
        assertThat(plan(Duration.ofMinutes(1), Duration.ofSeconds(5)).notice()).isEqualTo(Duration.ofMillis(5_500));
        assertThat(plan(Duration.ofSeconds(1), Duration.ZERO).notice()).isEqualTo(Duration.ofMillis(250));
    }

    @Test
    void a_long_lease_is_not_waited_for() throws Exception {
        assertThat(ended(Duration.ofMinutes(1), Duration.ofMillis(100)))
                .matches("the command was ended by KILL, 5\\ds.* before its lease could end");
    }

    @Test
    void a_long_grace_is_cut_short_by_the_leases_end() throws Exception {
        assertThat(ended(Duration.ofSeconds(3), Duration.ofSeconds(20)))
                .startsWith("the command was ended by KILL, ")
                .endsWith(" before its lease could end");
    }
}
