package io.claimctl.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.ScriptedServer;
import io.claimctl.testing.Servers.TestServer;
import io.claimctl.testing.TlsFront;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A secret that a connection needs is in no output, log, trace, status, audit, archive or metrics file of any command, nor in
 * the environment of what it starts, wherever the secret was given. {@link SecrecyTest} has the connection strings that fail.
 */
@Tag("long")
class PlantedSecretTest {
    private static final String PASSWORD = "pass:w0rd/planted";
    private static final String PASSWORD_ENCODED = "pass%3Aw0rd%2Fplanted";
    private static final String KEY_PASSWORD = "key:w0rd/planted";
    private static final String KEY_PASSWORD_ENCODED = "key%3Aw0rd%2Fplanted";
    private static final String SESSION_TOKEN = "session-t0ken-planted";
    private static final List<String> SECRETS =
            List.of(PASSWORD, PASSWORD_ENCODED, KEY_PASSWORD, KEY_PASSWORD_ENCODED, SESSION_TOKEN, "planted");

    /** Where a connection string is written down by whoever starts the program. */
    private static final Set<String> GIVEN = Set.of("config.yaml", "uri", "password");

    private final ScriptedServer server = new ScriptedServer();
    private final FilledCollection c = new FilledCollection(new TestServer("scripted", server.uri()));

    @TempDir
    private Path folder;

    @TempDir
    private Path keys;

    private TlsFront front;

    @BeforeEach
    void start() throws Exception {
        front = TlsFront.of(server.uri(), keys, true);
        front.clientFiles(keys, KEY_PASSWORD);
    }

    @AfterEach
    void close() throws IOException {
        front.close();
        c.close();
        server.close();
    }

    /** One that works, and needs its secret for that. */
    private String working() {
        return front.uri() + "/d?tls=true&tlsCAFile=" + keys.resolve("ca.pem") + "&tlsCertificateKeyFile="
                + keys.resolve("encrypted.pem") + "&tlsCertificateKeyFilePassword=" + KEY_PASSWORD_ENCODED
                + "&authMechanismProperties=AWS_SESSION_TOKEN:" + SESSION_TOKEN;
    }

    /** One whose credentials the server cannot take. */
    private String refused() {
        return server.uri().replace("//", "//ops:" + PASSWORD_ENCODED + "@") + "/d";
    }

    private String passwordless() {
        return server.uri().replace("//", "//ops@") + "/d";
    }

    /** The ways to give a connection string, with the command line that takes it so. */
    private enum Way {
        VARIABLE,
        OPTION,
        FILE,
        PROFILE,
        PROFILE_FILE,
        PASSWORD_COMMAND,
        PASSWORD_STDIN
    }

    private RecordedRun.Setup setup(Way way, String uri, List<String> words) throws IOException {
        Path file = Files.writeString(folder.resolve("uri"), uri);
        Path password = Files.writeString(folder.resolve("password"), PASSWORD);
        file.toFile().setReadable(false, false);
        file.toFile().setReadable(true, true);
        String profile = switch (way) {
            case PROFILE_FILE -> "uri_file: \"" + file + "\"";
            case PASSWORD_COMMAND -> "uri: \"" + uri + "\"\n    password_command: \"cat " + password + "\"";
            default -> "uri: \"" + uri + "\"";
        };
        Path config = folder.resolve("claimctl/config.yaml");
        Files.createDirectories(config.getParent());
        Files.writeString(config, "profiles:\n  prod:\n    " + profile + "\n");
        config.toFile().setReadable(false, false);
        config.toFile().setReadable(true, true);
        List<String> given = switch (way) {
            case VARIABLE -> List.of();
            case OPTION -> List.of("--uri", uri);
            case FILE -> List.of("--uri-file", file.toString());
            case PROFILE, PROFILE_FILE, PASSWORD_COMMAND ->
                words.get(0).equals("profile") ? List.of() : List.of("--profile", "prod");
            case PASSWORD_STDIN -> List.of("--password-stdin");
        };
        RecordedRun.Setup setup = RecordedRun.claimctl(with(words, given))
                .with("CLAIMCTL_DB", FilledCollection.DATABASE)
                .with("CLAIMCTL_COLLECTION", c.claims.getNamespace().getCollectionName())
                .with("XDG_CONFIG_HOME", folder.toString())
                .with("PATH", System.getenv("PATH"))
                .with("TMPDIR", folder.toString())
                .input(way == Way.PASSWORD_STDIN ? PASSWORD + "\n" : "");
        return way == Way.VARIABLE || way == Way.PASSWORD_STDIN ? setup.on(uri) : setup;
    }

    private static String[] with(List<String> words, List<String> more) {
        List<String> all = new ArrayList<>(words);
        all.addAll(all.contains("--") ? all.indexOf("--") : all.size(), more);
        return all.toArray(String[]::new);
    }

    private void assertKept(RecordedRun run) throws IOException {
        SECRETS.forEach(run::neverPrints);
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(Files::isRegularFile)
                    .filter(file -> !GIVEN.contains(String.valueOf(file.getFileName())))
                    .forEach(file -> assertThat(content(file))
                            .as("%s after %s", file, run)
                            .doesNotContain(SECRETS.toArray(String[]::new)));
        }
        for (Document stored : c.everythingStored()) {
            assertThat(stored.toJson()).as("%s", run).doesNotContain(SECRETS.toArray(String[]::new));
        }
    }

    private static String content(Path file) {
        try {
            return Files.readString(file, ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<List<String>> lines() {
        List<List<String>> lines = new ArrayList<>();
        EveryCommand.lines().forEach(line -> lines.add(List.of(line.words())));
        String sweep = "stale reset --audit-file " + folder.resolve("audit.ndjson") + " --metrics-file "
                + folder.resolve("sweep.prom")
                + " --archive archived --single-flight --reason gone --payloads archive --yes";
        lines.add(List.of(sweep.split(" ")));
        lines.add(List.of(("metrics --to-file " + folder.resolve("claims.prom")).split(" ")));
        lines.add(List.of(("recover --to-dir " + folder.resolve("messages")).split(" ")));
        lines.add(List.of(
                "run",
                "new",
                "--ttl",
                "1m",
                "--status-file",
                folder.resolve("status.json").toString(),
                "--",
                "sh",
                "-c",
                "env > " + folder.resolve("environment")));
        lines.add(List.of("recover", "--", "sh", "-c", "env > " + folder.resolve("environment-of-recover")));
        lines.add(List.of("profile", "test", "prod"));
        lines.add(List.of("profile", "show", "prod"));
        lines.add(List.of("profile", "list", "-o", "json"));
        return lines;
    }

    private static List<String> loudest(List<String> words) {
        return List.of(with(words, List.of("-vv")));
    }

    @ParameterizedTest
    @MethodSource("waysOfAConnectionString")
    void a_command_that_works_tells_no_secret(Way way) throws IOException {
        for (List<String> words : lines()) {
            c.fill();
            boolean profile = words.get(0).equals("profile");
            RecordedRun run = setup(profile ? Way.PROFILE : way, working(), loudest(words))
                    .run();
            assertThat(List.of(0, 1, 3, 5, 6, 9)).as("%s", run).contains(run.exit());
            assertKept(run);
        }
        assertThat(folder).isDirectoryContaining("glob:**audit.ndjson").isDirectoryContaining("glob:**status.json");
        assertThat(folder).isDirectoryContaining("glob:**environment").isDirectoryContaining("glob:**claims.prom");
        assertThat(folder).isDirectoryContaining("glob:**sweep.prom");
    }

    static Stream<Way> waysOfAConnectionString() {
        return Stream.of(Way.VARIABLE, Way.OPTION, Way.FILE, Way.PROFILE, Way.PROFILE_FILE);
    }

    @ParameterizedTest
    @MethodSource("waysOfAPassword")
    void a_command_whose_credentials_are_refused_tells_no_secret(Way way) throws IOException {
        boolean apart = way == Way.PASSWORD_COMMAND || way == Way.PASSWORD_STDIN;
        for (List<String> words : lines()) {
            if (!words.get(0).equals("profile")) {
                RecordedRun run = setup(way, apart ? passwordless() : refused(), loudest(words))
                        .run();
                assertThat(run.exit()).as("%s", run).isNotZero();
                assertKept(run);
            }
        }
    }

    static Stream<Way> waysOfAPassword() {
        return Arrays.stream(Way.values());
    }

    @Test
    void adding_a_profile_tells_no_secret() throws IOException {
        for (String uri : List.of(working(), refused())) {
            String name = "p" + uri.length();
            assertKept(RecordedRun.claimctl("profile", "add", name, "--uri", uri, "-vv")
                    .with("XDG_CONFIG_HOME", folder.toString())
                    .run()
                    .ends(ExitCode.DONE));
            assertKept(RecordedRun.claimctl("profile", "show", name)
                    .with("XDG_CONFIG_HOME", folder.toString())
                    .run()
                    .ends(ExitCode.DONE)
                    .shows("***"));
        }
    }
}
