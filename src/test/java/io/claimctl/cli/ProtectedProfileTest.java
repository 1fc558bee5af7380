package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command on a profile that is protected: none that changes anything gets as far as the server without a word. */
@OnEveryServer
class ProtectedProfileTest {
    private static final String QUESTION = "Profile prod is protected: type its name to change anything there: ";

    private final FilledCollection c;

    @TempDir
    private Path folder;

    ProtectedProfileTest(TestServer server) {
        c = new FilledCollection(server);
    }

    @BeforeEach
    void configure() throws IOException {
        configure(c.uri());
    }

    @AfterEach
    void close() {
        c.close();
    }

    private void configure(String uri) throws IOException {
        Path file = folder.resolve("claimctl/config.yaml");
        Files.createDirectories(folder.resolve("claimctl"));
        Files.writeString(
                file,
                "current: prod\nprofiles:\n  prod:\n    uri: \"" + uri + "\"\n    db: " + FilledCollection.DATABASE
                        + "\n    collection: " + c.claims.getNamespace().getCollectionName()
                        + "\n    protected: true\n");
    }

    private RecordedRun.Setup run(List<String> words) {
        return RecordedRun.claimctl(words.toArray(String[]::new)).with("XDG_CONFIG_HOME", folder.toString());
    }

    private static List<String> with(EveryCommand.Line line, String... more) {
        List<String> words = new ArrayList<>(List.of(line.words()));
        words.addAll(words.contains("--") ? words.indexOf("--") : words.size(), List.of(more));
        return words;
    }

    static Stream<EveryCommand.Line> changes() {
        return EveryCommand.lines().filter(line -> !line.onlyReads());
    }

    static Stream<EveryCommand.Line> looks() {
        return EveryCommand.lines().filter(EveryCommand.Line::onlyReads);
    }

    /** Where a server that is not there is not missed, nothing was sent. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void a_change_without_a_terminal_is_refused_before_anything_is_sent(EveryCommand.Line line) throws IOException {
        configure("mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=100");
        run(with(line)).run().ends(ExitCode.REFUSED).says("profile prod is protected", "--yes-protected");
        run(with(line, "--profile", "prod")).run().ends(ExitCode.REFUSED);
        run(List.of(line.words())).with("CLAIMCTL_PROFILE", "prod").run().ends(ExitCode.REFUSED);
        run(with(line))
                .terminals("ie")
                .input("no\n")
                .run()
                .ends(ExitCode.REFUSED)
                .says(QUESTION, "its name was not typed; nothing was changed");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void a_change_goes_on_with_the_option(EveryCommand.Line line) {
        run(with(line, "--yes-protected")).run().ends(ExitCode.DONE);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void a_change_goes_on_once_the_name_is_typed(EveryCommand.Line line) {
        RecordedRun done =
                run(with(line)).terminals("ie").input("prod\ny\ny\n").run().ends(ExitCode.DONE);
        assertThat(done.err().split("Profile prod is protected", -1))
                .as("%s", done)
                .hasSize(2);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("looks")
    void a_look_never_asks(EveryCommand.Line line) {
        RecordedRun done =
                run(with(line)).terminals("ie").run().ends(ExitCode.DONE).neverPrints("protected");
        assertThat(c.all()).as("%s", done).hasSize(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "y\n", "yes\n", "pro\n", "PROD\n", "prod x\n", "\n"})
    void only_the_name_is_a_yes(String typed) {
        run(List.of("release", "live", "--token", FilledCollection.TOKEN))
                .terminals("ie")
                .input(typed)
                .run()
                .ends(ExitCode.REFUSED);
        assertThat(c.stored("live").getString("status")).isEqualTo("processing");
    }

    @Test
    void yes_does_not_suffice() {
        run(List.of("stale", "reset", "--yes")).run().ends(ExitCode.REFUSED);
        run(List.of("stale", "reset", "--yes"))
                .terminals("ie")
                .input("y\n")
                .run()
                .ends(ExitCode.REFUSED);
        assertThat(c.stored("lapsed").getString("status")).isEqualTo("processing");
    }

    @Test
    void a_profile_that_is_not_protected_and_a_store_that_is_no_profile_do_not_ask() {
        c.run("release", "live", "--token", FilledCollection.TOKEN)
                .with("XDG_CONFIG_HOME", folder.toString())
                .run()
                .ends(ExitCode.DONE);
    }

    @Test
    void what_settles_an_outcome_names_the_profile_and_not_the_consent() {
        RecordedRun run = run(List.of("inspect", "live", "--profile", "prod", "-o", "json"))
                .run()
                .ends(ExitCode.DONE);
        assertThat(run.out()).contains("--profile prod").doesNotContain("--yes-protected");
    }
}
