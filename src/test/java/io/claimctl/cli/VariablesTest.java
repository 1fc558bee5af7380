package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Variables and profiles stand for options, and never for a consent. */
class VariablesTest {
    private final ScriptedServer server = new ScriptedServer();

    @TempDir
    private Path folder;

    @BeforeEach
    void configure() throws IOException {
        Files.createDirectories(folder.resolve("claimctl"));
        Files.writeString(
                folder.resolve("claimctl/config.yaml"),
                "current: p\nprofiles:\n  p: {uri: '" + server.uri()
                        + "/shop', older_than: 9m, output: yaml}\n  dead: {uri: 'mongodb://127.0.0.1:1/d', output: env,"
                        + " timeout: 50ms}\n");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private RecordedRun.Setup run(String... words) {
        return RecordedRun.claimctl(words).with("XDG_CONFIG_HOME", folder.toString());
    }

    @Test
    void an_age_that_is_not_on_the_command_line_takes_no_live_lease() {
        for (String[] words : new String[][] {
            {"stale", "reset", "--lease", "any", "--yes"},
            {"recover", "--lease", "any", "--yes", "--to-dir", folder.toString()}
        }) {
            run(words).run().ends(ExitCode.USAGE).says("--older-than");
            run(words)
                    .with("CLAIMCTL_OLDER_THAN", "1m")
                    .run()
                    .ends(ExitCode.USAGE)
                    .says("--older-than");
        }
        assertThat(server.received()).isEmpty();
    }

    @Test
    void documents_as_they_are_stored_have_no_other_format_where_none_is_asked_for() {
        run("acquire", "x", "--ttl", "1m").run().ends(ExitCode.DONE).shows("id: ");
        run("inspect", "x", "--raw").run().ends(ExitCode.DONE).shows("{\"_id\"");
        run("inspect", "x", "--raw", "-o", "yaml").run().ends(ExitCode.USAGE);
    }

    @Test
    void a_script_is_told_that_it_has_no_claim_also_where_a_variable_or_a_profile_asks_for_it() {
        String failed = run("acquire", "x", "--ttl", "1m", "-o", "env", "--profile", "dead")
                .run()
                .ends(ExitCode.UNREACHABLE)
                .out();
        assertThat(failed).isNotEmpty();
        run("acquire", "x", "--ttl", "1m", "--profile", "dead")
                .run()
                .ends(ExitCode.UNREACHABLE)
                .shows(failed);
        run("acquire", "x", "--ttl", "1m", "--uri", "mongodb://127.0.0.1:1/d", "--timeout", "50ms")
                .with("CLAIMCTL_OUTPUT", "env")
                .run()
                .ends(ExitCode.UNREACHABLE)
                .shows(failed);
        assertThat(run("acquire", "x")
                        .with("CLAIMCTL_OUTPUT", "env")
                        .run()
                        .ends(ExitCode.USAGE)
                        .out())
                .isNotEmpty();
    }

    @Test
    void a_check_that_fails_speaks_in_the_format_that_a_variable_asks_for() {
        run("check", "--profile", "dead")
                .with("CLAIMCTL_OUTPUT", "json")
                .run()
                .ends(3)
                .shows("CLAIMCTL UNKNOWN"); // the profile goes before it, and has no format of a check
        run("check", "--uri", "mongodb://127.0.0.1:1/d", "--timeout", "50ms")
                .with("CLAIMCTL_OUTPUT", "json")
                .run()
                .ends(3)
                .shows("{\"");
    }

    @Test
    void a_demo_is_on_its_own_server_whatever_the_variables_say() {
        run("demo", "--", "claims", "count", "-o", "csv")
                .with("CLAIMCTL_URI_FILE", "/no/such/file")
                .with("CLAIMCTL_PROFILE", "none")
                .run()
                .ends(ExitCode.DONE)
                .shows("processing,");
    }

    @Test
    void how_much_is_said_is_for_an_option_to_say_before_a_variable() {
        run("claims", "count")
                .with("CLAIMCTL_VERBOSE", "1")
                .run()
                .ends(ExitCode.DONE)
                .says("aggregate");
        run("claims", "count", "-q")
                .with("CLAIMCTL_VERBOSE", "2")
                .run()
                .ends(ExitCode.DONE)
                .saysNothing();
        run("claims", "count", "-v")
                .with("CLAIMCTL_QUIET", "1")
                .run()
                .ends(ExitCode.DONE)
                .says("aggregate");
    }
}
