package io.claimctl.cli;

import static io.claimctl.cli.FilledCollection.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.FaultProxy;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.ProxyFault;
import io.claimctl.testing.Servers.TestServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether a run gets its claim, and what it does if not. */
@OnEveryServer
class RunAcquiresTest {
    private final TestServer server;
    private final FilledCollection c;

    @TempDir
    private Path folder;

    RunAcquiresTest(TestServer server) {
        this.server = server;
        c = new FilledCollection(server);
    }

    @AfterEach
    void close() {
        c.close();
    }

    /** A run whose command leaves a file behind. */
    private RecordedRun.Setup run(String... options) {
        return runOn(server.uri(), options);
    }

    private RecordedRun.Setup runOn(String uri, String... options) {
        List<String> words = new ArrayList<>(List.of("run"));
        words.addAll(List.of(options));
        words.addAll(List.of("--", "touch", folder.resolve("ran").toString()));
        return c.runOn(uri, words.toArray(new String[0]));
    }

    private boolean ran() {
        return Files.exists(folder.resolve("ran"));
    }

    @Test
    void a_claim_that_another_holds_is_busy_at_once_and_the_holder_is_named() {
        Document before = c.stored("live");
        run("live", "--ttl", "1m")
                .run()
                .ends(ExitCode.TRY_LATER)
                .showsNothing()
                .says("it is held by " + TOKEN, "the command was not run");
        assertThat(ran()).isFalse();
        assertThat(c.stored("live")).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "3", "255"})
    void the_code_of_busy_can_be_chosen(String code) {
        run("live", "-E", code, "--ttl", "1m").run().ends(Integer.parseInt(code));
        assertThat(ran()).isFalse();
    }

    @Test
    void nobody_is_waited_for_unless_it_is_asked_for() {
        for (String no : new String[] {"-n", "-q"}) {
            run("live", no, "--ttl", "1m").run().ends(ExitCode.TRY_LATER);
        }
        assertThat(ran()).isFalse();
    }

    @Test
    void quiet_says_nothing_of_busy_and_done() {
        run("live", "-q", "--ttl", "1m").run().ends(ExitCode.TRY_LATER).saysNothing();
        run("done", "-q", "--once", "--ttl", "1m").run().ends(ExitCode.DONE).saysNothing();
        assertThat(ran()).isFalse();
    }

    @Test
    void waiting_ends_when_its_time_is_up() {
        RecordedRun run = run("live", "-w", "300ms", "--ttl", "1m").run();
        run.ends(ExitCode.TRY_LATER).says("it is held by " + TOKEN);
        assertThat(run.took()).isGreaterThanOrEqualTo(Duration.ofMillis(300));
        assertThat(ran()).isFalse();
    }

    @Test
    void waiting_ends_with_the_claim_when_it_is_released() throws Exception {
        SentSignals signals = new SentSignals(false);
        CompletableFuture<RecordedRun> waiting = CompletableFuture.supplyAsync(
                run("live", "-w", "forever", "--ttl", "1m").host(signals.host())::run);
        c.run("release", "live", "--token", TOKEN).run().ends(ExitCode.DONE);
        waiting.join().ends(0);
        assertThat(ran()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"HUP,129", "INT,130", "TERM,143"})
    void a_signal_ends_the_waiting_and_nothing_is_held(String name, int code) throws Exception {
        Document before = c.stored("live");
        SentSignals signals = new SentSignals(true);
        CompletableFuture<RecordedRun> waiting = CompletableFuture.supplyAsync(
                run("live", "-w", "20s", "--ttl", "1m").host(signals.host())::run);
        signals.send(name);
        RecordedRun run = waiting.join();
        run.ends(code).says("stopped by the signal " + name + ", without claim live");
        assertThat(run.took()).isLessThan(Duration.ofSeconds(15)); // of the 20 that it would wait
        assertThat(ran()).isFalse();
        assertThat(c.stored("live")).isEqualTo(before);
    }

    @Test
    void a_signal_as_the_claim_is_acquired_gives_it_back() throws Exception {
        SentSignals signals = new SentSignals(false);
        try (FaultProxy proxy = new FaultProxy(server.uri())) {
            proxy.next("findAndModify", ProxyFault.NONE.meanwhile(() -> signals.send("TERM")));
            runOn(proxy.uri(), "new", "--ttl", "1m")
                    .host(signals.host())
                    .run()
                    .ends(143)
                    .says("without claim new; it was released again");
        }
        assertThat(ran()).isFalse();
        assertThat(c.stored("new")).containsEntry("status", "released");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fail", "run"})
    void a_signal_while_the_store_does_not_answer_ends_it_with_that_signal_and_nothing_runs(String storeDown)
            throws Exception {
        SentSignals signals = new SentSignals(false);
        try (FaultProxy proxy = new FaultProxy(server.uri())) {
            proxy.vanish();
            CompletableFuture<RecordedRun> run = CompletableFuture.supplyAsync(
                    runOn(proxy.uri(), "new", "--ttl", "1m", "--timeout", "1s", "--store-down", storeDown)
                            .host(signals.host())::run);
            signals.send("TERM");
            run.join().ends(143).says("stopped by the signal TERM, without claim new: cannot reach ");
        }
        assertThat(ran()).isFalse();
    }

    @Test
    void a_completed_claim_ends_it_with8_and_with_once_with0() {
        run("done", "--ttl", "1m").run().ends(ExitCode.ALREADY_COMPLETED).says("claim done", "completed");
        run("done", "--ttl", "1m", "-w", "10s").run().ends(ExitCode.ALREADY_COMPLETED);
        run("done", "--once", "--ttl", "1m").run().ends(ExitCode.DONE).says("remembered until", "was not run");
        run("done", "--once", "--if-completed", "fail", "--ttl", "1m").run().ends(ExitCode.ALREADY_COMPLETED);
        run("done", "--if-completed", "skip", "--ttl", "1m").run().ends(ExitCode.DONE);
        assertThat(ran()).isFalse();
    }

    @Test
    void a_lapsed_claim_is_taken_over_and_said_from_whom() {
        run("lapsed", "--ttl", "1m").run().ends(0).says("was taken over from " + FilledCollection.token(2));
        assertThat(ran()).isTrue();
    }

    @Test
    void a_malformed_claim_is_refused() {
        run("broken", "--ttl", "1m").run().ends(ExitCode.REFUSED).says("broken", "malformed");
        assertThat(ran()).isFalse();
    }

    @Test
    void an_acquisition_of_which_nobody_knows_ends_it_with_what_settles_it() throws Exception {
        try (FaultProxy proxy = new FaultProxy(server.uri())) {
            proxy.always("findAndModify", ProxyFault.STALL_BEFORE);
            runOn(proxy.uri(), "new", "--ttl", "1m", "--timeout", "1s")
                    .run()
                    .ends(ExitCode.UNKNOWN)
                    .says("it is not known whether claim new was acquired", "claimctl release new --token");
        }
        assertThat(ran()).isFalse();
    }

    @Test
    void where_the_store_is_down_it_fails_with_that_code() {
        runOn("mongodb://127.0.0.1:1", "new", "--ttl", "1m", "--timeout", "300ms")
                .run()
                .ends(ExitCode.UNREACHABLE)
                .says("claim new was not acquired, and the command was not run: cannot reach 127.0.0.1:1");
        assertThat(ran()).isFalse();
    }

    @Test
    void where_the_store_is_down_it_runs_without_a_claim_if_that_is_asked_for() {
        runOn("mongodb://127.0.0.1:1", "new", "--ttl", "1m", "--timeout", "300ms", "--store-down", "run")
                .run()
                .ends(0)
                .says("the command runs without a claim", "there is no claim", "others may run it");
        assertThat(ran()).isTrue();
    }

    @Test
    void a_run_without_a_claim_sends_nothing_afterwards() throws Exception {
        try (FaultProxy proxy = new FaultProxy(server.uri())) {
            proxy.always("findAndModify", ProxyFault.STALL_BEFORE);
            PausedCommand command = new PausedCommand(folder, 0);
            List<String> line =
                    command.after("run", "new", "--ttl", "1m", "--timeout", "500ms", "--store-down", "run", "--once");
            AtomicInteger sent = new AtomicInteger();
            command.meanwhile(c.runOn(proxy.uri(), line.toArray(new String[0])), none -> {
                        assertThat(none).as("token").isEmpty();
                        sent.set(proxy.seen().size());
                        return none;
                    })
                    .ends(0)
                    .says("whether there is a claim is not known", "claimctl release new --token");
            assertThat(proxy.seen()).hasSize(sent.get()).isNotEmpty();
        }
    }

    @Test
    void a_claim_that_is_held_or_completed_is_no_store_that_is_down() {
        run("live", "--ttl", "1m", "--store-down", "run").run().ends(ExitCode.TRY_LATER);
        run("done", "--ttl", "1m", "--store-down", "run").run().ends(ExitCode.ALREADY_COMPLETED);
        run("broken", "--ttl", "1m", "--store-down", "run").run().ends(ExitCode.REFUSED);
        assertThat(ran()).isFalse();
    }

    @Test
    void a_run_without_configuration_fails_even_so() {
        RecordedRun.claimctl("run", "a", "--ttl", "1m", "--store-down", "run", "--", "true")
                .run()
                .ends(ExitCode.CONFIGURATION);
    }
}
