package io.claimctl.cli.process;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first line of a script.
 *
 * @param interpreter the path after {@code #!}
 * @param argument the word after that, or nothing; either may end in a carriage return, as the system takes it
 */
record Shebang(String interpreter, String argument) {
    /** Linux reads no more of it. */
    private static final int LONGEST = 256;

    private static final Pattern LINE = Pattern.compile("#![ \t]*([^ \t\n\0]+)[ \t]*([^ \t\n\0]*)");

    /** That of the file; empty if it is no script, or not to be read: then the system will tell. */
    static Optional<Shebang> of(File file) {
        try (FileInputStream bytes = new FileInputStream(file)) {
            Matcher line = LINE.matcher(new String(bytes.readNBytes(LONGEST), StandardCharsets.UTF_8));
            return line.lookingAt() ? Optional.of(new Shebang(line.group(1), line.group(2))) : Optional.empty();
        } catch (IOException notReadable) {
            return Optional.empty();
        }
    }

    /** The interpreter's name where {@code env} looks for it in PATH. */
    Optional<String> lookedUpByEnv() {
        boolean name = interpreter.endsWith("/env") && argument.matches("[^-/=][^/=]*");
        return name ? Optional.of(argument) : Optional.empty();
    }

    /** What to do where there is no such interpreter. */
    String wayOut() {
        return (interpreter + argument).endsWith("\r")
                ? "end the script's lines without carriage returns"
                : "correct the script's first line, or install it";
    }
}
