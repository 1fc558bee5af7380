package io.claimctl.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The signals that a process of Java gets. */
class SignalsTest {

    @Test
    void each_signal_is_told_with_its_name_and_number_and_ends_nothing() throws Exception {
        Process process = JavaProcess.of("exec \"$@\"", SignalMain.class).start();
        try (BufferedReader lines = process.inputReader()) {
            assertThat(lines.readLine()).startsWith("ready");
            for (String signal : List.of("HUP", "INT", "TERM", "USR1", "USR2", "TERM")) {
                kill(process, signal);
                assertThat(lines.readLine()).isEqualTo(signal + " " + number(signal));
            }
            process.getOutputStream().close();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void one_that_was_ignored_from_outside_stays_ignored() throws Exception {
        Process process = JavaProcess.of("trap '' HUP INT USR1; exec \"$@\"", SignalMain.class)
                .start();
        try (BufferedReader lines = process.inputReader()) {
            assertThat(lines.readLine()).startsWith("ready");
            for (String signal : List.of("HUP", "INT", "USR1", "USR2")) {
                kill(process, signal);
            }
            assertThat(lines.readLine()).isEqualTo("USR2 " + number("USR2"));
            process.getOutputStream().close();
            assertThat(lines.readLine()).isNull();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void a_jvm_that_must_leave_signals_alone_keeps_them() throws Exception {
        ProcessBuilder builder = JavaProcess.of("exec \"$@\"", SignalMain.class);
        builder.environment().put("JDK_JAVA_OPTIONS", "-Xrs");
        Process process = builder.start();
        try (BufferedReader lines = process.inputReader()) {
            assertThat(lines.readLine()).contains("-Xrs");
            assertThat(lines.readLine()).startsWith("ready");
            kill(process, "TERM");
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(143);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void without_a_terminal_no_signal_comes_from_one() throws Exception {
        Needs.command("setsid", "true");
        assertThat(firstLine("exec setsid \"$@\"")).isEqualTo("ready, from a terminal: false");
    }

    @Test
    void in_the_foreground_group_of_a_terminal_signals_come_from_it() throws Exception {
        Needs.command("script", "-qfec", "true", "/dev/null");
        assertThat(firstLine(inTerminal("exec $LINE"))).isEqualTo("ready, from a terminal: true");
    }

    @Test
    void in_the_background_of_a_terminal_they_do_not() throws Exception {
        Needs.command("script", "-qfec", "true", "/dev/null");
        assertThat(firstLine(inTerminal("set -m; $LINE </dev/null & wait"))).isEqualTo("ready, from a terminal: false");
    }

    @Test
    void none_never_tells_any() {
        Signals.NONE.listen(caught -> {
            throw new AssertionError(caught);
        });
        assertThat(Signals.NONE.fromTerminal()).isFalse();
    }

    /** Shell that runs a line of shell, in which {@code $LINE} is the JVM and its arguments, in a terminal of its own. */
    private static String inTerminal(String line) {
        return "IFS='|'; LINE=\"$*\"; export LINE; exec script -qfec 'IFS=\"|\"; " + line + "' /dev/null";
    }

    private static String firstLine(String script) throws Exception {
        Process process = JavaProcess.of(script, SignalMain.class).start();
        try (BufferedReader lines = process.inputReader()) {
            process.getOutputStream().close();
            return lines.readLine();
        } finally {
            process.destroyForcibly();
        }
    }

    private static void kill(Process process, String signal) throws Exception {
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    private static String number(String signal) throws Exception {
        Process process = new ProcessBuilder("sh", "-c", "kill -" + signal + " $$").start();
        process.waitFor();
        return Integer.toString(process.exitValue() - 128);
    }
}
