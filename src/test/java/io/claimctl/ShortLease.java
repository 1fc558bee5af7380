package io.claimctl;

import io.claimctl.testing.Await;
import io.claimctl.testing.LinuxProcess;
import java.time.Instant;

/** A {@code claimctl run} of claim a on a short lease, behind the proxy, whose command is up. */
record ShortLease(RunBench bench, StartedRun run, LinuxProcess child) {
    static final String IGNORES_TERM = "trap '' TERM; echo $$ >pid; while :; do sleep 0.1; done";
    static final String NOTES_TERM = "trap 'echo TERM >>log; exit 0' TERM; echo $$ >pid; while :; do sleep 0.05; done";

    /** @param script writes its process number to a file {@code pid} when it is up */
    static ShortLease start(RunBench bench, String grace, String script) throws Exception {
        LinuxProcess.require();
        StartedRun run = bench.up(
                bench.claimctl("run", "a", "--ttl", "6s", "--timeout", "2s", "--grace", grace, "--", "sh", "-c", script)
                        .on(bench.proxy().uri()),
                "pid");
        long pid = Long.parseLong(bench.text("pid").strip());
        return new ShortLease(bench, run, LinuxProcess.of(pid).orElseThrow());
    }

    /** When the lease ends, as it is stored. */
    Instant end() {
        return bench.stored("a").getDate("expires_at").toInstant();
    }

    /** Waits for the end of the command, and says when it was seen. */
    Instant childGone() throws Exception {
        Await.until(run::toString, () -> !child.alive());
        return Instant.now();
    }
}
