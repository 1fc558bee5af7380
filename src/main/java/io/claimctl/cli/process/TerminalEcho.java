package io.claimctl.cli.process;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** The echo of this process's terminal, by {@code stty}. */
public final class TerminalEcho implements Echo {
    private static final long LONGEST_SECONDS = 5;
    private final String before;

    private TerminalEcho(String before) {
        this.before = before;
    }

    /**
     * As it is now.
     *
     * @throws IOException if there is no terminal, or no {@code stty}
     */
    public static Echo now() throws IOException {
        return new TerminalEcho(stty("-g").strip());
    }

    @Override
    public void hide() throws IOException {
        stty("-echo");
    }

    @Override
    public void close() {
        try {
            stty(before);
        } catch (IOException terminalIsGone) {
            return;
        }
    }

    private static String stty(String word) throws IOException {
        Process process = new ProcessBuilder("stty", word)
                .redirectInput(Redirect.from(new File("/dev/tty")))
                .redirectError(Redirect.DISCARD)
                .start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        try {
            if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException("stty failed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        return answer;
    }
}
