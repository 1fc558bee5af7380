package io.claimctl;

import static io.claimctl.testing.FaultProxy.ANY;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.Await;
import io.claimctl.testing.FaultProxy;
import io.claimctl.testing.ProxyFault;
import io.claimctl.testing.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code stale reset} as a process: killed, twice at once, told to end, its server gone for a while. */
@Execution(ExecutionMode.CONCURRENT)
class SweepIT {
    private static final int WAYS = 5;
    /** A hundred in CI, which has the time. */
    private static final int KILLED = Integer.getInteger("claimctl.kills", 20) / WAYS;

    private static final int EACH_TIME = 24;
    private static final int LARGE = 100_000;
    private static final int MOST_COMMANDS = 16;

    @RegisterExtension
    private final RunBench bench = new RunBench();

    private final SweepTraces traces = new SweepTraces(bench, "audit");

    private Launch sweep(String... words) {
        String[] all = Stream.concat(
                        Stream.of("stale", "reset", "--older-than", "1h", "--audit-file", "audit", "-o", "json"),
                        Stream.of(words))
                .toArray(String[]::new);
        return bench.claimctl(all).on(bench.proxy().uri());
    }

    private static JsonNode json(StartedRun run) {
        return JsonMapper.shared().readTree(run.out());
    }

    private static int reset(StartedRun run) {
        return json(run).at("/summary/reset").asInt();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--batch 4",
                "--batch 3 --parallel 3",
                "--batch 5 --delete --yes",
                "--batch 4 --archive kept",
                "--batch 4 --single-flight=turn-%d"
            })
    void killed_at_any_point_it_has_changed_only_what_it_recorded_and_the_next_one_goes_on(String way)
            throws Exception {
        long seed = Long.getLong("claimctl.seed", System.nanoTime());
        Random random = new Random(seed);
        int hits = 0;
        for (int round = 0; round < KILLED; round++) {
            traces.add(EACH_TIME, 20);
            traces.add(1, LARGE);
            StartedRun run = killed(sweep(way.formatted(round).split(" ")), random);
            String when = "-Dclaimctl.seed=" + seed + ", round " + round + ": " + run;
            assertThat(run.process().exitValue()).as(when).isIn(0, 137);
            hits += run.process().exitValue() == 0 ? 0 : 1;
            assertThat(traces.torn()).as(when).isLessThanOrEqualTo(hits);
            try {
                traces.areRecorded();
            } catch (AssertionError e) {
                throw new AssertionError(when, e);
            }
            traces.take("released");
            traces.take("processing");
        }
        assertThat(hits).as("sweeps that were killed, of " + KILLED).isGreaterThanOrEqualTo(KILLED / 2);
        bench.proxy().heal();
        sweep(way.formatted(KILLED).split(" ")).start().ends(0);
        traces.areFinished();
        if (way.contains("archive")) {
            traces.areArchived("kept");
        }
    }

    /** It is killed as one of its commands is on its way to the server, or has been answered, or a moment later. */
    private StartedRun killed(Launch launch, Random random) throws Exception {
        int at = 1 + random.nextInt(MOST_COMMANDS);
        int how = random.nextInt(3);
        long later = random.nextInt(8_000);
        CompletableFuture<Process> process = new CompletableFuture<>();
        ProxyFault fault = switch (how) {
            case 0 -> ProxyFault.CUT_BEFORE.meanwhile(() -> kill(process));
            case 1 -> ProxyFault.CUT_AFTER.meanwhile(() -> kill(process));
            default ->
                ProxyFault.NONE.meanwhile(() -> CompletableFuture.delayedExecutor(later, TimeUnit.MICROSECONDS)
                        .execute(() -> kill(process)));
        };
        AtomicInteger commands = new AtomicInteger();
        bench.proxy().heal();
        bench.proxy().always(ANY, command -> commands.incrementAndGet() == at, fault);
        StartedRun run = launch.start();
        process.complete(run.process());
        assertThat(run.process().waitFor(30, TimeUnit.SECONDS))
                .as("ends: %s", run)
                .isTrue();
        return run;
    }

    private static void kill(CompletableFuture<Process> process) {
        process.join().destroyForcibly().onExit().join();
    }

    @Test
    void the_claim_of_one_that_was_killed_keeps_others_away_who_say_so_until_its_lease_ends() throws Exception {
        traces.add(10, 20);
        CompletableFuture<Process> process = new CompletableFuture<>();
        bench.proxy().next("update", ProxyFault.CUT_BEFORE.meanwhile(() -> kill(process)));
        StartedRun run = sweep("--single-flight").start();
        process.complete(run.process());
        run.ends(137);
        StartedRun next = sweep("--single-flight").start().ends(0).says("another sweep is at it", "claimctl-sweep");
        assertThat(reset(next)).isZero();
        assertThat(traces.untouched()).isEqualTo(10);
        sweep("--single-flight=another").start().ends(0);
        traces.areFinished();
    }

    @Test
    void two_at_once_reset_each_claim_once_and_their_sum_is_right() throws Exception {
        traces.add(300, 20);
        CyclicBarrier both = new CyclicBarrier(2);
        bench.proxy().next(Set.of("find"), 2, ProxyFault.NONE.meanwhile(() -> meet(both)));
        List<StartedRun> runs = List.of(
                sweep("--batch", "20").start(),
                sweep("--batch", "20", "--parallel", "2").start());
        int sum = 0;
        List<String> ids = new ArrayList<>();
        for (StartedRun run : runs) {
            sum += reset(run.ends(0));
            json(run).get("claims").forEach(claim -> {
                if (claim.get("result").asString().equals("reset")) {
                    ids.add(claim.get("id").asString());
                }
            });
        }
        assertThat(sum)
                .as("%s", runs)
                .isEqualTo(300)
                .isEqualTo(traces.released().size());
        assertThat(ids).hasSize(300).doesNotHaveDuplicates();
        traces.areFinished();
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("the other one never came", e);
        }
    }

    @Test
    void of_two_at_once_under_one_claim_one_sweeps_and_the_other_says_who_does() throws Exception {
        traces.add(300, 20);
        CountDownLatch other = new CountDownLatch(1);
        bench.proxy().next("find", ProxyFault.NONE.meanwhile(() -> wait(other)));
        StartedRun first = sweep("--single-flight").with("HOSTNAME", "host-a").start();
        Await.until(first::toString, () -> !bench.proxy().seen("find").isEmpty());
        StartedRun second = sweep("--single-flight").with("HOSTNAME", "host-b").start();
        assertThat(reset(second.ends(0).says("another sweep is at it", "host-a:")))
                .isZero();
        other.countDown();
        assertThat(reset(first.ends(0))).isEqualTo(300);
        assertThat(bench.stored("claimctl-sweep")).containsEntry("status", "released");
        traces.areFinished();
    }

    private static void wait(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @CsvSource({"CUT_BEFORE,true", "CUT_AFTER,true", "CUT_BEFORE,false", "CUT_AFTER,false"})
    void where_the_server_is_gone_for_a_second_or_for_good_what_it_reports_is_true_and_the_next_one_finishes(
            ScriptedServer.Fault how, boolean back) throws Exception {
        traces.add(60, 20);
        AtomicInteger updates = new AtomicInteger();
        FaultProxy proxy = bench.proxy();
        ProxyFault cut = how == ScriptedServer.Fault.CUT_AFTER ? ProxyFault.CUT_AFTER : ProxyFault.CUT_BEFORE;
        proxy.always("update", command -> updates.incrementAndGet() == 3, cut.meanwhile(() -> {
            proxy.vanish();
            if (back) {
                CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(proxy::heal);
            }
        }));
        StartedRun run =
                sweep("--batch", "10", "--timeout", back ? "10s" : "5s").start();
        assertThat(run.process().waitFor(30, TimeUnit.SECONDS)).as("%s", run).isTrue();
        JsonNode report = json(run);
        JsonNode summary = report.get("summary");
        boolean partial = summary.get("unclear").asInt() + summary.get("error").asInt() > 0
                || summary.path("stopped").isString();
        assertThat(run.process().exitValue()).as("%s", run).isEqualTo(partial ? 6 : 0);
        assertThat(partial || back).as("%s", run).isTrue();
        isTrue(report);
        traces.areRecorded();
        proxy.heal();
        sweep("--batch", "10").start().ends(0);
        traces.areFinished();
    }

    private void isTrue(JsonNode report) {
        int reset = 0;
        for (JsonNode claim : report.get("claims")) {
            String result = claim.get("result").asString();
            String status = bench.stored(claim.get("id").asString()).getString("status");
            reset += result.equals("reset") ? 1 : 0;
            switch (result) {
                case "reset" -> assertThat(status).as("%s", claim).isEqualTo("released");
                case "skipped", "error" -> assertThat(status).as("%s", claim).isEqualTo("processing");
                default -> assertThat(result).as("%s", claim).isEqualTo("unclear");
            }
        }
        assertThat(reset).isEqualTo(report.at("/summary/reset").asInt());
        int unclear = report.at("/summary/unclear").asInt();
        assertThat(traces.released().size()).isBetween(reset, reset + unclear);
    }

    @Test
    void told_to_end_it_ends_at_once_with_whole_records_and_lets_its_turn_go() throws Exception {
        traces.add(300, 20);
        StartedRun run = sweep("--rate", "50/s", "--batch", "10", "--single-flight", "--metrics-file", "sweep.prom")
                .start();
        Await.until(run::toString, () -> traces.lines().size() >= 40);
        long told = System.nanoTime();
        run.signalled("TERM").ends(143).says("stopped early: the signal TERM stopped it");
        assertThat(Duration.ofNanos(System.nanoTime() - told)).isLessThan(Duration.ofSeconds(4));
        assertThat(json(run).at("/summary/stopped").asString()).isEqualTo("the signal TERM stopped it");
        assertThat(reset(run)).isBetween(20, 290).isEqualTo(traces.released().size());
        assertThat(traces.torn()).isZero();
        assertThat(traces.lines()).hasSize(2 * reset(run));
        traces.areRecorded();
        assertThat(bench.stored("claimctl-sweep")).containsEntry("status", "released");
        assertThat(bench.text("sweep.prom"))
                .containsPattern("claimctl_sweep_success\\S* 0\n")
                .doesNotContain("claimctl_sweep_last_success_timestamp_seconds{");
        noTemporaryFile();
    }

    private void noTemporaryFile() throws IOException {
        try (Stream<Path> files = Files.list(bench.folder())) {
            assertThat(files).noneMatch(file -> file.toString().endsWith(".new"));
        }
    }
}
