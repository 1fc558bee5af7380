package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import io.claimctl.testing.Await;
import io.claimctl.testing.FaultProxy;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.ProxyFault;
import io.claimctl.testing.Servers.TestServer;
import io.claimctl.view.Times;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a run says and ends with whose claim stays, since the store did not answer when the command had ended. */
@OnEveryServer
class RunStaysTest {
    private final TestServer server;
    private final FilledCollection c;

    @TempDir
    private Path folder;

    RunStaysTest(TestServer server) {
        this.server = server;
        c = new FilledCollection(server);
    }

    @AfterEach
    void close() {
        c.close();
    }

    /** What happens to the store while the command runs. */
    private interface Breaking {
        void of(FaultProxy proxy) throws Exception;
    }

    private RecordedRun ended(int code, Breaking breaking, String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("run", "new", "--ttl", "1m", "--timeout", "500ms"));
        words.addAll(List.of(options));
        PausedCommand command = new PausedCommand(folder, code);
        String[] line = command.after(words.toArray(new String[0])).toArray(new String[0]);
        try (FaultProxy proxy = new FaultProxy(server.uri())) {
            return command.meanwhile(c.runOn(proxy.uri(), line), token -> {
                try {
                    breaking.of(proxy);
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
                return token;
            });
        }
    }

    private static void silent(FaultProxy proxy) {
        proxy.always(FaultProxy.ANY, ProxyFault.STALL_BEFORE);
    }

    private static void denying(FaultProxy proxy) {
        proxy.always(FaultProxy.ANY, ProxyFault.error(13, false));
    }

    private String end() {
        return Times.utc(c.stored("new").getDate("expires_at").toInstant());
    }

    @ParameterizedTest
    @CsvSource({
        "--on-failure=release,claimctl release new --token ",
        "--once,claimctl complete new --token ",
    })
    void of_a_success_nobody_knows_it_is74_with_the_command_that_settles_it(String option, String settles)
            throws Exception {
        ended(0, RunStaysTest::silent, option)
                .ends(ExitCode.UNKNOWN)
                .says("the command has ended with 0, but it is not known whether claim new was ", settles, end());
    }

    @Test
    void a_failure_keeps_its_code_and_says_it_too() throws Exception {
        ended(3, RunStaysTest::silent).ends(3).says("the command has ended with 3", "claimctl release new --token ");
    }

    @ParameterizedTest
    @CsvSource({
        "--on-failure=release,was not released,claimctl release new --token ",
        "--once,was not completed,claimctl complete new --token ",
    })
    void where_the_store_refuses_it_is_that_code_with_the_command_that_does_it(String option, String what, String does)
            throws Exception {
        ended(0, RunStaysTest::denying, option)
                .ends(ExitCode.DENIED)
                .says("the command has ended with 0, but claim new " + what, does, "stays held until " + end());
        assertThat(c.stored("new")).containsEntry("status", "processing");
    }

    @Test
    void the_status_file_says_lost_while_a_command_goes_on_without_its_lease() throws Exception {
        Path status = folder.resolve("status");
        PausedCommand command = new PausedCommand(folder, 0);
        String[] line = command.after(
                        "run",
                        "new",
                        "--ttl",
                        "4s",
                        "--timeout",
                        "1s",
                        "--grace",
                        "0s",
                        "--on-lost",
                        "continue",
                        "--status-file",
                        status.toString())
                .toArray(new String[0]);
        command.meanwhile(c.run(line), token -> {
                    c.claims.deleteOne(Filters.eq("new"));
                    await(status, "\"state\":\"lost\"");
                    return token;
                })
                .ends(ExitCode.LEASE_LOST);
        assertThat(status).content().contains("\"state\":\"ended\"", "\"exit_code\":79");
    }

    @Test
    void the_status_file_says_unclaimed_where_there_is_no_claim() throws Exception {
        Path status = folder.resolve("status");
        PausedCommand command = new PausedCommand(folder, 4);
        String[] line = command.after(
                        "run",
                        "new",
                        "--ttl",
                        "1m",
                        "--timeout",
                        "300ms",
                        "--store-down",
                        "run",
                        "--status-file",
                        status.toString())
                .toArray(new String[0]);
        command.meanwhile(c.runOn("mongodb://127.0.0.1:1", line), none -> {
                    await(status, "\"state\":\"unclaimed\"");
                    return none;
                })
                .ends(4);
        assertThat(status)
                .content()
                .contains("\"state\":\"ended\"", "\"exit_code\":4")
                .doesNotContain("token");
    }

    private static void await(Path status, String text) {
        try {
            Await.until(text, () -> Files.readString(status).contains(text));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
