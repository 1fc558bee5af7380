package io.claimctl.cli.process;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The size of a terminal.
 *
 * @param columns at least 1
 * @param rows at least 1
 */
public record TerminalSize(int columns, int rows) {

    /** The size of this process's terminal now, asked of {@code stty}; empty where there is none, or it does not tell. */
    public static Optional<TerminalSize> measured() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(Redirect.from(new File("/dev/tty")))
                    .redirectError(Redirect.DISCARD)
                    .start();
            String answer = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return of(answer.strip());
        } catch (IOException noTerminal) {
            return Optional.empty();
        }
    }

    /** Reads rows, a blank, and columns. */
    static Optional<TerminalSize> of(String text) {
        return text.matches("[1-9][0-9]{0,4} [1-9][0-9]{0,4}")
                ? Optional.of(new TerminalSize(
                        Integer.parseInt(text.substring(text.indexOf(' ') + 1)),
                        Integer.parseInt(text.substring(0, text.indexOf(' ')))))
                : Optional.empty();
    }
}
