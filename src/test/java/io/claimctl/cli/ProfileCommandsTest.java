package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.RealReplies;
import io.claimctl.testing.ScriptedServer;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileCommandsTest {
    private static final String SECRET = "geheim-7";

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("deep/claimctl/config.yaml");
    }

    private RecordedRun.Setup run(String... words) {
        return RecordedRun.claimctl(words)
                .with("XDG_CONFIG_HOME", folder.resolve("deep").toString());
    }

    private void configure(String text) throws IOException {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), text);
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-------"));
    }

    private static String modes(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void profiles_are_added_listed_used_and_removed() throws IOException {
        run("profile", "list").run().ends(ExitCode.DONE).showsNothing().says("there is no profile in " + file());
        run("profile", "add", "dev", "--uri", "mongodb://localhost/shop")
                .run()
                .ends(ExitCode.DONE)
                .says("profile dev is in " + file());
        run(
                        "profile",
                        "add",
                        "prod",
                        "--uri",
                        "mongodb://ops@db.example/shop",
                        "--password-command",
                        "pass show 'db/prod'",
                        "-d",
                        "shop",
                        "-c",
                        "orders",
                        "--older-than",
                        "10m",
                        "--default-output",
                        "wide",
                        "--timeout",
                        "5s",
                        "--protected",
                        "--use")
                .run()
                .ends(ExitCode.DONE)
                .says("and is the current one");
        assertThat(file()).hasContent("""
                current: prod
                profiles:
                  dev:
                    uri: mongodb://localhost/shop
                  prod:
                    uri: mongodb://ops@db.example/shop
                    password_command: "pass show 'db/prod'"
                    db: shop
                    collection: orders
                    older_than: 10m
                    output: wide
                    timeout: 5s
                    protected: true
                """);
        assertThat(modes(file())).isEqualTo("rw-------");
        assertThat(modes(file().getParent())).isEqualTo("rwx------");
        run("profile", "list", "-o", "name")
                .run()
                .ends(ExitCode.DONE)
                .shows("dev\nprod\n")
                .saysNothing();
        run("profile", "list").run().shows("NAME", "prod  yes", "mongodb://ops@db.example/shop");
        run("profile", "use", "dev").run().ends(ExitCode.DONE).says("profile dev is the current one");
        assertThat(file()).content().startsWith("current: dev\n");
        run("profile", "remove", "dev", "--yes")
                .run()
                .ends(ExitCode.DONE)
                .says("profile dev removed", "dev was the current one: there is none now; claimctl profile use NAME");
        assertThat(file()).content().startsWith("profiles:\n  prod:\n");
        run("profile", "remove", "prod", "--yes", "--yes-protected").run().ends(ExitCode.DONE);
        assertThat(file()).isEmptyFile();
        run("profile", "add", "dev", "--uri", "mongodb://localhost/shop").run().ends(ExitCode.DONE);
    }

    @Test
    void a_name_that_is_taken_stays_unless_it_is_replaced() {
        run("profile", "add", "a", "--uri", "mongodb://one/d").run().ends(ExitCode.DONE);
        run("profile", "add", "a", "--uri", "mongodb://two/d")
                .run()
                .ends(ExitCode.REFUSED)
                .says("there is a profile a already: add --replace");
        assertThat(file()).content().contains("one").doesNotContain("two");
        run("profile", "add", "a", "--uri", "mongodb://two/d", "--replace")
                .run()
                .ends(ExitCode.DONE);
        assertThat(file()).content().contains("two").doesNotContain("one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"profile add a --uri mongodb://two/d --replace", "profile remove a b --yes"})
    void one_that_is_protected_is_replaced_or_removed_only_by_its_name(String words) throws IOException {
        String before = "profiles:\n  a: {uri: 'mongodb://one/d', protected: true}\n  b: {uri: 'mongodb://b/d'}\n";
        configure(before);
        run(words.split(" "))
                .run()
                .ends(ExitCode.REFUSED)
                .says("profile a is protected, and there is no terminal to ask for its name on: add --yes-protected");
        run(words.split(" "))
                .terminals("ie")
                .input("y\n")
                .run()
                .ends(ExitCode.REFUSED)
                .says("its name was not typed; nothing was changed");
        assertThat(file()).hasContent(before);
        run(words.split(" ")).terminals("ie").input("a\n").run().ends(ExitCode.DONE);
        assertThat(file()).content().doesNotContain("one");
        configure(before);
        run((words + " --yes-protected").split(" ")).run().ends(ExitCode.DONE).neverPrints("current one");
        assertThat(file()).content().doesNotContain("one");
    }

    @ParameterizedTest
    @CsvSource({
        "rw-r--rw-, rwx------, everybody may write it: chmod 600 ",
        "rw-------, rwxrwxrwx, everybody may write its folder: chmod o-w ",
        "rw-r--r--, rwxrwxr-x, ''"
    })
    void a_file_that_others_may_write_runs_no_command(String modes, String folderModes, String refused)
            throws IOException {
        Path ran = folder.resolve("ran");
        configure("current: a\nprofiles:\n  b: {uri: 'mongodb://h/d'}\n  a: {uri: 'mongodb://ops@127.0.0.1:1/d',"
                + " password_command: 'touch " + ran + "; echo x'}\n");
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString(modes));
        Files.setPosixFilePermissions(file().getParent(), PosixFilePermissions.fromString(folderModes));
        for (String profile : List.of("a", "b")) {
            RecordedRun run = run("claims", "count", "--timeout", "300ms", "--profile", profile)
                    .run();
            if (!refused.isEmpty()) {
                run.ends(ExitCode.CONFIGURATION)
                        .says("the file " + file() + " has a password_command, which is run, and " + refused);
            }
        }
        assertThat(Files.exists(ran)).isEqualTo(refused.isEmpty());
    }

    @Test
    void without_a_command_such_a_file_is_used() throws IOException {
        configure("profiles:\n  a: {uri: 'mongodb://h/d'}\n");
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-rw-rw-"));
        run("profile", "list", "-o", "name").run().ends(ExitCode.DONE).shows("a\n");
    }

    /** Only root can give a file away. */
    @Test
    void a_file_of_somebody_else_runs_no_command() throws IOException {
        configure("profiles:\n  a: {uri: 'mongodb://ops@h/d', password_command: 'echo x'}\n");
        try {
            Files.setAttribute(file(), "unix:uid", 65_534);
        } catch (FileSystemException notRoot) {
            Assumptions.abort("only root can give a file away: " + notRoot.getReason());
        }
        run("profile", "list")
                .run()
                .ends(ExitCode.CONFIGURATION)
                .says("it belongs to ", ": chown ", " " + file() + ", if you trust it");
    }

    @Test
    void a_removal_is_confirmed() {
        run("profile", "add", "a", "--uri", "mongodb://one/d").run().ends(ExitCode.DONE);
        run("profile", "remove", "a").run().ends(ExitCode.REFUSED).says("add --yes");
        run("profile", "remove", "a").terminals("ie").input("n\n").run().ends(ExitCode.REFUSED);
        run("profile", "remove", "a", "b", "--yes").run().ends(ExitCode.USAGE).says("there is no profile 'b'");
        assertThat(file()).content().contains("one");
        run("profile", "remove", "a")
                .terminals("ie")
                .input("y\n")
                .run()
                .ends(ExitCode.DONE)
                .says("Remove a? [y/N]");
        assertThat(file()).isEmptyFile();
    }

    @ParameterizedTest
    @CsvSource({
        "a/b --uri mongodb://h, no name of a profile",
        "a, no server is named: give --uri or --uri-file",
        "a --uri mongodb://h --uri-file f, --uri and --uri-file are both given",
        "a --uri mongodb://h:x, cannot be used",
        "a --uri h, must start with mongodb://",
        "a --uri mongodb://h --db a.b, (--db) cannot be used",
        "a --uri mongodb://h --password-command x, names no user",
        "a --uri mongodb://u:p@h --password-command x, holds one already",
        "a --uri mongodb://h --older-than 7, has no unit",
        "a --uri mongodb://h/d?tls=true&tlsCAFile=ca.pem, write the file ca.pem of --uri with its whole path",
        "a --uri mongodb://h --default-output xml, xml"
    })
    void what_cannot_be_a_profile_is_not_added(String words, String sentence) {
        run(("profile add " + words).split(" ")).run().ends(ExitCode.USAGE).says(sentence);
        assertThat(file()).doesNotExist();
    }

    @Test
    void a_password_in_the_file_is_warned_of_and_never_shown() {
        RecordedRun added = run("profile", "add", "a", "--uri", "mongodb://ops:" + SECRET + "@127.0.0.1:1/d", "--use")
                .run()
                .ends(ExitCode.DONE)
                .says("holds its password", "--password-command");
        added.neverPrints(SECRET);
        for (String format : List.of("table", "wide", "json", "ndjson", "yaml", "csv", "name")) {
            run("profile", "list", "-o", format).run().ends(ExitCode.DONE).neverPrints(SECRET);
        }
        for (String format : List.of("table", "wide", "json", "ndjson", "yaml", "csv")) {
            run("profile", "show", "-o", format)
                    .run()
                    .ends(ExitCode.DONE)
                    .shows("mongodb://ops:***@127.0.0.1:1/d")
                    .neverPrints(SECRET);
            run("profile", "test", "-o", format)
                    .with("CLAIMCTL_TIMEOUT", "100ms")
                    .run()
                    .ends(ExitCode.UNREACHABLE)
                    .neverPrints(SECRET);
        }
        run("profile", "add", "b", "--uri", "mongodb://db.example/d")
                .run()
                .ends(ExitCode.DONE)
                .neverPrints("warning");
    }

    @Test
    void where_each_value_comes_from_is_shown() throws IOException {
        configure("""
                current: p
                profiles:
                  p:
                    uri: mongodb://ops@h/path
                    password_command: echo geheim-7
                    db: shop
                """);
        RecordedRun named = run("profile", "show", "p", "-o", "csv")
                .with("CLAIMCTL_DB", "other")
                .run()
                .ends(ExitCode.DONE)
                .saysNothing();
        named.neverPrints(SECRET)
                .shows("db,shop,", "line 6", "password_command,(a command)", "older_than,2m,the default");
        run("profile", "show", "-o", "csv")
                .with("CLAIMCTL_DB", "other")
                .with("CLAIMCTL_URI", "mongodb://elsewhere/x")
                .run()
                .shows("db,other,CLAIMCTL_DB")
                .says("CLAIMCTL_URI is set, and goes before this profile");
        run("profile", "show")
                .with("CLAIMCTL_PROFILE", "q")
                .run()
                .ends(ExitCode.CONFIGURATION)
                .says("CLAIMCTL_PROFILE");
        run("profile", "show", "q").run().ends(ExitCode.USAGE).says("there is no profile 'q' in " + file());
        configure("profiles:\n  p: {uri: 'mongodb://h'}\n");
        run("profile", "show").run().ends(ExitCode.CONFIGURATION).says("no profile is named", "claimctl profile use");
    }

    @Test
    void what_goes_before_the_current_profile_is_said() {
        run("profile", "add", "a", "--uri", "mongodb://u@h/d").run().ends(ExitCode.DONE);
        run("profile", "use", "a").run().neverPrints("goes before");
        run("profile", "list").run().saysNothing();
        for (String variable : List.of("CLAIMCTL_URI", "CLAIMCTL_URI_FILE", "CLAIMCTL_PROFILE")) {
            run("profile", "use", "a").with(variable, "x").run().says(variable + " is set and goes before it");
            run("profile", "list").with(variable, "x").run().says(variable + " is set and counts");
        }
        run("profile", "use", "a").with("CLAIMCTL_PROFILE", "a").run().neverPrints("goes before");
        run("profile", "show", "-o", "csv").run().shows("db,d,the connection string", "mongodb://u@h/d");
    }

    @Test
    void what_a_person_wrote_is_kept_before_it_is_written_anew() throws IOException {
        String written = "# mine\nprofiles:\n  a: {uri: 'mongodb://ops:" + SECRET + "@h'} # this\n";
        configure(written);
        run("profile", "use", "a").run().ends(ExitCode.DONE).says("without comments", "config.yaml.bak");
        Path kept = file().resolveSibling("config.yaml.bak");
        assertThat(kept).hasContent(written);
        assertThat(modes(kept)).isEqualTo("rw-------");
        assertThat(file()).content().doesNotContain("# mine").startsWith("current: a\n");
        run("profile", "add", "b", "--uri", "mongodb://h")
                .run()
                .ends(ExitCode.DONE)
                .neverPrints("config.yaml.bak");
        configure("# again\nprofiles:\n  a: {uri: 'mongodb://h'}\n");
        run("profile", "use", "a").run().ends(ExitCode.DONE).says("config.yaml.bak2");
        assertThat(kept).hasContent(written);
    }

    @Test
    void two_changes_at_a_time_both_last() {
        IntStream.range(0, 12)
                .parallel()
                .forEach(i -> run("profile", "add", "p" + i, "--uri", "mongodb://h" + i + "/d")
                        .run()
                        .ends(ExitCode.DONE));
        RecordedRun list = run("profile", "list", "-o", "name").run();
        assertThat(list.out().lines()).hasSize(12);
    }

    @ParameterizedTest
    @CsvSource({"rw----r--, true", "rw-r--r--, true", "rw-r-----, false", "rw-------, false"})
    void a_file_with_a_secret_that_everybody_may_read_is_refused(String modes, boolean refused) throws IOException {
        configure("current: a\nprofiles:\n  a: {uri: 'mongodb://ops:" + SECRET + "@127.0.0.1:1/d'}\n");
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString(modes));
        RecordedRun run = run("claims", "count", "--timeout", "50ms").run().neverPrints(SECRET);
        if (refused) {
            run.ends(ExitCode.CONFIGURATION).says("everybody may read it: chmod 600 " + file());
        } else {
            run.ends(ExitCode.UNREACHABLE);
        }
        configure("current: a\nprofiles:\n  a: {uri: 'mongodb://ops@127.0.0.1:1/?authMechanism=MONGODB-X509'}\n");
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString(modes));
        run("profile", "list").run().ends(ExitCode.DONE);
    }

    @ParameterizedTest
    @CsvSource({"rw-r--r--, true", "rw-r-----, false"})
    void so_is_a_file_that_holds_a_connection_string(String modes, boolean refused) throws IOException {
        Path uri = Files.writeString(folder.resolve("uri"), "mongodb://ops:" + SECRET + "@127.0.0.1:1/d\n");
        Files.setPosixFilePermissions(uri, PosixFilePermissions.fromString(modes));
        configure("current: a\nprofiles:\n  a: {uri_file: " + uri + "}\n");
        for (RecordedRun.Setup setup : List.of(
                run("claims", "count", "--timeout", "50ms", "--uri-file", uri.toString()),
                run("claims", "count", "--timeout", "50ms").with("CLAIMCTL_URI_FILE", uri.toString()),
                run("claims", "count", "--timeout", "50ms"))) {
            RecordedRun run = setup.run().neverPrints(SECRET);
            run.ends(refused ? ExitCode.CONFIGURATION : ExitCode.UNREACHABLE);
            run.says(refused ? "chmod 600 " + uri : "127.0.0.1:1");
        }
        Files.writeString(uri, "mongodb://127.0.0.1:1/d\n");
        run("claims", "count", "--timeout", "50ms").run().ends(ExitCode.UNREACHABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"profile list", "profile use a", "profile remove a --yes", "claims list"})
    void a_broken_file_is_refused_with_file_line_and_reason_and_stays_as_it_is(String words) throws IOException {
        String broken = "current: a\nprofiles:\n  a:\n    url: mongodb://ops:" + SECRET + "@h\n";
        configure(broken);
        run(words.split(" "))
                .run()
                .ends(ExitCode.CONFIGURATION)
                .says("the file " + file() + ", line 4: profiles.a.'url' is no key: there are uri, uri_file")
                .neverPrints(SECRET);
        assertThat(file()).hasContent(broken);
    }

    @Test
    void a_file_that_cannot_be_written_or_read_is_said() throws IOException {
        Files.createDirectories(folder.resolve("deep"));
        Files.writeString(folder.resolve("deep/claimctl"), "");
        run("profile", "add", "a", "--uri", "mongodb://h")
                .run()
                .ends(ExitCode.CONFIGURATION)
                .says("cannot be written", "nothing was changed");
        Files.delete(folder.resolve("deep/claimctl"));
        Files.createDirectories(file());
        run("profile", "list").run().ends(ExitCode.CONFIGURATION).says("cannot be read: it is a folder");
        Files.delete(file());
        configure("profiles:\n  a:\n    uri: mongodb://h\n    older_than: 10\n");
        run("profile", "list")
                .run()
                .says("line 4: profiles.a.older_than must be a duration, which has a unit, as in 10m");
        RecordedRun.claimctl("profile", "add", "a", "--uri", "mongodb://h")
                .run()
                .ends(ExitCode.CONFIGURATION)
                .says("set HOME or XDG_CONFIG_HOME");
    }

    @Test
    void a_test_says_which_commands_the_user_may_run_as_far_as_the_server_tells() throws IOException {
        try (ScriptedServer server = new ScriptedServer()) {
            configure("current: a\nprofiles:\n  a: {uri: '" + server.uri() + "/cap'}\n");
            run("profile", "test").run().shows("which of them work is not known: nobody has logged in");
            for (String user : List.of("reader", "writer")) {
                server.answerNext(
                        "connectionStatus", RealReplies.reply("privileges", user + ": connectionStatus"), false);
                RecordedRun run = run("profile", "test").run().ends(ExitCode.DONE);
                run.shows(
                        user.equals("reader")
                                ? "reader@cap may not run run, acquire, renew, complete, "
                                : "writer@cap may run every one");
                assertThat(run.out()).doesNotContain("claims list, ");
            }
        }
    }

    @Test
    void a_test_says_step_by_step_what_works() throws IOException {
        try (ScriptedServer server = new ScriptedServer()) {
            configure("current: a\nprofiles:\n  a: {uri: '" + server.uri() + "/shop'}\n");
            RecordedRun run = run("profile", "test").run().ends(ExitCode.DONE).saysNothing();
            assertThat(run.out().lines().map(line -> line.split(" +")[0] + " " + line.split(" +")[1]))
                    .containsExactly(
                            "STEP STATE",
                            "file ok",
                            "uri ok",
                            "password ok",
                            "server ok",
                            "collection ok",
                            "claims ok",
                            "commands unknown");
            run.shows("version ", "shop._message_state is not there yet", "0 claims");
            assertThat(server.received()).doesNotContain("insert", "update", "findAndModify", "create");
        }
        run("profile", "test", "--timeout", "1s").run().ends(ExitCode.USAGE);
        RecordedRun dead =
                run("profile", "test").with("CLAIMCTL_TIMEOUT", "100ms").run().ends(ExitCode.UNREACHABLE);
        assertThat(dead.out().lines().filter(line -> line.contains("not_tried")))
                .hasSize(3);
        dead.shows("server      failed", "a step before it failed");
        configure("current: a\nprofiles:\n  a: {uri: 'mongodb://ops@h', password_command: 'echo x'}\n");
        run("profile", "test")
                .run()
                .ends(ExitCode.CONFIGURATION)
                .shows("uri         failed", "no database is named", "password    not_tried");
        configure("current: a\nprofiles:\n  a: {uri: 'mongodb://ops@h/d', password_command: 'exit 3'}\n");
        run("profile", "test").run().ends(ExitCode.CONFIGURATION).shows("password    failed", "exit code 3");
        configure("current: a\nprofiles:\n  a: {uri: 'h'}\n");
        run("profile", "test").run().ends(ExitCode.CONFIGURATION).shows("must start with mongodb://");
    }

    @Test
    void variables_stand_for_the_options_of_every_command() {
        run("profile", "add", "a", "--uri", "mongodb://h/d").run().ends(ExitCode.DONE);
        run("profile", "list")
                .with("CLAIMCTL_OUTPUT", "name")
                .run()
                .shows("a\n")
                .neverPrints("NAME");
        run("profile", "list", "-o", "csv")
                .with("CLAIMCTL_OUTPUT", "name")
                .run()
                .shows("name,");
        run("profile", "list")
                .with("CLAIMCTL_OUTPUT", "xml")
                .run()
                .ends(ExitCode.CONFIGURATION)
                .says("no format");
        run("profile", "use", "a")
                .with("CLAIMCTL_QUIET", "1")
                .run()
                .ends(ExitCode.DONE)
                .saysNothing();
        run("profile", "use", "a").with("CLAIMCTL_QUIET", "0").run().says("current");
        run("profile", "use", "a", "-v").with("CLAIMCTL_QUIET", "1").run().says("current");
        run("profile", "use", "a")
                .with("CLAIMCTL_QUIET", "x")
                .run()
                .ends(ExitCode.CONFIGURATION)
                .says("CLAIMCTL_QUIET");
        run("profile", "use", "a")
                .with("CLAIMCTL_VERBOSE", "3")
                .run()
                .ends(ExitCode.CONFIGURATION)
                .says("0, 1 and 2");
        run("profile", "use", "a", "--help").with("CLAIMCTL_QUIET", "x").run().ends(ExitCode.DONE);
    }
}
