package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.ScriptedServer;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A server that cannot be reached ends the command within the timeout, with 69, the host and the reason. */
class UnreachableTest {
    private static final Duration TIMEOUT = Duration.ofMillis(700);

    private static RecordedRun inspect(String uri) {
        return inspect(uri, TIMEOUT);
    }

    private static RecordedRun inspect(String uri, Duration timeout) {
        RecordedRun run = RecordedRun.claimctl("inspect", "x", "--timeout", timeout.toMillis() + "ms")
                .on(uri)
                .run()
                .ends(ExitCode.UNREACHABLE)
                .showsNothing();
        assertThat(run.took()).as("%s", run).isLessThan(timeout.plusSeconds(1));
        assertThat(run.err().lines()).as("%s", run).hasSize(1);
        return run;
    }

    @Test
    void nobody_listens() throws IOException {
        int port = NoMongo.freePort();
        inspect("mongodb://127.0.0.1:" + port + "/d")
                .says("claimctl: cannot reach 127.0.0.1:" + port + ": connection refused; nothing listens there\n");
    }

    @Test
    void the_name_is_unknown() {
        inspect("mongodb://no-such-host.invalid/d")
                .says("cannot reach no-such-host.invalid:27017: the name has no address (DNS)");
    }

    @Test
    void the_server_hangs() throws IOException {
        try (NoMongo server = NoMongo.hanging()) {
            inspect("mongodb://" + server.address() + "/d")
                    .says("cannot reach " + server.address() + ": no answer within 700ms");
        }
    }

    @Test
    void the_server_hangs_though_the_connection_string_has_more_patience() throws IOException {
        try (NoMongo server = NoMongo.hanging()) {
            for (String patient : new String[] {
                "serverSelectionTimeoutMS=60000&connectTimeoutMS=60000&socketTimeoutMS=60000",
                "connectTimeoutMS=0&socketTimeoutMS=0",
                "timeoutMS=60000",
            }) {
                inspect("mongodb://" + server.address() + "/d?" + patient).says("no answer within 700ms");
            }
        }
    }

    @Test
    void the_server_hangs_up() throws IOException {
        try (NoMongo server = NoMongo.closing()) {
            inspect("mongodb://" + server.address() + "/d")
                    .says("cannot reach " + server.address() + ": it closed the connection without an answer;"
                            + " it is no MongoDB server, or it expects TLS (tls=true)");
        }
    }

    @Test
    void the_server_speaks_another_language() throws IOException {
        try (NoMongo server = NoMongo.greeting("SSH-2.0-OpenSSH_9.6 and more than sixteen bytes\r\n")) {
            inspect("mongodb://" + server.address() + "/d").says("cannot reach " + server.address() + ": ");
        }
    }

    @Test
    void the_server_speaks_no_tls() throws IOException {
        try (NoMongo server = NoMongo.greeting("HTTP/1.1 400 Bad Request\r\n\r\n")) {
            inspect("mongodb://" + server.address() + "/d?tls=true", Duration.ofSeconds(3)) // TLS is slow to start
                    .says(": TLS failed: the server does not speak TLS there");
        }
    }

    @Test
    void every_host_is_named() throws IOException {
        int port = NoMongo.freePort();
        try (NoMongo closing = NoMongo.closing()) {
            inspect("mongodb://127.0.0.1:" + port + "," + closing.address() + "/d?replicaSet=rs0")
                    .says("127.0.0.1:" + port + ": connection refused", closing.address() + ": it closed");
        }
    }

    @Test
    void a_server_of_another_kind_than_the_connection_string_says_is_named() {
        try (ScriptedServer server = new ScriptedServer()) {
            inspect(server.uri() + "/d?replicaSet=rs0").says("cannot reach ", "replica set rs0");
        }
    }

    @Test
    void without_its_environment_a_cron_job_fails_and_connects_to_nobody() throws IOException {
        try (NoMongo server = NoMongo.hanging()) {
            RecordedRun.claimctl("inspect", "x")
                    .with("CLAIMCTL_DB", "shop")
                    .with("MONGODB_URI", "mongodb://" + server.address())
                    .run()
                    .ends(ExitCode.CONFIGURATION)
                    .showsNothing()
                    .says("no server is named, and there is no default one: set CLAIMCTL_URI");
            assertThat(server.connections()).isZero();
        }
    }
}
