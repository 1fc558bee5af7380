package io.claimctl;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.Await;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The streams of a command under {@code claimctl run} are those of claimctl. */
@Execution(ExecutionMode.CONCURRENT)
class RunStreamsIT {
    private static final int MEGABYTES = 100;
    private static final int MEGABYTE = 1 << 20;

    @RegisterExtension
    private final RunBench bench = new RunBench();

    @Test
    void a_hundred_megabytes_pass_through_each_stream_byte_for_byte() throws Exception {
        StartedRun run = bench.claimctl("run", "a", "--ttl", "1m", "--", "tee", "/dev/stderr")
                .piped()
                .start();
        var out = digest(run.process().getInputStream());
        var err = digest(run.process().getErrorStream());
        String sent = send(run.process().getOutputStream());
        assertThat(out.get()).isEqualTo(sent);
        assertThat(err.get()).isEqualTo(sent);
        run.ends(0);
    }

    private static String send(OutputStream to) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        try (OutputStream through = new DigestOutputStream(to, digest)) {
            byte[] block = new byte[MEGABYTE];
            Random random = new Random(5);
            for (int i = 0; i < MEGABYTES; i++) {
                random.nextBytes(block);
                through.write(block);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static CompletableFuture<String> digest(InputStream from) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        MessageDigest digest = MessageDigest.getInstance("SHA-256");
                        long length = new DigestInputStream(from, digest).transferTo(OutputStream.nullOutputStream());
                        assertThat(length).isEqualTo((long) MEGABYTES * MEGABYTE);
                        return HexFormat.of().formatHex(digest.digest());
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    } catch (NoSuchAlgorithmException e) {
                        throw new AssertionError(e);
                    }
                },
                work -> new Thread(work, "reader").start());
    }

    @Test
    void a_command_that_closes_its_input_goes_on() throws Exception {
        StartedRun run = bench.claimctl("run", "a", "--ttl", "1m", "--", "sh", "-c", "exec <&-; sleep 0.3; exit 3")
                .fed()
                .start();
        run.ends(3);
        run.process().getOutputStream().close();
    }

    @ParameterizedTest
    @CsvSource({"0,<&-", "1,>&-", "2,<&- >&- 2>&-"})
    void a_stream_that_is_closed_is_closed_in_the_command(int descriptor, String closed) throws Exception {
        bench.script("probe", "[ -e /proc/$$/fd/" + descriptor + " ] && echo open >state || echo closed >state");
        bench.shell("exec \"$BIN\" run a --ttl 1m -- ./probe " + closed).start().ends(0);
        assertThat(bench.text("state")).isEqualTo("closed\n");
    }

    @Test
    void the_command_has_no_other_files_open_than_it_would_have() throws Exception {
        StartedRun plain = bench.claimctl("run", "a", "--ttl", "1m", "--", "ls", "/proc/self/fd")
                .start()
                .ends(0);
        StartedRun without = bench.shell("exec ls /proc/self/fd").start().ends(0);
        assertThat(plain.out()).isEqualTo(without.out());
    }

    @Test
    void a_reader_that_goes_away_ends_the_command_as_it_would_without() throws Exception {
        bench.shell("{ \"$BIN\" run a --ttl 1m -- yes; echo $? >code; } | head -1")
                .start()
                .ends(0)
                .shows("y\n")
                .saysNothing();
        Await.until("the code", () -> bench.text("code").endsWith("\n"));
        assertThat(bench.text("code")).isEqualTo("141\n");
        assertThat(bench.stored("a")).containsEntry("status", "released");
    }

    @Test
    void claimctl_writes_nothing_to_standard_output_and_its_name_before_each_sentence() throws Exception {
        StartedRun run = bench.claimctl("run", "a", "-v", "--ttl", "1m", "--", "echo", "mine")
                .start()
                .ends(0)
                .shows("mine\n");
        assertThat(run.err().lines()).isNotEmpty().allMatch(line -> line.startsWith("claimctl: "));
    }
}
