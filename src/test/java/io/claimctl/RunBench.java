package io.claimctl;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.claimctl.testing.Await;
import io.claimctl.testing.FaultProxy;
import io.claimctl.testing.LinuxProcess;
import io.claimctl.testing.ScriptedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * What a test of the distribution works with: a server, a proxy in front of it, and a folder. Everything that is started
 * here carries a variable of its own, by which it is found wherever it has gone, and ended after the test.
 */
final class RunBench implements AfterEachCallback {
    /** Whose claim a {@link #held} one is. */
    static final String STRANGER = "pod-1:0123456789abcdef01234567";

    private static final Set<Integer> TOO_BUSY = Set.of(69, 74, 75);
    private static final String MARK = "RUN_BENCH";

    private final String mark = UUID.randomUUID().toString();
    private final ScriptedServer server = new ScriptedServer();
    private final FaultProxy proxy = new FaultProxy(server.uri() + "/shop");
    private final MongoClient client = MongoClients.create(server.uri());
    private final MongoCollection<Document> claims = client.getDatabase("shop").getCollection("_message_state");
    private final AtomicInteger launches = new AtomicInteger();
    private final Path folder;

    RunBench() {
        try {
            folder = Files.createTempDirectory("claimctl-run");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ScriptedServer server() {
        return server;
    }

    FaultProxy proxy() {
        return proxy;
    }

    MongoCollection<Document> claims() {
        return claims;
    }

    /** Another collection of the database. */
    MongoCollection<Document> claims(String name) {
        return client.getDatabase("shop").getCollection(name);
    }

    /** Where everything here runs. */
    Path folder() {
        return folder;
    }

    /** A file of the folder. */
    Path file(String name) {
        return folder.resolve(name);
    }

    /** What stands in a file; nothing if there is none. */
    String text(String name) throws IOException {
        return Files.exists(file(name)) ? Files.readString(file(name)) : "";
    }

    /** A shell script in the folder that can be started. */
    Path script(String name, String... lines) throws IOException {
        Path script = Files.writeString(file(name), "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** The distribution with these arguments. */
    Launch claimctl(String... words) {
        return new Launch(
                this,
                Stream.concat(Stream.of(Launch.CLAIMCTL.toString()), Stream.of(words))
                        .toList());
    }

    /** A shell with this script, in which {@code $BIN} is the distribution. */
    Launch shell(String script) {
        return new Launch(this, List.of("sh", "-c", script)).with("BIN", Launch.CLAIMCTL.toString());
    }

    /** A name that no process here has had. */
    String nextName() {
        return "run-" + launches.incrementAndGet();
    }

    /** What everything that is started here carries. */
    String[] mark() {
        return new String[] {MARK, mark};
    }

    /** Everything that was started here and is still there. */
    List<LinuxProcess> living() {
        return LinuxProcess.with(MARK + "=" + mark);
    }

    /**
     * Starts a run with a short timeout, again where the host is too busy to acquire the claim in time.
     *
     * @param file into which its command writes a line when it is up
     */
    StartedRun up(Launch launch, String file) throws Exception {
        for (int i = 0; ; i++) {
            StartedRun run = launch.start();
            Await.until(
                    run::toString, () -> !text(file).isEmpty() || !run.process().isAlive());
            if (text(file).endsWith("\n")) {
                return run;
            }
            assertThat(TOO_BUSY).as("%s", run).contains(run.process().exitValue());
            assertThat(i).as("times that %s", run).isLessThan(10);
            claims.deleteMany(new Document());
        }
    }

    /** Somebody else's claim. */
    void held(String id, Duration left) {
        Date now = Date.from(Instant.now());
        claims.insertOne(new Document("_id", id)
                .append("status", "processing")
                .append("worker_id", STRANGER)
                .append("expires_at", Date.from(now.toInstant().plus(left)))
                .append("created_at", now)
                .append("updated_at", now));
    }

    /** The claim as it is stored. */
    Document stored(String id) {
        Document claim = claims.find(new Document("_id", id)).first();
        if (claim == null) {
            throw new AssertionError("there is no claim " + id);
        }
        return claim;
    }

    /** How many commands of this name the server got. */
    long received(String name) {
        return server.received().stream().filter(name::equals).count();
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        living().forEach(LinuxProcess::kill);
        client.close();
        proxy.close();
        server.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        proxy.assertSound();
    }
}
