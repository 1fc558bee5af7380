package io.claimctl.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the system does for a child beyond Java. */
class PreludeTest {
    /** Says its pid, then waits for a signal and says which. */
    private static final String WAITING =
            "for s in TERM QUIT; do trap \"echo $s >$F/got.new; mv $F/got.new $F/got; exit 9\" $s; done;"
                    + " echo $$ >$F/pid.new; mv $F/pid.new $F/pid; while :; do sleep 0.02; done";

    @TempDir
    private Path folder;

    @Test
    void a_child_gets_term_when_its_parent_is_killed() throws Exception {
        Needs.command("setpriv", "--pdeathsig", "TERM", "--", "true");
        assertThat(afterTheParentIsKilled("")).isEqualTo("TERM\n");
    }

    @Test
    void so_it_does_where_env_cannot_help() throws Exception {
        Needs.command("setpriv", "--pdeathsig", "TERM", "--", "true");
        fake("env", "exit 1");
        assertThat(afterTheParentIsKilled("PATH=$F:$PATH; ")).isEqualTo("TERM\n");
    }

    @Test
    void without_a_setpriv_that_can_do_it_the_command_runs_all_the_same() throws Exception {
        fake("setpriv", "echo usage >&2; exit 1");
        Process process = start("PATH=$F:$PATH; ", "exit 7");
        assertThat(process.inputReader().readLine()).isNull();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(7);
    }

    @Test
    void quit_reaches_a_child() throws Exception {
        boolean byJava = Runtime.version().feature() >= 25;
        if (!byJava) {
            Needs.command("env", "--default-signal=QUIT", "setpriv", "--pdeathsig", "TERM", "--", "true");
        }
        Process process = start("", "exec sleep 60");
        long parent = process.pid();
        long child = awaitChildOf(process);
        assertThat(child).isNotEqualTo(parent);
        kill("QUIT", child);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(131);
    }

    private String afterTheParentIsKilled(String setting) throws Exception {
        Process process = start(setting, WAITING);
        text("pid");
        process.destroyForcibly();
        return text("got");
    }

    private Process start(String setting, String script) throws Exception {
        ProcessBuilder builder =
                JavaProcess.of(setting + "exec \"$@\"", ChildMain.class, "-", "NONE", "/bin/sh", "-c", script);
        builder.environment().put("F", folder.toString());
        return builder.start();
    }

    private static long awaitChildOf(Process process) throws Exception {
        for (int i = 0; i < 2_000; i++) {
            for (ProcessHandle child : process.children().toList()) {
                if (child.info().command().orElse("").endsWith("/sleep")) {
                    return child.pid();
                }
            }
            Thread.sleep(5);
        }
        throw new AssertionError("no child was started");
    }

    private String text(String name) throws Exception {
        Path file = folder.resolve(name);
        for (int i = 0; i < 2_000 && !Files.exists(file); i++) {
            Thread.sleep(5);
        }
        return Files.readString(file);
    }

    private void fake(String name, String does) throws Exception {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + does + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void kill(String signal, long pid) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
                        .start()
                        .waitFor())
                .isZero();
    }
}
