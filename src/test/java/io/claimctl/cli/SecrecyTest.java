package io.claimctl.cli;

import io.claimctl.cli.Verb.Heading;
import io.claimctl.cli.connection.Connection;
import io.claimctl.testing.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The password of a connection string is in no output, however the run fails. */
class SecrecyTest {
    private static final String WRITTEN = "g%21heim";
    private static final String READ = "g!heim";
    private static final ScriptedServer SERVER = new ScriptedServer();

    @TempDir
    private Path folder;

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    static Stream<String> failing() throws IOException {
        String host = SERVER.uri().substring("mongodb://".length());
        return Stream.of(
                "mongodb://bob:" + WRITTEN + "@127.0.0.1:" + NoMongo.freePort() + "/d",
                "mongodb://bob:" + WRITTEN + "@no-such-host.invalid/d",
                "mongodb://bob:" + WRITTEN + "@" + host + "/d?authMechanism=SCRAM-SHA-256",
                "mongodb://bob:" + WRITTEN + "@" + host + "/d?authMechanism=PLAIN",
                "mongodb://bob:" + WRITTEN + "@" + host,
                "mongodb://bob:" + WRITTEN + "@" + host + "/d?authMechanism=NONSENSE",
                "mongodb://bob:" + WRITTEN + "@" + host + "/d?tls=true",
                "mongodb://bob:" + WRITTEN + "@" + host + "/d?maxPoolSize=" + WRITTEN,
                "mongodb://bob:" + WRITTEN + "@" + host + "/d?" + WRITTEN,
                "mongodb://bob:" + WRITTEN + "@" + host + "/a.b",
                "mongodb://bob:" + WRITTEN + "@host:" + WRITTEN + "/d",
                "mongodb://bob:" + WRITTEN + ":" + WRITTEN + "@host/d",
                "mongodb://bob:" + WRITTEN + "@" + WRITTEN + "@host/d",
                "mongodb://bob:" + READ + "/" + READ + "@host/d",
                "mongodb://bob:%zz" + READ + "@host/d",
                "mongodb://bob:" + WRITTEN,
                "mongodb+srv://bob:" + WRITTEN + "@no-such-host.invalid/d",
                "mongodb+srv://bob:" + WRITTEN + "@host:1/d",
                "mongo://bob:" + WRITTEN + "@host/d",
                "mongodb://host/d?authMechanism=MONGODB-AWS&authMechanismProperties=AWS_SESSION_TOKEN:" + WRITTEN
                        + "long",
                "mongodb://" + host + "/d?proxyHost=h&proxyUsername=u&proxyPassword=" + WRITTEN + "&x");
    }

    private static void isSecret(RecordedRun.Setup setup) {
        RecordedRun run = setup.run();
        run.neverPrints(WRITTEN).neverPrints(READ);
    }

    @ParameterizedTest
    @MethodSource("failing")
    void no_failure_shows_the_password(String uri) throws IOException {
        String file = Files.setPosixFilePermissions(
                        Files.writeString(folder.resolve("uri"), uri), PosixFilePermissions.fromString("rw-r-----"))
                .toString();
        for (List<String> words : List.of(
                List.of("inspect", "x", "-vv", "--timeout", "300ms", "--uri", uri),
                List.of("inspect", "x", "-vv", "--timeout", "300ms", "--uri=" + uri),
                List.of("inspect", "x", "-vv", "--timeout", "300ms", "--uri-file", file))) {
            isSecret(RecordedRun.claimctl(words.toArray(new String[0])));
        }
        isSecret(RecordedRun.claimctl("inspect", "x", "-vv", "--timeout", "300ms")
                .on(uri));
    }

    @ParameterizedTest
    @MethodSource("failing")
    void no_wrong_command_line_shows_the_password(String uri) {
        for (List<String> words : List.of(
                List.of(uri),
                List.of("inspect", "x", "--url", uri),
                List.of("inspect", "x", "--url=" + uri),
                List.of("inspect", "x", "--timeout", uri),
                List.of("inspect", "x", "-o", uri),
                List.of("exit-codes", uri),
                List.of("--uri=" + uri, "inspect"),
                List.of("inspect", "x", "--uri", uri, "--uri", uri, "--timeout", "9s"),
                List.of("inspect", "x", "--uri", uri, "--uri-file", "f"),
                List.of("inspect", "x", "--uri-file", uri),
                List.of("inspect", "x", "--uri", uri, "--db", "a.b"))) {
            isSecret(RecordedRun.claimctl(words.toArray(new String[0])));
        }
    }

    @Test
    void what_the_server_repeats_is_hidden() {
        SERVER.answerNext(
                "find",
                new BsonDocument("ok", new BsonInt32(0))
                        .append("code", new BsonInt32(121))
                        .append("errmsg", new BsonString("no " + READ + " and no " + WRITTEN + " here")),
                false);
        RecordedRun run = RecordedRun.claimctl("inspect", "x", "-v")
                .on(SERVER.uri() + "/d")
                .with("OTHER", "mongodb://bob:" + WRITTEN + "@h/d")
                .run();
        run.ends(ExitCode.CONFIGURATION).says("no *** and no *** here");
        run.neverPrints(READ).neverPrints(WRITTEN);
    }

    @Test
    void what_a_programming_error_repeats_is_hidden_in_the_trace_too() throws IOException {
        String uri = "mongodb://bob:" + WRITTEN + "@h/d";
        String file = Files.setPosixFilePermissions(
                        Files.writeString(folder.resolve("uri"), uri), PosixFilePermissions.fromString("rw-r-----"))
                .toString();
        for (RecordedRun.Setup setup : List.of(
                RecordedRun.claimctl("crash", "-v").on(uri),
                RecordedRun.claimctl("crash", "-v", "--uri-file", file),
                RecordedRun.claimctl("crash", "-v", "-q", "--uri", uri))) {
            setup.commands(new Verb(Heading.PROGRAM, "crash", "Crashes.", Crash::new))
                    .run()
                    .ends(ExitCode.UNEXPECTED)
                    .says("boom ***", "Caused by: ")
                    .neverPrints(READ)
                    .neverPrints(WRITTEN);
        }
    }

    @Test
    void a_password_on_the_command_line_is_warned_about_unless_quiet() throws IOException {
        String uri = "mongodb://bob:" + WRITTEN + "@127.0.0.1:" + NoMongo.freePort() + "/d";
        String warning = "warning: the password in --uri can be seen in the process list;"
                + " set CLAIMCTL_URI or use --uri-file instead";
        RecordedRun.claimctl("inspect", "x", "--timeout", "200ms", "--uri", uri)
                .run()
                .says(warning);
        RecordedRun.claimctl("inspect", "x", "--timeout", "200ms", "--uri", uri, "-q")
                .run()
                .neverPrints("warning");
        RecordedRun.claimctl("inspect", "x", "--timeout", "200ms").on(uri).run().neverPrints("warning");
    }

    @Command
    static final class Crash implements Callable<Integer> {
        @Mixin
        private final ConnectionOptions connection = new ConnectionOptions();

        @Mixin
        private final OutputOptions output = new PlainOutputOptions();

        private final Context context;

        Crash(Context context) {
            this.context = context;
        }

        @Override
        public Integer call() {
            try (Connection open = context.connectToRead(connection, output)) {
                throw new IllegalStateException(
                        "boom " + READ, new IllegalArgumentException(WRITTEN + open.collectionName()));
            }
        }
    }
}
