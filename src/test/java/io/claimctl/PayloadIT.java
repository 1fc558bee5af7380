package io.claimctl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Messages pass through the launcher and real streams byte for byte. */
@Execution(ExecutionMode.CONCURRENT)
class PayloadIT {
    @RegisterExtension
    private final RunBench bench = new RunBench();

    private static byte[] message() {
        byte[] bytes = new byte[256 + (1 << 20)];
        new Random(7).nextBytes(bytes);
        for (int i = 0; i < 256; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    private StartedRun put(String file) throws Exception {
        return bench.claimctl("payload", "put", "a", file, "--token", RunBench.STRANGER)
                .fed()
                .start();
    }

    @Test
    void a_message_of_standard_input_comes_back_through_a_pipe_and_into_a_file() throws Exception {
        bench.held("a", Duration.ofMinutes(5));
        StartedRun put = put("-");
        try (OutputStream in = put.process().getOutputStream()) {
            in.write(message());
        }
        put.ends(0).saysNothing();
        StartedRun get = bench.claimctl("payload", "get", "a").start();
        get.ends(0).saysNothing();
        assertThat(get.outFile()).hasBinaryContent(message());
        bench.shell("\"$BIN\" payload get a | cat >piped").start().ends(0).saysNothing();
        assertThat(bench.file("piped")).hasBinaryContent(message());
        Path file = bench.file("got");
        bench.claimctl("payload", "get", "a", "-O", "got")
                .start()
                .ends(0)
                .saysNothing()
                .shows("");
        assertThat(file).hasBinaryContent(message());
    }

    @Test
    void a_message_of_a_file_comes_back_under_a_locale_that_knows_no_such_bytes() throws Exception {
        bench.held("a", Duration.ofMinutes(5));
        Files.write(bench.file("message"), message());
        bench.claimctl("payload", "put", "a", "message", "--token", RunBench.STRANGER)
                .with("LC_ALL", "C")
                .start()
                .ends(0);
        StartedRun get =
                bench.claimctl("payload", "get", "a").with("LC_ALL", "C").start();
        get.ends(0);
        assertThat(get.outFile()).hasBinaryContent(message());
    }

    @Test
    void a_reader_that_goes_away_ends_it_quietly() throws Exception {
        bench.held("a", Duration.ofMinutes(5));
        Files.write(bench.file("message"), message());
        bench.claimctl("payload", "put", "a", "message", "--token", RunBench.STRANGER)
                .start()
                .ends(0);
        bench.shell("{ \"$BIN\" payload get a; echo $? >code; } | head -c 1 >/dev/null")
                .start()
                .ends(0)
                .saysNothing();
        assertThat(bench.text("code")).isEqualTo("141\n");
    }
}
