package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.function.Function;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of the claim, and which exit code of the run, when the command has ended. */
@OnEveryServer
class RunEndsTest {
    private static final String OTHER = FilledCollection.token(9);

    private final FilledCollection c;

    @TempDir
    private Path folder;

    RunEndsTest(TestServer server) {
        c = new FilledCollection(server);
    }

    @AfterEach
    void close() {
        c.close();
    }

    /** Runs a command that ends with this code, after this has happened to its claim. */
    private RecordedRun ended(int code, Function<String, ?> meanwhile, String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("run", "new", "--ttl", "1m"));
        words.addAll(List.of(options));
        PausedCommand command = new PausedCommand(folder, code);
        String[] line = command.after(words.toArray(new String[0])).toArray(new String[0]);
        return command.meanwhile(c.run(line), meanwhile);
    }

    private static Object nothing(String token) {
        return token;
    }

    private Object gone(String token) {
        return c.claims.deleteOne(Filters.eq("new"));
    }

    private Object taken(String token) {
        return set(Updates.set("worker_id", OTHER));
    }

    private Object reset(String token) {
        return c.run("reset", "new", "--token", token, "--reason", "wedged host")
                .run()
                .ends(ExitCode.DONE);
    }

    private Object completed(String token) {
        return c.run("complete", "new", "--token", token).run().ends(ExitCode.DONE);
    }

    private Object message(String token) {
        return set(Updates.set("payload", new Binary(new byte[] {1, 2, 3})));
    }

    private Object set(org.bson.conversions.Bson update) {
        return c.claims.updateOne(Filters.eq("new"), update);
    }

    private Document stored() {
        return c.stored("new");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 75, 79})
    void the_claim_is_released_whatever_the_code(int code) throws Exception {
        ended(code, RunEndsTest::nothing).ends(code).showsNothing().saysNothing();
        assertThat(stored()).containsEntry("status", "released");
        assertThat(stored().getString("reset_by")).startsWith("release:");
    }

    @Test
    void with_once_a_success_completes_it_and_is_remembered_as_long_as_was_asked() throws Exception {
        ended(0, RunEndsTest::nothing, "--once=7d").ends(0).saysNothing();
        assertThat(stored()).containsEntry("status", "completed");
        Instant end = stored().getDate("expires_at").toInstant();
        assertThat(end.minusSeconds(6 * 86_400)).isAfter(Instant.now());
        assertThat(end.minusSeconds(7 * 86_400)).isBefore(Instant.now().plusSeconds(60));
    }

    @Test
    void with_once_a_failure_releases_it_so_that_it_is_tried_again() throws Exception {
        ended(3, RunEndsTest::nothing, "--once").ends(3).saysNothing();
        assertThat(stored()).containsEntry("status", "released");
    }

    @Test
    void a_failed_one_is_kept_until_its_lease_ends_if_that_is_asked_for() throws Exception {
        ended(3, RunEndsTest::nothing, "--on-failure", "keep")
                .ends(3)
                .says("claim new is kept until ", "the command failed");
        assertThat(stored()).containsEntry("status", "processing");
    }

    @Test
    void a_success_is_not_kept_where_failures_are() throws Exception {
        ended(0, RunEndsTest::nothing, "--on-failure", "keep").ends(0);
        assertThat(stored()).containsEntry("status", "released");
    }

    @Test
    void one_that_is_gone_by_then_is_no_failure() throws Exception {
        ended(0, this::gone).ends(0).says("there is no claim new (any more)");
        assertThat(stored()).isNull();
    }

    @Test
    void one_that_is_gone_by_then_is_recorded_as_completed_with_once() throws Exception {
        ended(0, this::gone, "--once").ends(0).says("claim new");
        assertThat(stored()).containsEntry("status", "completed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--once", "--on-failure=release"})
    void one_that_another_holds_by_then_is_left_alone_and_ends_a_success_with79(String option) throws Exception {
        ended(0, this::taken, option)
                .ends(ExitCode.LEASE_LOST)
                .says("the command has ended with 0, but claim new was not", "it is held by " + OTHER);
        assertThat(stored()).containsEntry("status", "processing").containsEntry("worker_id", OTHER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--once", "--on-failure=release"})
    void one_that_an_operator_has_reset_ends_a_success_with79_and_says_by_whom_and_why(String option) throws Exception {
        ended(0, this::reset, option).ends(ExitCode.LEASE_LOST).says("reset by reset-", "because: wedged host");
        assertThat(stored()).containsEntry("status", "released").containsEntry("reset_reason", "wedged host");
    }

    @Test
    void a_failure_keeps_its_own_code_whatever_became_of_the_claim() throws Exception {
        ended(3, this::taken).ends(3).says("the command has ended with 3, but claim new was not released");
        assertThat(stored()).containsEntry("worker_id", OTHER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--once", "--on-failure=release"})
    void one_that_the_command_completed_itself_is_no_loss(String option) throws Exception {
        ended(0, this::completed, option).ends(0).saysNothing();
        assertThat(stored()).containsEntry("status", "completed");
    }

    @Test
    void one_that_the_command_released_itself_is_no_loss() throws Exception {
        ended(0, token -> c.run("release", "new", "--token", token).run().ends(ExitCode.DONE))
                .ends(0)
                .saysNothing();
        assertThat(stored()).containsEntry("status", "released");
    }

    @Test
    void one_that_the_command_released_itself_is_not_remembered_with_once_and_that_is_said() throws Exception {
        ended(0, token -> c.run("release", "new", "--token", token).run().ends(ExitCode.DONE), "--once")
                .ends(0)
                .says("released by the command itself, so that its success is not remembered");
        assertThat(stored()).containsEntry("status", "released");
    }

    @Test
    void one_with_a_message_is_kept_for_recovery_and_said_so() throws Exception {
        ended(0, this::message).ends(0).says("claim new", "kept");
        assertThat(stored()).containsEntry("status", "processing").containsKey("kept_at");
    }

    @Test
    void the_lease_is_the_first_thing_that_the_command_sees() throws Exception {
        PausedCommand command = new PausedCommand(folder, 0);
        String[] line = command.after("run", "new", "--ttl", "1m").toArray(new String[0]);
        command.meanwhile(c.run(line), token -> {
            assertThat(stored()).containsEntry("worker_id", token);
            assertThat(stored().getDate("expires_at")).isAfter(Date.from(Instant.now()));
            return token;
        });
    }
}
