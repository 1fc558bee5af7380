package io.claimctl.cli;

import static io.claimctl.testing.FaultProxy.ANY;
import static io.claimctl.testing.FaultProxy.DRIVER;

import io.claimctl.testing.Await;
import io.claimctl.testing.FaultProxy;
import io.claimctl.testing.LifeWatch;
import io.claimctl.testing.LinuxProcess;
import io.claimctl.testing.ProxyFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** One {@code claimctl run} whose network is cut at some moment: all of it is drawn from a seed. */
final class CutRun {
    private static final Duration TIMEOUT = Duration.ofMillis(300);
    private static final Duration LONGEST_GRACE = Duration.ofMillis(500);
    private static final int LIFE = 5; // seconds that a command lives if nobody ends it

    /** What is run. Each process writes its number to {@code $PIDS}, {@code NUMBER} of them. */
    private enum Command {
        PLAIN(1, "leaf"),
        IGNORES_TERM(1, "trap '' TERM; leaf"),
        TREE(3, "(leaf & leaf) & leaf"),
        STUBBORN_TREE(3, "trap '' TERM; (leaf & leaf) & leaf"),
        DAEMON(2, "(setsid sh -c 'echo $$ >>\"$PIDS\"; trap \"\" TERM; sleep " + LIFE + "' &); leaf");

        private final int processes;
        private final String script;

        Command(int processes, String script) {
            this.processes = processes;
            this.script = script;
        }
    }

    private enum Cut {
        VANISH,
        STALL_BEFORE,
        STALL_AFTER,
        LATE_REQUESTS,
        LATE_REPLIES
    }

    private final String id;
    private final Path pids;
    private final Duration ttl;
    private final Duration grace;
    private final Command command;
    private final Cut cut;
    private final boolean driverToo;
    private final Duration until;
    private final Duration late;
    private final boolean heals;
    private final Duration healed;

    CutRun(long seed, Path folder) {
        SplittableRandom random = new SplittableRandom(seed);
        id = "run-" + seed;
        pids = folder.resolve(id);
        ttl = millis(random.nextInt(2_000, 3_001));
        Duration most = ttl.minus(ttl.dividedBy(3)).minus(TIMEOUT).minusSeconds(1);
        grace = millis(random.nextInt(0, (int) Math.min(most.toMillis(), LONGEST_GRACE.toMillis()) + 1));
        command = Command.values()[random.nextInt(Command.values().length)];
        cut = Cut.values()[random.nextInt(Cut.values().length)];
        driverToo = random.nextBoolean();
        until = millis(random.nextInt(0, 1_800));
        late = millis(random.nextInt(100, 3_000));
        heals = random.nextInt(4) == 0;
        healed = millis(random.nextInt(100, 2_000));
    }

    String id() {
        return id;
    }

    /** Runs it to its end. */
    RecordedRun run(String server, LifeWatch watch, List<LinuxProcess> processes) throws Exception {
        try (FaultProxy proxy = new FaultProxy(server)) {
            Thread network = new Thread(() -> interfere(proxy, watch, processes), "network of " + id);
            network.start();
            RecordedRun run = RecordedRun.claimctl(
                            "run",
                            id,
                            "--ttl",
                            word(ttl),
                            "--timeout",
                            word(TIMEOUT),
                            "--grace",
                            word(grace),
                            "--",
                            "sh",
                            "-c",
                            script())
                    .on(proxy.uri())
                    .run();
            network.interrupt();
            network.join();
            proxy.assertSound();
            return run;
        }
    }

    private String script() {
        return "PIDS='" + pids + "'; export PIDS; leaf() { sh -c 'echo $$ >>\"$PIDS\"; exec sleep " + LIFE + "'; }; "
                + command.script;
    }

    private void interfere(FaultProxy proxy, LifeWatch watch, List<LinuxProcess> processes) {
        try {
            Await.until(id, () -> numbers().size() >= command.processes);
            for (String number : numbers()) {
                LinuxProcess.of(Long.parseLong(number)).ifPresent(process -> {
                    watch.add(process);
                    processes.add(process);
                });
            }
            TimeUnit.NANOSECONDS.sleep(until.toNanos());
            begin(proxy);
            if (heals) {
                TimeUnit.NANOSECONDS.sleep(healed.toNanos());
                proxy.heal();
            }
        } catch (InterruptedException over) {
            // the run has ended before
        } catch (Exception e) {
            throw new AssertionError(id, e);
        }
    }

    private void begin(FaultProxy proxy) {
        switch (cut) {
            case VANISH -> proxy.vanish();
            case STALL_BEFORE -> always(proxy, ProxyFault.STALL_BEFORE);
            case STALL_AFTER -> always(proxy, ProxyFault.STALL_AFTER);
            case LATE_REQUESTS -> always(proxy, ProxyFault.delayedRequest(late));
            case LATE_REPLIES -> always(proxy, ProxyFault.delayedReply(late));
        }
    }

    private void always(FaultProxy proxy, ProxyFault fault) {
        proxy.next(driverToo ? Set.of(ANY, DRIVER) : Set.of(ANY), Integer.MAX_VALUE, fault);
    }

    private List<String> numbers() throws IOException {
        return Files.exists(pids) ? new ArrayList<>(Files.readAllLines(pids)) : List.of();
    }

    private static Duration millis(int millis) {
        return Duration.ofMillis(millis);
    }

    private static String word(Duration duration) {
        return duration.toMillis() + "ms";
    }

    @Override
    public String toString() {
        return id + ": " + command + ", " + cut + (driverToo ? " of all" : "") + " after " + until.toMillis()
                + " ms" + (heals ? ", healed after " + healed.toMillis() + " ms" : "") + ", late by "
                + late.toMillis() + " ms, ttl " + ttl.toMillis() + " ms, grace " + grace.toMillis() + " ms";
    }
}
