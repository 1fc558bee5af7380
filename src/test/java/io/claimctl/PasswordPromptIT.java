package io.claimctl;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.TmuxSession;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The question for a password on a terminal, as a person sees it. */
@Tag("long")
class PasswordPromptIT {
    private static final String QUESTION = "Password for ops at 127.0.0.1:1:";
    private static final String LIST = "\"$BIN\" claims list --uri mongodb://ops@127.0.0.1:1/d --timeout 200ms";
    private static final String SECRET = "ge:heim/7";

    @TempDir
    private Path folder;

    @BeforeEach
    void require() {
        TmuxSession.require();
    }

    /** A shell, and the terminal's settings in a file. */
    private TmuxSession shell() {
        TmuxSession session = TmuxSession.shell(
                100,
                24,
                Map.of(
                        "BIN",
                        Launch.CLAIMCTL.toString(),
                        "CLAIMCTL_JAVA",
                        System.getProperty("java.home") + "/bin/java",
                        "FOLDER",
                        folder.toString()));
        session.type("stty -a >\"$FOLDER/before\"; echo be\"\"fore");
        session.awaitText("before\n");
        return session;
    }

    private void assertRestored(TmuxSession session, int code) throws Exception {
        session.type("echo ended with $?; stty -a >\"$FOLDER/after\"; echo mea\"\"sured");
        session.awaitText("measured\n");
        assertThat(session.screen()).contains("ended with " + code);
        assertThat(Files.readString(folder.resolve("after"))).isEqualTo(Files.readString(folder.resolve("before")));
    }

    @Test
    void what_is_typed_is_not_seen_and_the_terminal_is_left_as_it_was() throws Exception {
        try (TmuxSession session = shell()) {
            session.type(LIST + " >\"$FOLDER/out\"");
            session.awaitText(QUESTION);
            session.type(SECRET);
            session.awaitText("cannot reach 127.0.0.1:1");
            assertRestored(session, 69);
            assertThat(session.scrollback()).doesNotContain("heim");
        }
    }

    @Test
    void ctrl_c_leaves_the_terminal_as_it_was() throws Exception {
        try (TmuxSession session = shell()) {
            session.type(LIST);
            session.awaitText(QUESTION);
            session.press("C-c");
            session.await("the prompt", screen -> screen.stripTrailing().endsWith("$"));
            assertRestored(session, 130);
        }
    }

    @ParameterizedTest
    @CsvSource({"TERM,143", "HUP,129"})
    void so_does_a_signal(String signal, int code) throws Exception {
        try (TmuxSession session = shell()) {
            session.type(LIST);
            session.awaitText(QUESTION);
            long asking = ProcessHandle.of(session.pid())
                    .orElseThrow()
                    .children()
                    .findFirst()
                    .orElseThrow()
                    .pid();
            new ProcessBuilder("kill", "-" + signal, Long.toString(asking))
                    .start()
                    .waitFor();
            session.await("the prompt", screen -> screen.stripTrailing().endsWith("$"));
            assertRestored(session, code);
        }
    }

    @Test
    void the_first_line_of_a_pipe_is_the_password_and_the_command_of_run_finds_the_rest() throws Exception {
        ProcessBuilder shell = new ProcessBuilder(
                "sh",
                "-c",
                "printf 'secret\\nrest\\n' | \"$BIN\" run x --ttl 1m --timeout 200ms --store-down run"
                        + " --uri mongodb://ops@127.0.0.1:1/d --password-stdin -- cat");
        shell.environment().put("BIN", Launch.CLAIMCTL.toString());
        shell.environment().put("CLAIMCTL_JAVA", System.getProperty("java.home") + "/bin/java");
        Process run = shell.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        assertThat(new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("rest\n");
        assertThat(run.waitFor()).isZero();
    }
}
