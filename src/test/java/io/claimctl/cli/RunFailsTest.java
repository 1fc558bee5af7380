package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.Await;
import io.claimctl.testing.LinuxProcess;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the command of a run that fails itself. */
@OnEveryServer
class RunFailsTest {
    private static final OutputStream BROKEN = new OutputStream() {
        @Override
        public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
        }

        @Override
        public void flush() throws IOException {
            throw new IOException("Broken pipe");
        }
    };

    private final FilledCollection c;

    @TempDir
    private Path folder;

    RunFailsTest(TestServer server) {
        c = new FilledCollection(server);
    }

    @AfterEach
    void close() {
        c.close();
    }

    /** A terminal's standard output is flushed before each sentence, here the one about the status file. */
    @Test
    void a_command_does_not_go_on_without_the_run_that_would_end_it() throws Exception {
        LinuxProcess.require();
        Path status = Files.createDirectory(folder.resolve("status"));
        Path pid = folder.resolve("pid");
        List<String> line = List.of(
                "run",
                "new",
                "--ttl",
                "4s",
                "--timeout",
                "1s",
                "--grace",
                "0s",
                "--status-file",
                status.resolve("file").toString(),
                "--",
                "sh",
                "-c",
                "trap '' TERM; echo $$ >\"$1\"; exec sleep 20",
                "sh",
                pid.toString());
        CompletableFuture<RecordedRun> run = CompletableFuture.supplyAsync(
                c.run(line.toArray(new String[0])).terminals("o").reader(BROKEN)::run);
        Await.until(
                "the command is up",
                () -> Files.exists(pid) && Files.readString(pid).endsWith("\n"));
        Files.move(status, folder.resolve("elsewhere")); // what is in it changes all the time
        run.join().ends(141);
        assertThat(LinuxProcess.of(Long.parseLong(Files.readString(pid).strip())))
                .isNotPresent();
        assertThat(c.stored("new")).containsEntry("status", "released");
    }
}
