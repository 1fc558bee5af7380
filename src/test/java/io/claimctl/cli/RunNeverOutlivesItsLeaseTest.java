package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import io.claimctl.testing.Await;
import io.claimctl.testing.LifeWatch;
import io.claimctl.testing.LinuxProcess;
import io.claimctl.testing.ScriptedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * P6, by measurement: the command of a {@code run} is never alive at or after the end of its lease, whatever happens on the
 * network. The server's clock is this host's, by which the processes are watched, too.
 */
@Tag("long")
class RunNeverOutlivesItsLeaseTest {
    private static final long SEED = Long.getLong("claimctl.seed", 20_250_101);
    private static final long OTHERS = 1_000_000;
    private static final int RUNS = 205;
    /** More would wait for each other on a host of two processors. */
    private static final int AT_ONCE = 24;
    /** A thread that waits as long for a processor says more of the host than of what is measured. */
    private static final Duration BUSY = Duration.ofMillis(250);

    private final ScriptedServer server = new ScriptedServer();
    private final Map<String, Instant> ends = new ConcurrentHashMap<>();
    private volatile boolean measured;

    @TempDir
    private Path folder;

    /** One run, when the last of its processes was gone, and the end of its lease. */
    private record Measured(CutRun cut, RecordedRun run, Instant gone, Instant end) {
        Duration margin() {
            return Duration.between(gone, end);
        }

        boolean late() {
            return !gone.isBefore(end);
        }

        boolean lost() {
            return run.exit() == ExitCode.LEASE_LOST.code();
        }

        @Override
        public String toString() {
            return margin().toMillis() + " ms left, ended with " + run.exit() + "; " + cut;
        }
    }

    @Test
    void no_command_was_alive_at_the_end_of_its_lease() throws Exception {
        LinuxProcess.require();
        System.out.println("seed " + SEED + " (-Dclaimctl.seed)");
        warmUp();
        List<Measured> all;
        Duration heldUp;
        try (LifeWatch watch = new LifeWatch()) {
            all = measure(watch);
            heldUp = watch.longestPause();
            report(all, heldUp);
        }
        assertThat(all.stream().filter(Measured::lost).count())
                .as("leases lost")
                .isGreaterThan(RUNS / 2);
        List<Measured> late = all.stream().filter(Measured::late).toList();
        assertThat(late).allSatisfy(m -> m.run().says(" late: it may have run for "));
        assumeTrue(
                late.isEmpty() || heldUp.compareTo(BUSY) < 0,
                () -> "this host is too busy to measure on: a thread that only sleeps was held up by "
                        + heldUp.toMillis() + " ms, and " + late.size() + " commands of " + RUNS
                        + " were late, and said so");
        assertThat(late).as("alive at the end of their lease, and said so").isEmpty();
    }

    /** What is measured is not how long classes take to load. */
    private void warmUp() {
        IntStream.range(0, 8)
                .parallel()
                .forEach(i -> RecordedRun.claimctl("run", "warm-" + i, "--ttl", "1m", "--", "sh", "-c", "sleep 0.2")
                        .on(server.uri() + "/shop")
                        .run()
                        .ends(ExitCode.DONE));
    }

    private List<Measured> measure(LifeWatch watch) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try (MongoClient client = MongoClients.create(server.uri())) {
            MongoCollection<Document> claims = client.getDatabase("shop").getCollection(ConnectionSettings.COLLECTION);
            Thread ledger = new Thread(() -> writeDownEnds(claims), "ledger");
            ledger.setDaemon(true);
            ledger.start();
            List<Future<Measured>> runs = new ArrayList<>();
            for (int i = 0; i < RUNS; i++) {
                long seed = SEED + i;
                runs.add(threads.submit(() -> measure(seed, watch)));
            }
            List<Measured> all = new ArrayList<>();
            for (Future<Measured> run : runs) {
                all.add(run.get(2, TimeUnit.MINUTES));
            }
            measured = true;
            ledger.join();
            return all;
        } finally {
            threads.shutdownNow();
            server.close();
        }
    }

    /** Where the host is too busy to acquire a claim in time, another run is drawn. */
    private Measured measure(long seed, LifeWatch watch) throws Exception {
        List<LinuxProcess> processes = new CopyOnWriteArrayList<>();
        CutRun cut = new CutRun(seed, folder);
        RecordedRun run = cut.run(server.uri() + "/shop", watch, processes);
        Instant returned = Instant.now();
        if (processes.isEmpty()) {
            return measure(seed + OTHERS, watch);
        }
        Instant gone = Instant.MIN;
        for (LinuxProcess process : processes) {
            Await.until(
                    () -> "the end of " + process + ", which outlived " + cut + ", " + run,
                    () -> watch.gone(process).isPresent());
            Instant last = watch.gone(process).orElseThrow();
            gone = last.isAfter(gone) ? last : gone;
            if (run.exit() == ExitCode.LEASE_LOST.code()) {
                assertThat(watch.lastAlive(process)).as("outlives %s", run).isBefore(returned);
            }
        }
        return new Measured(cut, run, gone, Objects.requireNonNull(ends.get(cut.id())));
    }

    /** Writes down the ends of all leases as they are stored, since a claim that is released has none any more. */
    private void writeDownEnds(MongoCollection<Document> claims) {
        while (!measured) {
            for (Document claim : claims.find(Filters.eq("status", "processing"))) {
                Instant end = claim.getDate("expires_at").toInstant();
                ends.merge(claim.getString("_id"), end, (a, b) -> a.isAfter(b) ? a : b);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    private static void report(List<Measured> all, Duration held) throws Exception {
        List<Measured> sorted =
                all.stream().sorted(Comparator.comparing(Measured::margin)).toList();
        Map<Integer, Integer> codes = new TreeMap<>();
        all.forEach(m -> codes.merge(m.run().exit(), 1, Integer::sum));
        List<Measured> lost = sorted.stream().filter(Measured::lost).toList();
        String summary = all.size() + " commands; exit codes " + codes + "; of those that lost their lease, "
                + (lost.isEmpty()
                        ? "none"
                        : "the least margin was " + lost.get(0).margin().toMillis() + " ms, the median "
                                + lost.get(lost.size() / 2).margin().toMillis() + " ms")
                + "; the watch itself was held up by " + held.toMillis() + " ms at most";
        System.out.println(summary);
        StringBuilder text = new StringBuilder("seed " + SEED + "\n" + summary + "\n");
        sorted.forEach(m -> text.append(m).append('\n'));
        Files.writeString(Path.of("target", "run-margins.txt"), text);
    }
}
