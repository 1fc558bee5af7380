package io.claimctl.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Assumptions;

/**
 * A program on a terminal that tmux keeps: typed to, resized, and looked at as a person sees it. Each session has a tmux
 * server of its own, on a socket of its own, without anybody's configuration; closing it ends that server and what runs
 * in it, and nothing else. After the program has ended its last screen stays to be seen.
 */
public final class TmuxSession implements AutoCloseable {
    private static final String ENDED = "ended ";
    /** As a title of the terminal, behind all output: what is told otherwise may come before the last of it is drawn. */
    private static final String TELLS_ITS_END = "\"$@\"; printf '\\033]2;" + ENDED + "%s\\007' $?; read -r end";

    private static final long LONGEST_CALL_SECONDS = 20;
    private static final List<String> OPTIONS =
            List.of("remain-on-exit on", "remain-on-exit-format ", "status off", "escape-time 0", "history-limit 5000");

    private final Path folder;

    private TmuxSession(Path folder) {
        this.folder = folder;
    }

    /** Skips the test where there is no tmux that can do this, and says so. */
    public static void require() {
        boolean there;
        try {
            there = new ProcessBuilder("tmux", "-V")
                            .redirectErrorStream(true)
                            .redirectOutput(Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException notThere) {
            there = false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (!there) {
            System.out.println("skipped: there is no tmux here");
        }
        Assumptions.assumeTrue(there, "there is no tmux here");
    }

    /**
     * Starts a program on a terminal of this size.
     *
     * @param columns its width
     * @param rows its height; no line of it is tmux's own
     * @param environment what is set beside the variables of this process; those of claimctl, of the locale, and those that
     *     switch colours or sizes are taken away first. {@code TERM} is {@code screen-256color} unless it is given.
     * @param words the program and its arguments
     */
    public static TmuxSession start(int columns, int rows, Map<String, String> environment, String... words) {
        List<String> telling = new ArrayList<>(List.of("sh", "-c", TELLS_ITS_END, "sh"));
        telling.addAll(List.of(words));
        return open(columns, rows, environment, telling);
    }

    private static TmuxSession open(int columns, int rows, Map<String, String> environment, List<String> words) {
        require();
        try {
            TmuxSession session = new TmuxSession(Files.createTempDirectory("claimctl-tmux"));
            List<String> line = new ArrayList<>(List.of("start-server", ";"));
            for (String option : OPTIONS) {
                line.addAll(
                        List.of("set-option", "-gq", option.split(" ")[0], option.substring(option.indexOf(' ') + 1)));
                line.add(";");
            }
            String term = environment.getOrDefault("TERM", "screen-256color");
            line.addAll(List.of("set-option", "-g", "default-terminal", term, ";"));
            line.addAll(List.of("new-session", "-d", "-x", "" + columns, "-y", "" + rows));
            line.addAll(words);
            session.tmux(environment, line);
            return session;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An interactive POSIX shell whose prompt is {@code "$ "}, to type command lines to. */
    public static TmuxSession shell(int columns, int rows, Map<String, String> environment) {
        TmuxSession session = open(columns, rows, environment, List.of("env", "PS1=$ ", "ENV=", "sh", "-i"));
        session.await("the prompt", screen -> screen.startsWith("$"));
        return session;
    }

    /** Presses keys by tmux's names for them: {@code Enter}, {@code C-c}, {@code C-z}. */
    public void press(String... keys) {
        List<String> line = new ArrayList<>(List.of("send-keys"));
        line.addAll(Arrays.asList(keys));
        tmux(line);
    }

    /** Types this text as it is, then Enter. */
    public void type(String text) {
        tmux(List.of("send-keys", "-l", text));
        press("Enter");
    }

    /** Gives the terminal another size; the program in the foreground gets WINCH. */
    public void resize(int columns, int rows) {
        tmux(List.of("resize-window", "-x", "" + columns, "-y", "" + rows));
    }

    /** What is seen: one line for each row, blanks at their ends left out. */
    public String screen() {
        return tmux(List.of("capture-pane", "-p"));
    }

    /** What is seen, with the escape sequences of its colours. */
    public String colouredScreen() {
        return tmux(List.of("capture-pane", "-p", "-e"));
    }

    /** What is seen and what has been scrolled away above it; lines that were wrapped are whole. */
    public String scrollback() {
        return tmux(List.of("capture-pane", "-p", "-J", "-S", "-"));
    }

    /** Whether the program draws on the alternate screen, beside the one that keeps its lines. */
    public boolean alternateScreen() {
        return told("alternate_on").equals("1");
    }

    /** Whether the cursor is seen. */
    public boolean cursorShown() {
        return told("cursor_flag").equals("1");
    }

    /** Waits until what is seen is like this, at most half a minute, and gives it. */
    public String await(String what, Predicate<String> like) {
        try {
            Await.until(() -> what + "; seen last:\n" + screen(), () -> like.test(screen()));
            return screen();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until this text is seen. */
    public String awaitText(String text) {
        return await("'" + text + "'", screen -> screen.contains(text));
    }

    /**
     * The exit status of the program that the session was started with, when it has ended; 128 + n after a signal. All that it
     * has written is on the screen then.
     */
    public int exitStatus() {
        try {
            Await.until("the end of the program", () -> told("pane_title").startsWith(ENDED));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return Integer.parseInt(told("pane_title").substring(ENDED.length()));
    }

    /** The number of the process that the session was started with. */
    public long pid() {
        return Long.parseLong(told("pane_pid"));
    }

    private String told(String variable) {
        return tmux(List.of("display-message", "-p", "#{" + variable + "}")).strip();
    }

    /** Ends this tmux server and the program in it. */
    @Override
    public void close() throws IOException {
        try {
            tmux(List.of("kill-server"));
        } finally {
            try (var files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.deleteIfExists(file);
                }
            }
            Files.deleteIfExists(folder);
        }
    }

    private String tmux(List<String> words) {
        return tmux(Map.of(), words);
    }

    private String tmux(Map<String, String> environment, List<String> words) {
        List<String> line =
                new ArrayList<>(List.of("tmux", "-u", "-S", folder.resolve("s").toString(), "-f", "/dev/null"));
        line.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
        Map<String, String> variables = builder.environment();
        List<String> away = List.of("TMUX", "TMUX_PANE", "COLUMNS", "LINES", "LANG", "NO_COLOR", "CI", "TERM");
        variables.keySet().removeIf(n -> n.startsWith("CLAIMCTL_") || n.startsWith("LC_") || away.contains(n));
        variables.put("LANG", "C.UTF-8");
        variables.putAll(environment);
        return answer(builder);
    }

    private static String answer(ProcessBuilder builder) {
        try {
            Process tmux = builder.start();
            String answer = new String(tmux.getInputStream().readAllBytes(), UTF_8);
            if (!tmux.waitFor(LONGEST_CALL_SECONDS, TimeUnit.SECONDS) || tmux.exitValue() != 0) {
                throw new AssertionError(builder.command() + ": " + answer);
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
