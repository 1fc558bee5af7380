package io.claimctl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The distribution's launcher, started as a user starts it. */
class LauncherIT {

    private static final Path HOME = Path.of(System.getProperty("claimctl.home"));
    private static final String JAR = "lib/claimctl-" + System.getProperty("claimctl.version") + ".jar";
    private static final Ran VERSION = new Ran(0, "claimctl " + System.getProperty("claimctl.version") + "\n", "");
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    @TempDir
    private Path folder;

    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void onlyTheJavaOfThisTest() {
        environment.put("PATH", System.getenv("PATH"));
        environment.put("CLAIMCTL_JAVA", JAVA.toString());
    }

    @Test
    void prints_the_answer_and_nothing_else() throws Exception {
        assertThat(run(HOME, "--version")).isEqualTo(VERSION);
    }

    @Test
    void takes_its_own_classes_from_the_archive_made_at_the_build() throws Exception {
        Path log = folder.resolve("classes.log");
        environment.put("CLAIMCTL_JAVA_OPTS", "-Xlog:class+load:file=" + log);
        run(HOME, "--version");
        assertThat(Files.readString(log))
                .containsPattern("io\\.claimctl\\.Main source: shared objects file")
                .containsPattern("picocli\\.CommandLine source: shared objects file");
    }

    @Test
    void runs_from_a_folder_with_blanks_through_symbolic_links() throws Exception {
        Path moved = copyOfTheDistribution(folder.resolve("a folder/of tools"));
        Files.createSymbolicLink(folder.resolve("one"), Path.of("a folder/of tools/bin/claimctl"));
        Path link = Files.createSymbolicLink(folder.resolve("two"), folder.resolve("one"));
        assertThat(run(List.of(link.toString(), "--version"))).isEqualTo(VERSION);
        assertThat(run(moved, "--version")).isEqualTo(VERSION);
    }

    @Test
    void an_archive_that_is_none_is_passed_over_silently() throws Exception {
        Path moved = copyOfTheDistribution(folder.resolve("moved"));
        try (Stream<Path> files = Files.list(moved.resolve("lib"))) {
            List<Path> archives = files.filter(file -> file.toString().matches(".*\\.(jsa|aot)"))
                    .toList();
            assertThat(archives).hasSize(1);
            Files.delete(archives.get(0));
            Files.writeString(archives.get(0), "not an archive");
        }
        assertThat(run(moved, "--version")).isEqualTo(VERSION);
    }

    @Test
    void a_jar_newer_than_the_archive_is_passed_over_silently() throws Exception {
        Path moved = copyOfTheDistribution(folder.resolve("moved"));
        Path jar = moved.resolve(JAR);
        Files.copy(HOME.resolve(JAR), jar, StandardCopyOption.REPLACE_EXISTING);
        assertThat(run(moved, "--version")).isEqualTo(VERSION);
    }

    @Test
    void refuses_an_older_java_with_one_sentence() throws Exception {
        Path java = fakeJava("exit 99");
        Files.writeString(java.resolveSibling("../release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"11.0.2\"\n");
        environment.put("CLAIMCTL_JAVA", java.toString());
        assertThat(run(HOME, "--version")).isEqualTo(refused(java + " is 11.0.2"));
    }

    @Test
    void asks_a_java_that_does_not_say_in_a_file_what_it_is() throws Exception {
        Path java = fakeJava("echo 'openjdk version \"1.8.0_402\"' >&2");
        environment.put("CLAIMCTL_JAVA", java.toString());
        assertThat(run(HOME, "--version")).isEqualTo(refused(java + " is 1.8.0_402"));
    }

    @Test
    void refuses_a_java_that_is_not_there() throws Exception {
        environment.remove("CLAIMCTL_JAVA");
        environment.put("JAVA_HOME", "/nowhere");
        assertThat(run(HOME, "--version")).isEqualTo(refused("there is no /nowhere/bin/java"));
    }

    @Test
    void runs_the_jvm_in_utf8_and_keeps_the_callers_locale_for_children() throws Exception {
        Path java = fakeJava("echo \"$LC_ALL/${CLAIMCTL_CALLER_LC_ALL-unset}\"");
        Files.writeString(java.resolveSibling("../release"), "JAVA_VERSION=\"17.0.1\"\n");
        environment.put("CLAIMCTL_JAVA", java.toString());
        environment.put("CLAIMCTL_CALLER_LC_ALL", "left over");
        assertThat(run(HOME).out()).isEqualTo("C.UTF-8/unset\n");
        environment.put("LC_ALL", "C");
        assertThat(run(HOME).out()).isEqualTo("C.UTF-8/C\n");
        environment.put("LC_ALL", "");
        assertThat(run(HOME).out()).isEqualTo("C.UTF-8/\n");
    }

    @Test
    void becomes_the_jvm_so_that_its_exit_code_and_signals_are_the_callers() throws Exception {
        Path java = fakeJava("echo $PPID; exit 42");
        Files.writeString(java.resolveSibling("../release"), "JAVA_VERSION=\"17.0.1\"\n");
        environment.put("CLAIMCTL_JAVA", java.toString());
        Ran ran = run(HOME);
        assertThat(ran.code()).isEqualTo(42);
        assertThat(ran.out()).isEqualTo(ProcessHandle.current().pid() + "\n");
    }

    private Path fakeJava(String does) throws IOException {
        Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\n" + does + "\n");
        return Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Ran refused(String why) {
        return new Ran(
                78,
                "",
                "claimctl: needs Java 17 or later, and " + why
                        + ": set CLAIMCTL_JAVA to a java binary, or JAVA_HOME\n");
    }

    private static Path copyOfTheDistribution(Path to) throws IOException {
        Files.walkFileTree(HOME, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path from, BasicFileAttributes attributes) throws IOException {
                Files.createDirectories(to.resolve(HOME.relativize(from)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path from, BasicFileAttributes attributes) throws IOException {
                Files.copy(from, to.resolve(HOME.relativize(from)), StandardCopyOption.COPY_ATTRIBUTES);
                return FileVisitResult.CONTINUE;
            }
        });
        return to;
    }

    private Ran run(Path home, String... args) throws Exception {
        return run(Stream.concat(Stream.of(home.resolve("bin/claimctl").toString()), Stream.of(args))
                .toList());
    }

    private Ran run(List<String> command) throws Exception {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ran(
                process.exitValue(),
                Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }

    private record Ran(int code, String out, String err) {}
}
