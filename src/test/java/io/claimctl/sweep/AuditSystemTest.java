package io.claimctl.sweep;

import static io.claimctl.sweep.AuditSamples.NOW;
import static io.claimctl.sweep.AuditSamples.claim;
import static io.claimctl.sweep.AuditSamples.large;
import static io.claimctl.sweep.AuditSamples.lines;
import static io.claimctl.sweep.AuditSamples.process;
import static io.claimctl.sweep.AuditSamples.recorded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.claimctl.testing.LinuxProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An audit file among processes, on devices, and where the system sets a limit. */
class AuditSystemTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        LinuxProcess.require();
        file = folder.resolve("audit.ndjson");
    }

    private static String ended(Process process) throws Exception {
        String out = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out;
    }

    private static boolean works(String... words) throws Exception {
        try {
            return new ProcessBuilder(words)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException notThere) {
            return false;
        }
    }

    private static void need(boolean met, String reason) {
        if (!met) {
            System.out.println("skipped: " + reason);
        }
        assumeTrue(met, reason);
    }

    @Test
    void it_is_made_for_its_owner_alone_whatever_the_umask() throws Exception {
        assertThat(ended(process("/bin/sh", "umask 000; exec \"$@\"", file, "s", 1, 1)
                        .start()))
                .isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void processes_share_it_and_every_line_is_whole() throws Exception {
        List<Process> writers = List.of(
                process("/bin/sh", "exec \"$@\"", file, "s1", 60, 40).start(),
                process("/bin/sh", "exec \"$@\"", file, "s2", 60, 40).start());
        for (Process writer : writers) {
            assertThat(ended(writer)).isEmpty();
        }
        List<String> recorded = recorded(file);
        assertThat(recorded).hasSize(2 * 60 * 40 * 2).doesNotHaveDuplicates();
        assertThat(recorded.stream().filter(r -> r.startsWith("before s1:")).count())
                .isEqualTo(60 * 40);
        List<String> sweeps =
                lines(file).stream().map(l -> l.get("reset_by").asString()).toList();
        for (int i = 0; i < sweeps.size(); i += 40) {
            assertThat(sweeps.subList(i, i + 40)).as("a batch stands together").containsOnly(sweeps.get(i));
        }
    }

    @Test
    void at_the_limit_for_a_files_size_the_batch_is_not_written_at_all_and_the_reason_is_said() throws Exception {
        String said = ended(process("/bin/sh", "ulimit -f 64; exec \"$@\"", file, "s", 1_000, 10)
                .start());
        assertThat(said)
                .startsWith("the audit file " + file
                        + " cannot be written: it would be larger than the file size limit allows");
        assertThat(recorded(file)).isNotEmpty();
        assertThat(recorded(file).size() % 10).isZero();
        assertThat(Files.readString(file)).endsWith("}\n");
    }

    @Test
    void on_a_full_disk_the_batch_is_not_written_at_all_and_the_reason_is_said() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        need(
                works("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk.toString()),
                "a small file system cannot be mounted here");
        try (AuditFile audit = AuditFile.at(disk.resolve("audit"), "n", null)) {
            audit.before("s:1", NOW, List.of(claim("a")));
            long before = Files.size(disk.resolve("audit"));
            assertThatThrownBy(() -> audit.before("s:2", NOW, List.of(large("b", 1 << 20))))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cannot be written: the disk is full (No space left on device)");
            assertThat(Files.size(disk.resolve("audit"))).isEqualTo(before);
            audit.before("s:3", NOW, List.of(claim("c")));
            assertThat(recorded(disk.resolve("audit"))).containsExactly("before a", "before c");
        } finally {
            assertThat(works("umount", disk.toString())).isTrue();
        }
    }

    @Test
    void a_device_that_is_full_is_a_failure() throws Exception {
        need(Files.exists(Path.of("/dev/full")), "there is no /dev/full here");
        try (AuditFile audit = AuditFile.at(Path.of("/dev/full"), "n", null)) {
            assertThatThrownBy(() -> audit.before("s:1", NOW, List.of(claim("a"))))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("/dev/full cannot be written: the disk is full");
        }
    }

    @Test
    void a_named_pipe_takes_lines_until_its_reader_is_gone() throws Exception {
        Path pipe = folder.resolve("pipe");
        need(works("mkfifo", pipe.toString()), "there is no mkfifo here");
        CompletableFuture<String> read = CompletableFuture.supplyAsync(() -> {
            try (BufferedReader reader = Files.newBufferedReader(pipe)) {
                return reader.readLine();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        AuditFile audit = AuditFile.at(pipe, "n", null);
        audit.before("s:1", NOW, List.of(claim("a")));
        assertThat(read.get()).startsWith("{\"record\":\"before\"").endsWith("}}");
        assertThatThrownBy(() -> audit.before("s:2", NOW, List.of(claim("b"))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot be written: its reader is gone (Broken pipe)");
    }

    @Test
    void standard_output_and_the_substitution_of_a_process_take_lines() throws Exception {
        String out = ended(process("/bin/sh", "exec \"$@\"", "/dev/stdout", "s", 2, 3)
                .redirectErrorStream(false)
                .start());
        assertThat(out.lines()).hasSize(12).allMatch(line -> line.startsWith("{\"record\":") && line.endsWith("}"));
        need(works("bash", "-c", "true <(true)"), "there is no bash here");
        String script = "shift 0; \"${@:1:6}\" >(cat > '" + file + "') s 2 3; wait $!";
        ended(process("bash", script).start());
        assertThat(recorded(file)).hasSize(12);
    }
}
