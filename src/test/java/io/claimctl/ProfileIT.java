package io.claimctl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Profiles as several processes of the distribution see them. */
@Tag("long")
class ProfileIT {
    private static final String NOBODY = "--uri mongodb://127.0.0.1:1/d --timeout 100ms";

    @TempDir
    private Path folder;

    /** Runs a script of the shell, and gives what it prints. */
    private String shell(String script) throws Exception {
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", script).redirectErrorStream(true);
        shell.environment().keySet().removeIf(key -> key.startsWith("CLAIMCTL_"));
        shell.environment().put("BIN", Launch.CLAIMCTL.toString());
        shell.environment().put("CLAIMCTL_JAVA", System.getProperty("java.home") + "/bin/java");
        shell.environment().put("XDG_CONFIG_HOME", folder.toString());
        Process process = shell.start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return out;
    }

    @Test
    void processes_that_change_the_file_at_a_time_lose_no_change() throws Exception {
        String names = shell("for i in 1 2 3 4 5 6; do \"$BIN\" profile add -q p$i --uri mongodb://h$i/d & done; wait;"
                + " \"$BIN\" profile list -o name");
        assertThat(names.lines()).containsExactlyInAnyOrder("p1", "p2", "p3", "p4", "p5", "p6");
        Path file = folder.resolve("claimctl/config.yaml");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        try (var files = Files.list(file.getParent())) {
            assertThat(files.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder("config.yaml", ".config.yaml.lock");
        }
    }

    @Test
    void a_command_whose_store_is_named_loads_nothing_that_reads_yaml() throws Exception {
        shell("\"$BIN\" profile add -q p --uri mongodb://127.0.0.1:1/d --timeout 100ms --use");
        assertThat(loaded("claims count " + NOBODY)).noneMatch(name -> name.contains("yaml"));
        assertThat(loaded("claims count")).anyMatch(name -> name.contains("yaml")); // so the log would show it
    }

    private List<String> loaded(String words) throws Exception {
        Path log = folder.resolve("log");
        String out = shell("CLAIMCTL_JAVA_OPTS='-Xlog:class+load:file=" + log + "' \"$BIN\" " + words);
        assertThat(out).contains("cannot reach 127.0.0.1:1");
        return classes(log);
    }

    private static List<String> classes(Path log) throws IOException {
        return Files.readAllLines(log).stream()
                .map(line -> line.replaceFirst("^.*?] ?(?=[a-z])", "").replaceFirst(" .*", ""))
                .toList();
    }
}
