package io.claimctl.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A process as /proc shows it, told from a later one of the same number by its start.
 *
 * @param pid its number
 * @param start when it was started, in ticks
 */
public record LinuxProcess(long pid, String start) {
    private static final Path PROC = Path.of("/proc");
    private static final int STATE = 0; // of the fields after the name, which may hold blanks
    private static final int START = 19;

    /** Skips the test where there is no /proc. */
    public static void require() {
        Assumptions.assumeTrue(
                Files.isReadable(PROC.resolve("self/stat")), "there is no /proc to see processes in: not Linux");
    }

    /** The process of this number; empty if there is none, or only what is left of it until its parent asks. */
    public static Optional<LinuxProcess> of(long pid) {
        return fields(pid).filter(f -> !isDead(f)).map(f -> new LinuxProcess(pid, f[START]));
    }

    /** The living processes that were started with this variable, given as {@code NAME=value}, in no order. */
    public static List<LinuxProcess> with(String assignment) {
        try (Stream<Path> entries = Files.list(PROC)) {
            return entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> name.matches("[0-9]+") && hasVariable(name, assignment))
                    .flatMap(name -> of(Long.parseLong(name)).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether it is still there; a zombie is not. */
    public boolean alive() {
        return fields(pid).filter(f -> !isDead(f) && f[START].equals(start)).isPresent();
    }

    /** Ends it at once, if it is still there. */
    public void kill() {
        if (alive()) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    private static boolean isDead(String[] fields) {
        return fields[STATE].equals("Z") || fields[STATE].equals("X");
    }

    private static boolean hasVariable(String pid, String assignment) {
        String variables = text(PROC.resolve(pid).resolve("environ")).orElse("");
        return ("\0" + variables).contains("\0" + assignment + "\0");
    }

    private static Optional<String[]> fields(long pid) {
        return text(PROC.resolve(Long.toString(pid)).resolve("stat"))
                .map(line -> line.substring(line.lastIndexOf(')') + 2).split(" "));
    }

    /** Empty where the process has just gone, or is somebody else's. */
    private static Optional<String> text(Path file) {
        try {
            return Optional.of(Files.readString(file, ISO_8859_1)).filter(text -> !text.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
