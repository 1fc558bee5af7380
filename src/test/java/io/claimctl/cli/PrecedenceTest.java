package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.cli.connection.Secrets;
import io.claimctl.view.Format;
import io.claimctl.view.Times;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Which of the sources of a value counts, for every set of sources that there may be. */
class PrecedenceTest {
    @TempDir
    private Path folder;

    private Path file = Path.of("");

    @Command
    static final class Options {
        @Mixin
        private final ConnectionOptions connection = new ConnectionOptions();

        @Mixin
        private final StaleOptions stale = new StaleOptions();

        @Mixin
        private final PlainOutputOptions output = new PlainOutputOptions();
    }

    /** What counts in the end. */
    private record Found(String host, String db, String collection, String timeout, String olderThan, Format output) {}

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("uri"), "mongodb://file/path");
        Files.createDirectories(folder.resolve("claimctl"));
    }

    private void configure(String text) throws IOException {
        Files.writeString(folder.resolve("claimctl/config.yaml"), text);
    }

    private Found found(Map<String, String> environment, List<String> words) {
        Options options = new Options();
        new CommandLine(options, new CommandFactory(Options.class)).parseArgs(words.toArray(String[]::new));
        Map<String, String> all = new HashMap<>(environment);
        all.put("XDG_CONFIG_HOME", folder.toString());
        Variables variables = new Variables(all);
        Secrets secrets = new Secrets();
        StoreDefaults defaults = StoreDefaults.of(options.connection, variables, ConfigFile.of(variables, secrets));
        options.stale.complete(defaults, Options.class);
        options.output.complete(defaults, Options.class);
        ConnectionSettings settings = ConnectionSettings.of(
                options.connection, defaults, secrets, (o, used, uri, timeout) -> Optional.empty());
        return new Found(
                settings.uri().toString().replaceAll("mongodb://([^/]*).*", "$1"),
                settings.database(),
                settings.collection(),
                Times.exact(settings.timeout()),
                Times.exact(options.stale.olderThan()),
                options.output.format());
    }

    static IntStream storeSources() {
        return IntStream.range(0, 128);
    }

    @ParameterizedTest
    @MethodSource("storeSources")
    void the_store_is_that_of_the_first_source_there_is(int sources) throws IOException {
        boolean uri = (sources & 1) != 0;
        boolean uriFile = (sources & 2) != 0;
        boolean profile = (sources & 4) != 0;
        boolean uriVariable = (sources & 8) != 0;
        boolean fileVariable = (sources & 16) != 0;
        boolean profileVariable = (sources & 32) != 0;
        boolean current = (sources & 64) != 0;
        configure((current ? "current: current\n" : "") + """
                profiles:
                  named: {uri: "mongodb://named/path"}
                  variable: {uri: "mongodb://variable-profile/path"}
                  current: {uri: "mongodb://current/path"}
                """);
        List<String> words = new ArrayList<>();
        Map<String, String> environment = new HashMap<>();
        if (uri) {
            words.addAll(List.of("--uri", "mongodb://option/path"));
        }
        if (uriFile) {
            words.addAll(List.of("--uri-file", file.toString()));
        }
        if (profile) {
            words.addAll(List.of("--profile", "named"));
        }
        if (uriVariable) {
            environment.put("CLAIMCTL_URI", "mongodb://variable/path");
        }
        if (fileVariable) {
            Path other = Files.writeString(folder.resolve("other"), "mongodb://variable-file/path");
            environment.put("CLAIMCTL_URI_FILE", other.toString());
        }
        if (profileVariable) {
            environment.put("CLAIMCTL_PROFILE", "variable");
        }
        if ((uri ? 1 : 0) + (uriFile ? 1 : 0) + (profile ? 1 : 0) > 1) {
            refused(ExitCode.USAGE, "are both given: leave one out", environment, words);
        } else if (uri || uriFile || profile) {
            assertThat(found(environment, words).host()).isEqualTo(uri ? "option" : uriFile ? "file" : "named");
        } else if (uriVariable && fileVariable) {
            refused(ExitCode.CONFIGURATION, "CLAIMCTL_URI and CLAIMCTL_URI_FILE are both set", environment, words);
        } else if (uriVariable || fileVariable) {
            assertThat(found(environment, words).host()).isEqualTo(uriVariable ? "variable" : "variable-file");
        } else if (profileVariable || current) {
            assertThat(found(environment, words).host()).isEqualTo(profileVariable ? "variable-profile" : "current");
        } else {
            refused(ExitCode.CONFIGURATION, "claimctl profile add NAME --uri URI --use", environment, words);
        }
    }

    private void refused(ExitCode exit, String sentence, Map<String, String> environment, List<String> words) {
        assertThatThrownBy(() -> found(environment, words)).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal).hasMessageContaining(sentence);
            assertThat(refusal.exit()).isEqualTo(exit);
        });
    }

    /** An option is given, a variable is set, the profile says it; and how the profile came to be used. */
    @ParameterizedTest
    @CsvSource({
        "true, true, true, OPTION, option",
        "true, true, true, VARIABLE, option",
        "true, true, true, CURRENT, option",
        "true, false, true, OPTION, option",
        "true, false, false, CURRENT, option",
        "false, true, true, OPTION, profile",
        "false, true, true, VARIABLE, variable",
        "false, true, true, CURRENT, variable",
        "false, true, false, OPTION, variable",
        "false, true, false, CURRENT, variable",
        "false, false, true, OPTION, profile",
        "false, false, true, VARIABLE, profile",
        "false, false, true, CURRENT, profile",
        "false, false, false, OPTION, default",
        "false, false, false, CURRENT, default"
    })
    void each_value_is_that_of_the_first_source_there_is(
            boolean option, boolean variable, boolean profile, String by, String winner) throws IOException {
        configure((by.equals("CURRENT") ? "current: p\n" : "") + "profiles:\n  p:\n    uri: mongodb://h/default\n"
                + (profile
                        ? "    db: profile\n    collection: profile\n    timeout: 3s\n    older_than: 3h\n    output: yaml\n"
                        : ""));
        List<String> words = new ArrayList<>();
        Map<String, String> environment = new HashMap<>();
        if (by.equals("OPTION")) {
            words.addAll(List.of("--profile", "p"));
        } else if (by.equals("VARIABLE")) {
            environment.put("CLAIMCTL_PROFILE", "p");
        }
        if (option) {
            words.addAll(List.of("-d", "option", "-c", "option", "--timeout", "1s", "--older-than", "1h", "-o", "csv"));
        }
        if (variable) {
            environment.putAll(Map.of(
                    "CLAIMCTL_DB", "variable",
                    "CLAIMCTL_COLLECTION", "variable",
                    "CLAIMCTL_TIMEOUT", "2s",
                    "CLAIMCTL_OLDER_THAN", "2h",
                    "CLAIMCTL_OUTPUT", "ndjson"));
        }
        assertThat(found(environment, words))
                .isEqualTo(
                        switch (winner) {
                            case "option" -> new Found("h", "option", "option", "1s", "1h", Format.CSV);
                            case "variable" -> new Found("h", "variable", "variable", "2s", "2h", Format.NDJSON);
                            case "profile" -> new Found("h", "profile", "profile", "3s", "3h", Format.YAML);
                            default -> new Found("h", "default", "_message_state", "10s", "2m", Format.TABLE);
                        });
    }

    @Test
    void a_profile_is_used_whole_or_not_at_all() throws IOException {
        configure("current: p\nprofiles:\n  p: {uri: 'mongodb://p/x', db: profile, older_than: 3h}\n");
        Found found = found(Map.of("CLAIMCTL_URI", "mongodb://variable/path"), List.of());
        assertThat(found.db()).isEqualTo("path");
        assertThat(found.olderThan()).isEqualTo("2m");
        assertThat(found(Map.of(), List.of("--uri", "mongodb://option/path")).db())
                .isEqualTo("path");
    }

    @Test
    void the_file_is_not_opened_where_the_store_is_named_elsewhere() throws IOException {
        Files.createDirectories(folder.resolve("claimctl/config.yaml"));
        assertThat(found(Map.of("CLAIMCTL_URI", "mongodb://h/d"), List.of()).host())
                .isEqualTo("h");
        assertThat(found(Map.of("CLAIMCTL_URI_FILE", file.toString()), List.of())
                        .host())
                .isEqualTo("file");
        assertThat(found(Map.of("CLAIMCTL_PROFILE", "p"), List.of("--uri", "mongodb://h/d"))
                        .host())
                .isEqualTo("h");
        refused(ExitCode.CONFIGURATION, "cannot be read", Map.of(), List.of());
        refused(ExitCode.CONFIGURATION, "cannot be read", Map.of("CLAIMCTL_PROFILE", "p"), List.of());
    }

    @Test
    void a_value_that_cannot_be_used_is_refused_with_its_place() throws IOException {
        configure("current: p\nprofiles:\n  p:\n    uri: mongodb://h/d\n    older_than: '10'\n");
        refused(ExitCode.CONFIGURATION, "older_than of profile p, " + folder, Map.of(), List.of());
        refused(ExitCode.CONFIGURATION, "line 5 cannot be used: '10' has no unit", Map.of(), List.of());
        configure("current: p\nprofiles:\n  p:\n    uri: mongodb://h/d\n    output: xml\n");
        refused(ExitCode.CONFIGURATION, "line 5) is no format: use one of table, wide", Map.of(), List.of());
        configure("current: p\nprofiles:\n  p:\n    uri: mongodb://h/d\n    timeout: 0s\n");
        refused(ExitCode.CONFIGURATION, "timeout of profile p", Map.of(), List.of());
        configure("current: p\nprofiles:\n  p:\n    uri: mongodb://h/d\n    db: a.b\n");
        refused(ExitCode.CONFIGURATION, "'a.b' (db of profile p", Map.of(), List.of());
        configure("current: p\nprofiles:\n  p:\n    uri: h\n");
        refused(ExitCode.CONFIGURATION, "the connection string of uri of profile p", Map.of(), List.of());
        configure("profiles:\n  prod: {uri: 'mongodb://h/d'}\n");
        refused(ExitCode.USAGE, "there is no profile 'prdo' (--profile)", Map.of(), List.of("--profile", "prdo"));
        refused(ExitCode.USAGE, "did you mean prod?", Map.of(), List.of("--profile", "prdo"));
        refused(ExitCode.CONFIGURATION, "'x' (CLAIMCTL_PROFILE)", Map.of("CLAIMCTL_PROFILE", "x"), List.of());
        refused(ExitCode.CONFIGURATION, "; there are prod", Map.of("CLAIMCTL_PROFILE", "x"), List.of());
        String wrong = "CLAIMCTL_OUTPUT";
        refused(ExitCode.CONFIGURATION, "'xml' (CLAIMCTL_OUTPUT)", Map.of(wrong, "xml"), List.of("--profile", "prod"));
    }

    @Test
    void a_format_that_a_command_does_not_have_leaves_it_its_own() throws IOException {
        configure("current: p\nprofiles:\n  p: {uri: 'mongodb://h/d', output: env}\n");
        assertThat(found(Map.of(), List.of()).output()).isEqualTo(Format.TABLE);
    }

    @Test
    void a_file_of_a_profile_stands_beside_the_configuration_or_where_it_says() throws IOException {
        Files.writeString(folder.resolve("claimctl/near"), "mongodb://near/d");
        configure("profiles:\n  near: {uri_file: near}\n  far: {uri_file: " + file + "}\n");
        assertThat(found(Map.of(), List.of("--profile", "near")).host()).isEqualTo("near");
        assertThat(found(Map.of(), List.of("--profile", "far")).host()).isEqualTo("file");
    }

    @Test
    void home_is_where_the_file_is_if_nothing_else_is_said() {
        for (Map<String, String> environment : List.of(
                Map.of("HOME", "/home/x"),
                Map.of("HOME", "/home/x", "XDG_CONFIG_HOME", ""),
                Map.of("HOME", "/home/x", "XDG_CONFIG_HOME", "relative"))) {
            assertThat(ConfigFile.of(new Variables(environment), new Secrets()))
                    .hasToString("/home/x/.config/claimctl/config.yaml");
        }
        assertThat(ConfigFile.of(new Variables(Map.of()), new Secrets()).read().profiles())
                .isEmpty();
    }
}
