package io.claimctl;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.claimctl.testing.Await;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** An interactive shell on a terminal of its own, with the completion of claimctl loaded, in which somebody types. */
final class TypedShell implements AutoCloseable {
    private static final String TO_THE_END_AND_CLEAR = "\005\025";
    private static final String SHOW = "\030\020";

    /** The shells that there is a completion for. */
    enum Kind {
        BASH("bash --noprofile --rcfile rc -i", "rc", """
                source "$COMPLETIONS/claimctl.bash"
                PS1='$ '
                bind 'set enable-bracketed-paste off'
                show() { printf '%s' "$READLINE_LINE" >line.new; mv line.new line; }
                bind -x '"\\C-x\\C-p": show'
                """),
        ZSH("zsh -d -i", ".zshrc", """
                fpath=("$COMPLETIONS" $fpath)
                PS1='%% '
                unsetopt prompt_sp
                autoload -U compinit && compinit -u -D
                show() { printf '%s' "$BUFFER" >line.new; mv line.new line }
                zle -N show
                bindkey -e
                bindkey '^X^P' show
                bindkey '^I' complete-word
                """),
        FISH("fish --no-config -i -C 'source rc.fish'", "rc.fish", """
                source $COMPLETIONS/claimctl.fish
                set -g fish_autosuggestion_enabled 0
                function show
                    commandline | string collect | tr -d '\\n' >line.new
                    mv line.new line
                end
                bind \\cx\\cp show
                """);

        private final String command;
        private final String file;
        private final String text;

        Kind(String command, String file, String text) {
            this.command = command;
            this.file = file;
            this.text = text;
        }

        /** Skips what needs it where it is not installed. */
        void assumeInstalled() throws IOException, InterruptedException {
            for (String program : List.of(name().toLowerCase(), "script")) {
                Process probe = new ProcessBuilder("sh", "-c", "command -v " + program + " >/dev/null").start();
                Assumptions.assumeTrue(probe.waitFor() == 0, "there is no " + program + " here");
            }
        }
    }

    private final Path folder;
    private final Process process;
    private final StringBuffer screen = new StringBuffer();

    /**
     * Starts one.
     *
     * @param folder where it runs; what is in {@code bin} there goes before all other programs
     * @param more variables
     */
    TypedShell(Kind kind, Path folder, Map<String, String> more) throws Exception {
        this.folder = folder;
        Files.writeString(folder.resolve(kind.file), kind.text);
        ProcessBuilder builder = new ProcessBuilder("script", "-qfec", "exec " + kind.command, "/dev/null")
                .directory(folder.toFile())
                .redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("CLAIMCTL_") || name.startsWith("LC_"));
        environment.put("PATH", folder.resolve("bin") + ":" + environment.get("PATH"));
        environment.put("HOME", folder.toString());
        environment.put("ZDOTDIR", folder.toString());
        environment.put("SHELL", "/bin/sh");
        environment.put("LC_ALL", "C.UTF-8");
        environment.put("TERM", "dumb");
        environment.put("COMPLETIONS", Path.of("completions").toAbsolutePath().toString());
        environment.putAll(more);
        process = builder.start();
        Thread reader = new Thread(this::readScreen, "screen");
        reader.setDaemon(true);
        reader.start();
        Await.until(this::toString, () -> {
            press(SHOW);
            Thread.sleep(100);
            return Files.exists(folder.resolve("line"));
        });
    }

    private void readScreen() {
        byte[] bytes = new byte[4096];
        try (InputStream in = process.getInputStream()) {
            for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
                screen.append(new String(bytes, 0, n, UTF_8));
            }
        } catch (IOException closed) {
            screen.append("\n(").append(closed.getMessage()).append(')');
        }
    }

    private void press(String keys) {
        try {
            OutputStream keyboard = process.getOutputStream();
            keyboard.write(keys.getBytes(UTF_8));
            keyboard.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(this + " has ended", e);
        }
    }

    /** What the line is after this was typed on an empty one, and the tabulator key pressed. */
    String completed(String typed) throws Exception {
        Path line = folder.resolve("line");
        Files.deleteIfExists(line);
        press(TO_THE_END_AND_CLEAR + typed);
        press("\t" + SHOW);
        // An empty line was shown before anything was typed.
        Await.until(() -> typed + " in " + this, () -> Files.exists(line) && Files.size(line) > 0);
        return Files.readString(line);
    }

    /** Runs the line as it is; the arguments that the fake program got. */
    List<String> entered() throws Exception {
        Files.deleteIfExists(folder.resolve("argv"));
        press("\r");
        Await.until(this::toString, () -> Files.exists(folder.resolve("argv")));
        return Arrays.asList(Files.readString(folder.resolve("argv")).split("\0"));
    }

    @Override
    public String toString() {
        return "the shell with this screen:\n" + screen;
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
