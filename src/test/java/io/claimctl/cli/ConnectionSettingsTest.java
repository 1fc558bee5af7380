package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.cli.connection.Secrets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class ConnectionSettingsTest {
    private static final Map<String, String> NOTHING = Map.of();

    @TempDir
    private Path folder;

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

    private static ConnectionSettings settings(Map<String, String> environment, String... words) {
        Secrets secrets = new Secrets();
        Variables variables = new Variables(environment);
        ConnectionOptions options = options(words);
        StoreDefaults defaults = StoreDefaults.of(options, variables, ConfigFile.of(variables, secrets));
        return ConnectionSettings.of(options, defaults, secrets, (o, used, uri, timeout) -> Optional.empty());
    }

    private static void refused(ExitCode exit, String sentence, Map<String, String> environment, String... words) {
        assertThatThrownBy(() -> settings(environment, words)).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal).hasMessageContaining(sentence);
            assertThat(refusal.exit()).isEqualTo(exit);
        });
    }

    private Path file(String content) throws IOException {
        Path file = Files.writeString(folder.resolve("uri"), content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    }

    @Test
    void the_connection_string_comes_from_the_option_then_the_variable() throws IOException {
        Map<String, String> environment = Map.of("CLAIMCTL_URI", "mongodb://variable/v");
        assertThat(settings(environment).uri()).hasToString("mongodb://variable/v");
        assertThat(settings(environment, "--uri", "mongodb://option/o").uri()).hasToString("mongodb://option/o");
        assertThat(settings(
                                environment,
                                "--uri-file",
                                file("\n  mongodb://file/f \n\n").toString())
                        .uri())
                .hasToString("mongodb://file/f");
    }

    @Test
    void both_options_are_one_too_many() throws IOException {
        refused(
                ExitCode.USAGE,
                "--uri and --uri-file are both given",
                NOTHING,
                "--uri",
                "mongodb://h/d",
                "--uri-file",
                file("mongodb://h/d").toString());
    }

    @Test
    void without_any_there_is_no_default_server() {
        refused(ExitCode.CONFIGURATION, "no server is named, and there is no default one: set CLAIMCTL_URI", NOTHING);
        refused(ExitCode.CONFIGURATION, "no server is named", Map.of("CLAIMCTL_URI", " "));
        refused(ExitCode.CONFIGURATION, "no server is named", Map.of("CLAIMCTL_DB", "shop"), "-c", "orders");
    }

    @Test
    void the_database_comes_from_the_option_then_the_variable_then_the_connection_string() {
        Map<String, String> both = Map.of("CLAIMCTL_URI", "mongodb://h/path", "CLAIMCTL_DB", "variable");
        assertThat(settings(both, "--db", "option").database()).isEqualTo("option");
        assertThat(settings(both, "-d", "option").database()).isEqualTo("option");
        assertThat(settings(both).database()).isEqualTo("variable");
        assertThat(settings(Map.of("CLAIMCTL_URI", "mongodb://h/path")).database())
                .isEqualTo("path");
        refused(ExitCode.CONFIGURATION, "no database is named", Map.of("CLAIMCTL_URI", "mongodb://h"));
        refused(ExitCode.CONFIGURATION, "no database is named", NOTHING, "--uri", "mongodb://h/?tls=true");
    }

    @Test
    void the_collection_comes_from_the_option_then_the_variable_then_it_is_the_workers_own() {
        Map<String, String> both = Map.of("CLAIMCTL_URI", "mongodb://h/d", "CLAIMCTL_COLLECTION", "variable");
        assertThat(settings(both, "--collection", "option").collection()).isEqualTo("option");
        assertThat(settings(both, "-c", "option").collection()).isEqualTo("option");
        assertThat(settings(both).collection()).isEqualTo("variable");
        assertThat(settings(Map.of("CLAIMCTL_URI", "mongodb://h/d")).collection())
                .isEqualTo("_message_state");
    }

    @Test
    void the_timeout_comes_from_the_option_then_the_variable_then_it_is_ten_seconds() {
        Map<String, String> both = Map.of("CLAIMCTL_URI", "mongodb://h/d", "CLAIMCTL_TIMEOUT", "2s");
        assertThat(settings(both, "--timeout", "1ms").timeout()).isEqualTo(Duration.ofMillis(1));
        assertThat(settings(both).timeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(settings(Map.of("CLAIMCTL_URI", "mongodb://h/d")).timeout()).isEqualTo(Duration.ofSeconds(10));
        for (String wrong : new String[] {"2", "0s", "-1s"}) {
            refused(
                    ExitCode.CONFIGURATION,
                    "CLAIMCTL_TIMEOUT cannot be used: '" + wrong + "'",
                    Map.of("CLAIMCTL_URI", "mongodb://h/d", "CLAIMCTL_TIMEOUT", wrong));
            RecordedRun.claimctl("inspect", "x", "--timeout", wrong)
                    .on("mongodb://h/d")
                    .run()
                    .ends(ExitCode.USAGE)
                    .says("--timeout", "'" + wrong + "'");
        }
    }

    @ParameterizedTest
    @CsvSource({"a.b", "a b", "a/b", "''"})
    void a_name_that_mongo_db_does_not_allow_is_refused_with_its_source(String name) {
        Map<String, String> environment = Map.of("CLAIMCTL_URI", "mongodb://h/d");
        refused(ExitCode.USAGE, "'" + name + "' (--db) cannot be used", environment, "--db", name);
        if (!name.isEmpty()) {
            refused(
                    ExitCode.CONFIGURATION,
                    "'" + name + "' (CLAIMCTL_DB) cannot be used",
                    Map.of("CLAIMCTL_URI", "mongodb://h/d", "CLAIMCTL_DB", name));
        }
        refused(ExitCode.USAGE, "'' (--collection) cannot be used", environment, "-c", "");
    }

    @Test
    void an_invalid_connection_string_is_usage_on_the_command_line_and_configuration_elsewhere() throws IOException {
        refused(ExitCode.USAGE, "the connection string of --uri cannot be used: it must start", NOTHING, "--uri", "h");
        refused(ExitCode.CONFIGURATION, "the connection string of CLAIMCTL_URI", Map.of("CLAIMCTL_URI", "h"));
        String file = file("h").toString();
        refused(ExitCode.CONFIGURATION, "the connection string of the file " + file, NOTHING, "--uri-file", file);
    }

    @Test
    void a_file_must_hold_exactly_one_line_of_text() throws IOException {
        refused(
                ExitCode.CONFIGURATION,
                "there is no file ",
                NOTHING,
                "--uri-file",
                folder.resolve("none").toString());
        refused(ExitCode.CONFIGURATION, "cannot be read", NOTHING, "--uri-file", folder.toString());
        refused(
                ExitCode.CONFIGURATION,
                "it holds 0",
                NOTHING,
                "--uri-file",
                file(" \n").toString());
        refused(
                ExitCode.CONFIGURATION,
                "it holds 2",
                NOTHING,
                "--uri-file",
                file("mongodb://a/d\nmongodb://b/d").toString());
        refused(
                ExitCode.CONFIGURATION,
                "is too long",
                NOTHING,
                "--uri-file",
                file("x".repeat(70_000)).toString());
        Path latin = Files.write(folder.resolve("latin"), "mongodb://u:é@h/d".getBytes(StandardCharsets.ISO_8859_1));
        refused(ExitCode.CONFIGURATION, "is not UTF-8", NOTHING, "--uri-file", latin.toString());
    }

    @Test
    void only_a_password_on_the_command_line_is_in_the_process_list() throws IOException {
        String uri = "mongodb://u:geheim@h/d";
        assertThat(settings(NOTHING, "--uri", uri).passwordInProcessList()).isTrue();
        assertThat(settings(NOTHING, "--uri", "mongodb://h/d").passwordInProcessList())
                .isFalse();
        assertThat(settings(Map.of("CLAIMCTL_URI", uri)).passwordInProcessList())
                .isFalse();
        assertThat(settings(NOTHING, "--uri-file", file(uri).toString()).passwordInProcessList())
                .isFalse();
    }

    private static String forMongosh(Map<String, String> environment, String... words) {
        Variables variables = new Variables(environment);
        ConnectionOptions options = options(words);
        return options.forMongosh(StoreDefaults.of(options, variables, ConfigFile.of(variables, new Secrets())));
    }

    @Test
    void the_servers_own_shell_is_told_the_same_store_or_a_word_that_it_cannot_take() {
        Map<String, String> other = Map.of("CLAIMCTL_URI", "mongodb://other/d");
        assertThat(forMongosh(other)).isEqualTo("\"$CLAIMCTL_URI\"");
        assertThat(forMongosh(other, "--uri", "mongodb://h/d")).isEqualTo("mongodb://h/d");
        assertThat(forMongosh(other, "--uri", "mongodb://u:geheim@h/d"))
                .isEqualTo("'mongodb://<the connection string given>'");
        assertThat(forMongosh(other, "--uri-file", "/etc/uri"))
                .isEqualTo("'mongodb://<the connection string in /etc/uri>'");
        assertThat(forMongosh(Map.of("CLAIMCTL_URI_FILE", "/etc/uri")))
                .isEqualTo("'mongodb://<the connection string in the file of CLAIMCTL_URI_FILE>'");
    }

    @Test
    void the_options_can_be_repeated_without_credentials() {
        assertThat(options("-c", "orders", "--db", "shop", "--timeout", "90s").repeated())
                .containsExactly("-d", "shop", "-c", "orders", "--timeout", "1m30s");
        assertThat(options("--uri", "mongodb://u:geheim@h/d").repeated())
                .as("without it the line would run on another store")
                .containsExactly("--uri", "URI");
        assertThat(options("--uri", "mongodb://h/d").repeated()).containsExactly("--uri", "mongodb://h/d");
        assertThat(options("--uri-file", "/etc/claimctl").repeated()).containsExactly("--uri-file", "/etc/claimctl");
        assertThat(options().repeated()).isEmpty();
    }
}
