package io.claimctl.cli;

import static io.claimctl.cli.FilledCollection.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.cli.EveryCommand.Line;
import io.claimctl.testing.Capability;
import io.claimctl.testing.FailPoint;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The server sits on its commands, or gives them up: a command line ends in time, and says no more than it knows. */
@OnEveryServer
class TimeLimitTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final String[] READS = {"find", "aggregate", "listIndexes"};
    private static final String[] WRITES = {"findAndModify", "update", "insert", "delete", "createIndexes"};

    private final FilledCollection c;
    private final FailPoint failing;

    TimeLimitTest(TestServer server) {
        Capability.FAIL_COMMAND.require(server);
        c = new FilledCollection(server);
        failing = new FailPoint(server);
    }

    @AfterEach
    void close() {
        failing.close();
        c.close();
    }

    private RecordedRun.Setup run(String... words) {
        return c.runOn(failing.uri(), words).with("CLAIMCTL_TIMEOUT", TIMEOUT.toMillis() + "ms");
    }

    static Stream<Line> reads() {
        return EveryCommand.lines()
                .filter(line -> line.onlyReads() && !line.verb().matches("wait|check|doctor"));
    }

    static Stream<Line> mutations() {
        return EveryCommand.lines()
                .filter(line -> !line.onlyReads() && !line.verb().equals("doctor")); // it asks on, and cleans up
    }

    private RecordedRun endsInTime(Line line, String... blocked) {
        failing.block(100, 2_500, blocked);
        RecordedRun run = run(line.words()).run();
        assertThat(run.took()).as("%s", run).isLessThan(TIMEOUT.plusSeconds(1));
        return run;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("reads")
    void a_command_line_that_reads_and_gets_no_answer_ends_in_time_and_may_be_tried_later(Line line) {
        endsInTime(line, READS).ends(ExitCode.TRY_LATER).says("--timeout 1s");
    }

    @Test
    void a_check_that_gets_no_answer_ends_in_time_and_is_UNKNOWN() {
        failing.block(100, 2_500, READS);
        RecordedRun run = run("check").run().ends(3).shows("CLAIMCTL UNKNOWN - ", "--timeout 1s");
        assertThat(run.took()).as("%s", run).isLessThan(TIMEOUT.plusSeconds(1));
    }

    /** Single claims: not known. A sweep: in part. Where a look, or the attempt to delete nothing, comes first: try later. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("mutations")
    void a_command_line_that_changes_and_gets_no_answer_ends_in_time_and_claims_no_more_than_it_knows(Line line) {
        RecordedRun run = endsInTime(line, WRITES);
        assertThat(run.exit())
                .as("%s", run)
                .isIn(ExitCode.UNKNOWN.code(), ExitCode.PARTIAL.code(), ExitCode.TRY_LATER.code());
        switch (run.exit()) {
            case 74 -> run.says("it is not known");
            case 6 -> run.shows("unclear").says("may or may not");
            default -> run.says("--timeout 1s").showsNothing();
        }
    }

    @Test
    void an_acquisition_that_the_server_sits_on_is_unknown_and_rightly_so_since_it_is_applied_later() throws Exception {
        failing.block(100, 2_500, "findAndModify");
        RecordedRun run =
                run("acquire", "new", "--ttl", "1m", "-o", "json").run().ends(ExitCode.UNKNOWN);
        String token = run.out().replaceAll("(?s).*\"token\": \"([^\"]+)\".*", "$1");
        for (int i = 0; i < 100 && c.stored("new") == null; i++) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
        assertThat(c.stored("new")).containsEntry("worker_id", token);
        failing.block(1, 0, "findAndModify");
        c.run("renew", "new", "--token", token, "--ttl", "1m").run().ends(ExitCode.DONE);
    }

    @Test
    void a_completion_that_the_server_sits_on_once_is_resolved_by_its_repeat() throws Exception {
        failing.block(1, 1_500, "findAndModify");
        run("complete", "live", "--token", TOKEN, "--timeout", "2s").run().ends(ExitCode.DONE);
        Document completed = c.stored("live");
        assertThat(completed).containsEntry("status", "completed");
        TimeUnit.MILLISECONDS.sleep(1_500); // for the first attempt to arrive
        assertThat(c.stored("live")).isEqualTo(completed);
    }

    @Test
    void a_command_that_ran_into_the_servers_own_time_limit_is_a_matter_of_trying_later_or_is_repeated() {
        failing.timeLimit();
        run("claims", "list").run().ends(ExitCode.TRY_LATER).says("--timeout 1s");
        failing.timeLimit();
        run("stale", "list").run().ends(ExitCode.TRY_LATER);
    }
}
