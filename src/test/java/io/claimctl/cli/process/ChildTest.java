package io.claimctl.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One child: what it is given, and how its end is told. */
class ChildTest {
    @TempDir
    private Path folder;

    @Test
    void every_exit_code_is_passed() throws Exception {
        List<Child> children = new ArrayList<>();
        for (int code = 0; code < 256; code++) {
            children.add(start(Stdio.NOTHING, "sh", "-c", "exit " + code));
        }
        for (int code = 0; code < 256; code++) {
            assertThat(end(children.get(code))).isEqualTo(code);
        }
    }

    @ParameterizedTest
    @CsvSource({"HUP,129", "INT,130", "KILL,137", "USR1,138", "SEGV,139", "USR2,140", "PIPE,141", "TERM,143"})
    void a_signal_that_ends_it_is_128_and_its_number(String signal, int code) throws Exception {
        assertThat(end(start(Stdio.NOTHING, "sh", "-c", "kill -" + signal + " $$")))
                .isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({"HUP,129", "INT,130", "KILL,137", "USR1,138", "USR2,140", "TERM,143"})
    void a_signal_that_is_sent_to_it_arrives(String signal, int code) throws Exception {
        Child child = start(Stdio.NOTHING, "sleep", "60");
        child.signal(signal);
        assertThat(end(child)).isEqualTo(code);
        child.signal(signal);
        child.signalTree(signal);
    }

    @Test
    void its_pid_is_the_commands_own() throws Exception {
        Child child = start(to("pid"), "sh", "-c", "echo $$ $PPID");
        end(child);
        assertThat(text("pid"))
                .isEqualTo(child.pid() + " " + ProcessHandle.current().pid() + "\n");
    }

    @Test
    void words_arrive_byte_for_byte() throws Exception {
        List<String> words =
                List.of("", " a  b ", "line\nline\n", "-n", "--", "a=b", "$HOME", "'\"\\`*?", "é\u0301 𝄞", "");
        List<String> line = new ArrayList<>(List.of("sh", "-c", "printf '%s\\0' \"$@\"", "sh"));
        line.addAll(words);
        Process process = JavaProcess.of("exec \"$@\"", ChildMain.class, arguments("-", "NONE", line))
                .start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(String.join("\0", words) + "\0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-x", "a=b", "--help", "a b"})
    void a_command_may_have_any_name(String name) throws Exception {
        script(name, "#!/bin/sh\nprintf '%s,' \"$@\"; exit 7");
        String path = folder + ":" + System.getenv("PATH");
        for (String closed : List.of("-", "0")) {
            Process process = JavaProcess.of(
                            "PATH='" + path + "' exec \"$@\"", ChildMain.class, closed, "NONE", name, "-y", "")
                    .start();
            assertThat(output(process)).isEqualTo("-y,,");
            assertThat(process.waitFor()).isEqualTo(7);
        }
    }

    @Test
    void the_environment_keeps_its_bytes_less_what_is_removed_and_with_what_is_added() throws Exception {
        Process process = JavaProcess.of(
                        "RAW=$(printf '\\351\\377') GONE=x ADDED=y; export RAW GONE ADDED; exec \"$@\"",
                        ChildMain.class,
                        "-",
                        "GONE,NEVER_SET",
                        "sh",
                        "-c",
                        "echo \"$RAW/${GONE-unset}/$ADDED/$CLAIMCTL_TOKEN\"")
                .start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                .isEqualTo("\u00e9\u00ff/unset/"
                        + new String("ä".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1) + "/"
                        + ChildMain.MARK + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "2", "01", "02", "12", "012"})
    void closed_streams_are_closed_in_the_child(String closed) throws Exception {
        Set<Integer> streams = Set.copyOf(closed.chars().mapToObj(c -> c - '0').toList());
        Stdio open = to("unused");
        String look = "for n in 0 1 2; do [ -e /proc/$$/fd/$n ] || printf $n >>\"$0\"; done";
        Path found = folder.resolve("found");
        assertThat(end(start(
                        new Stdio(open.in(), open.out(), open.err(), streams), "sh", "-c", look, found.toString())))
                .isZero();
        assertThat(Files.readString(found)).isEqualTo(closed);
    }

    @Test
    void no_other_stream_than_0_1_and_2_can_be_closed() {
        assertThatThrownBy(() -> Stdio.inherited(Set.of(3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[3]");
    }

    @Test
    void streams_pass_through_this_process_untouched() throws Exception {
        Process process = JavaProcess.of(
                        "exec \"$@\"", ChildMain.class, "-", "NONE", "sh", "-c", "cat; echo err >&2; exit 3")
                .start();
        byte[] bytes = new byte[100_000];
        new Random(1).nextBytes(bytes);
        process.getOutputStream().write(bytes);
        process.getOutputStream().close();
        byte[] all = process.getInputStream().readAllBytes();
        assertThat(Arrays.copyOf(all, bytes.length)).isEqualTo(bytes);
        assertThat(new String(all, bytes.length, all.length - bytes.length, StandardCharsets.UTF_8))
                .isEqualTo("err\n");
        assertThat(process.waitFor()).isEqualTo(3);
    }

    @Test
    void what_the_system_refuses_is_told_with_its_reason() throws Exception {
        String tooLong = "x".repeat(1 << 18);
        assertThatThrownBy(() -> start(Stdio.NOTHING, "true", tooLong))
                .isInstanceOfSatisfying(
                        NotRunnable.class, e -> assertThat(e.found()).isTrue())
                .hasMessage("true could not be started: Argument list too long");
    }

    private Child start(Stdio stdio, String... words) throws NotRunnable {
        return Child.start(List.of(words), Set.of(), Map.of(), stdio, "");
    }

    private static int end(Child child) throws Exception {
        return child.ended().get(60, TimeUnit.SECONDS);
    }

    private Stdio to(String name) {
        File file = folder.resolve(name).toFile();
        return new Stdio(Stdio.NOTHING.in(), Redirect.to(file), Redirect.appendTo(file), Set.of());
    }

    private String text(String name) throws Exception {
        return Files.readString(folder.resolve(name));
    }

    private static String output(Process process) throws Exception {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static String[] arguments(String closed, String removed, List<String> words) {
        List<String> all = new ArrayList<>(List.of(closed, removed));
        all.addAll(words);
        return all.toArray(String[]::new);
    }

    private void script(String name, String text) throws Exception {
        Path file = Files.writeString(folder.resolve(name), text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
