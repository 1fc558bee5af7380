package io.claimctl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.cli.Streams.Terminals;
import io.claimctl.cli.connection.Secrets;
import io.claimctl.cli.process.Echo;
import io.claimctl.cli.process.Signals;
import io.claimctl.cli.process.Stdio;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class PasswordEntryTest {
    private static final String URI = "mongodb://ops@127.0.0.1:1/d";

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<String> echo = new ArrayList<>();

    @Command
    static final class Options {
        @Mixin
        private final ConnectionOptions connection = new ConnectionOptions();
    }

    private static ConnectionOptions options(String... words) {
        Options options = new Options();
        new CommandLine(options, new CommandFactory(Options.class)).parseArgs(words);
        return options.connection;
    }

    private String password(ByteArrayInputStream in, String terminals, String... words) {
        Echo watched = new Echo() {
            @Override
            public void hide() {
                assertThat(err.toString(UTF_8))
                        .as("before the question, whose answer may be quick")
                        .isEmpty();
                echo.add("hidden with " + in.available() + " left");
            }

            @Override
            public void close() {
                echo.add("restored with " + in.available() + " left");
            }
        };
        Streams streams = Streams.of(in, new ByteArrayOutputStream(), err, Terminals.of(terminals), 80);
        Host host = new Host(Signals.NONE, Stdio.NOTHING, () -> watched);
        Map<String, String> environment = Map.of("XDG_CONFIG_HOME", folder.toString());
        Context context = new Context(streams, environment, () -> ZoneOffset.UTC, host);
        ConnectionOptions options = options(words);
        StoreDefaults defaults =
                StoreDefaults.of(options, context.variables(), ConfigFile.of(context.variables(), new Secrets()));
        SaidValue uri = ConnectionSettings.uri(options, defaults, new Secrets());
        return new PasswordEntry(context)
                .of(options, defaults.used().orElse(null), uri, Duration.ofSeconds(20))
                .orElse("none");
    }

    private static ByteArrayInputStream typed(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }

    private RecordedRun.Setup run(String... words) {
        return RecordedRun.claimctl(words).with("XDG_CONFIG_HOME", folder.toString());
    }

    private void profile(String values) throws IOException {
        Files.createDirectories(folder.resolve("claimctl"));
        Path file = folder.resolve("claimctl/config.yaml");
        Files.writeString(file, "profiles:\n  p: {" + values + "}\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"geheim\n", "geheim", "geheim\r\n", "geheim\nmore\n"})
    void the_first_line_of_standard_input_is_the_password_and_the_rest_is_left(String input) {
        ByteArrayInputStream in = typed(input);
        assertThat(password(in, "", "--uri", URI, "--password-stdin")).isEqualTo("geheim");
        assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo(input.endsWith("more\n") ? "more\n" : "");
    }

    @Test
    void blanks_belong_to_a_password() {
        assertThat(password(typed(" a b \n"), "", "--uri", URI, "--password-stdin"))
                .isEqualTo(" a b ");
        assertThat(password(typed(""), "", "--uri", "mongodb://h/d")).isEqualTo("none");
        assertThat(password(typed(""), "", "--uri", "mongodb://u:p@h/d")).isEqualTo("none");
    }

    @Test
    void a_person_is_asked_without_an_echo_which_is_back_when_the_password_is_read() {
        assertThat(password(typed("geheim\nnext\n"), "ie", "--uri", URI)).isEqualTo("geheim");
        assertThat(err.toString(UTF_8)).isEqualTo("Password for ops at 127.0.0.1:1: \n");
        assertThat(echo).containsExactly("hidden with 12 left", "restored with 5 left");
    }

    @Test
    void the_echo_is_back_also_where_nothing_is_typed() {
        run("claims", "list", "--uri", URI)
                .terminals("ie")
                .run()
                .ends(ExitCode.CONFIGURATION)
                .says("there is no password");
        try {
            password(typed(""), "ie", "--uri", URI);
        } catch (Refusal expected) {
            assertThat(expected.exit()).isEqualTo(ExitCode.CONFIGURATION);
        }
        assertThat(echo).containsExactly("hidden with 0 left", "restored with 0 left");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "i", "e", "o", "io", "oe"})
    void without_a_terminal_the_ways_out_are_said(String terminals) {
        run("claims", "list", "--uri", URI)
                .terminals(terminals)
                .input("geheim\n")
                .run()
                .ends(ExitCode.CONFIGURATION)
                .says("names the user ops and no password", "--password-stdin", "password_command", "--uri-file")
                .neverPrints("geheim");
    }

    @Test
    void a_mechanism_without_passwords_asks_for_none() {
        assertThat(password(typed("x\n"), "ie", "--uri", URI + "?authMechanism=MONGODB-X509"))
                .isEqualTo("none");
        assertThat(echo).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'mongodb://h/d', 'x\n', '', USAGE, names no user",
        "'mongodb://u:p@h/d', 'x\n', '', USAGE, holds one already",
        "'mongodb://u@h/d?authMechanism=MONGODB-X509', 'x\n', '', USAGE, takes none",
        "'mongodb://u@h/d', 'x\n', 'i', USAGE, standard input is a terminal",
        "'mongodb://u@h/d', '', '', CONFIGURATION, is empty",
        "'mongodb://u@h/d', '\nx\n', '', CONFIGURATION, is empty",
        "'mongodb://u@h/d', '\r\n', '', CONFIGURATION, is empty"
    })
    void a_password_that_is_none_or_is_one_too_many_is_refused(
            String uri, String input, String terminals, ExitCode exit, String sentence) {
        run("claims", "list", "--uri", uri, "--password-stdin")
                .terminals(terminals)
                .input(input)
                .run()
                .ends(exit)
                .says(sentence);
    }

    @Test
    void a_line_that_is_too_long_or_no_text_is_refused() {
        run("claims", "list", "--uri", URI, "--password-stdin")
                .input("x".repeat(5_000))
                .run()
                .ends(ExitCode.CONFIGURATION)
                .says("too long");
        run("claims", "list", "--uri", URI, "--password-stdin")
                .input(new byte[] {'a', (byte) 0xff, '\n'})
                .run()
                .ends(ExitCode.CONFIGURATION)
                .says("not UTF-8");
    }

    @Test
    void what_else_reads_standard_input_does_not_go_with_it() {
        String token = FilledCollection.TOKEN;
        run("payload", "put", "x", "-", "--token", token, "--uri", URI, "--password-stdin")
                .input("geheim\nmessage")
                .run()
                .ends(ExitCode.USAGE)
                .says("--password-stdin");
        run("stale", "reset", "--from", "-", "--uri", URI, "--password-stdin")
                .input("geheim\n{}")
                .run()
                .ends(ExitCode.USAGE)
                .says("--password-stdin");
    }

    @Test
    void the_command_of_a_profile_prints_the_password_on_its_first_line() throws IOException {
        profile("uri: '" + URI + "', password_command: 'printf \"a:b/@%%\\nmore\\n\"'");
        assertThat(password(typed("unused\n"), "", "--profile", "p")).isEqualTo("a:b/@%");
        assertThat(password(typed("given\n"), "", "--profile", "p", "--password-stdin"))
                .isEqualTo("given");
    }

    @ParameterizedTest
    @CsvSource({
        "'echo geheim-7; exit 3', ended with exit code 3",
        "'echo geheim-7; exec sleep 60', did not end within 500ms",
        "'true', is empty",
        "'echo; echo geheim-7', is empty"
    })
    void a_command_that_fails_is_named_and_its_output_is_not(String command, String sentence) throws IOException {
        profile("uri: '" + URI + "', password_command: '" + command + "'");
        run("claims", "list", "--profile", "p", "--timeout", "500ms")
                .run()
                .ends(ExitCode.CONFIGURATION)
                .says("password_command of profile p", sentence)
                .neverPrints("geheim-7");
    }

    @Test
    void a_command_whose_password_nobody_needs_is_refused() throws IOException {
        profile("uri: 'mongodb://h/d', password_command: 'echo geheim-7'");
        run("claims", "list", "--profile", "p")
                .run()
                .ends(ExitCode.CONFIGURATION)
                .says("names no user");
        profile("uri: 'mongodb://u:p@h/d', password_command: 'echo geheim-7'");
        run("claims", "list", "--profile", "p")
                .run()
                .ends(ExitCode.CONFIGURATION)
                .says("holds one already");
    }

    @Test
    void a_password_is_known_before_anything_can_fail() {
        run(
                        "claims",
                        "list",
                        "--uri",
                        "mongodb://ops@127.0.0.1:1/d?nonsense=%zz",
                        "--password-stdin",
                        "--timeout",
                        "50ms")
                .input("ge:heim-7\n")
                .run()
                .neverPrints("ge:heim-7")
                .neverPrints("ge%3Aheim-7");
    }

    @Test
    void a_password_is_hidden_as_it_is_and_as_it_is_encoded() {
        Secrets secrets = new Secrets();
        Variables variables = new Variables(Map.of());
        ConnectionOptions options = options("--uri", URI);
        StoreDefaults defaults = StoreDefaults.of(options, variables, ConfigFile.of(variables, secrets));
        ConnectionSettings settings = ConnectionSettings.of(
                options, defaults, secrets, (given, used, uri, timeout) -> Optional.of("ge:h/@%im"));
        assertThat(settings.uri()).hasToString("mongodb://ops:***@127.0.0.1:1/d");
        assertThat(settings.passwordInProcessList()).isFalse();
        assertThat(secrets.scrub("it is ge:h/@%im, or ge%3Ah%2F%40%25im")).isEqualTo("it is ***, or ***");
    }

    @Test
    void the_process_list_is_warned_of_only_where_it_shows_the_password() {
        run("claims", "list", "--uri", URI, "--password-stdin", "--timeout", "50ms")
                .input("geheim-7\n")
                .run()
                .ends(ExitCode.UNREACHABLE)
                .neverPrints("process list");
    }
}
