package io.claimctl;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the launcher makes of streams that are closed, and what the JVM writes to the others. */
class LauncherStreamsIT {
    private static final String CLAIMCTL =
            Path.of(System.getProperty("claimctl.home"), "bin", "claimctl").toString();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "1", "2", "01", "02", "12", "012"})
    void closed_streams_are_named_and_the_jvm_can_open_no_file_there(String closed) throws Exception {
        Path seen = folder.resolve("seen");
        Process process = start(
                fakeJava("echo \"$CLAIMCTL_CLOSED\" >" + seen + "; true 3<&0 3<&1 3<&2 && echo taken >>" + seen),
                closed);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(seen)).isEqualTo(closed + "\ntaken\n");
    }

    @Test
    void writing_to_a_closed_standard_output_fails() throws Exception {
        Process process = start(java(), "1", "--version");
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
        assertThat(text("err")).isEqualTo("claimctl: standard output cannot be written: Bad file descriptor\n");
    }

    @Test
    void a_thread_dump_goes_to_standard_error() throws Exception {
        Process process = start(java(), "", "demo", "--serve");
        try {
            await("out", "\n");
            String uri = text("out");
            new ProcessBuilder("kill", "-QUIT", Long.toString(process.pid()))
                    .start()
                    .waitFor();
            await("err", "Full thread dump");
            assertThat(text("out")).isEqualTo(uri);
        } finally {
            process.destroy();
            process.waitFor();
        }
    }

    /** Starts the launcher with these of the streams 0, 1 and 2 closed. */
    private Process start(Path java, String closed, String... words) throws Exception {
        String redirections =
                closed.chars().mapToObj(digit -> " " + (char) digit + ">&-").collect(Collectors.joining());
        List<String> line = new ArrayList<>(List.of("/bin/sh", "-c", "exec \"$0\" \"$@\"" + redirections, CLAIMCTL));
        line.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(line)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().put("CLAIMCTL_JAVA", java.toString());
        builder.environment().put("CLAIMCTL_CLOSED", "left over");
        return builder.start();
    }

    private static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    private Path fakeJava(String does) throws Exception {
        Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\n" + does + "\n");
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
        return Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void await(String file, String text) throws Exception {
        for (int i = 0; i < 6_000 && !text(file).contains(text); i++) {
            Thread.sleep(10);
        }
        assertThat(text(file)).contains(text);
    }

    private String text(String file) throws Exception {
        return Files.readString(folder.resolve(file), StandardCharsets.UTF_8);
    }
}
