package io.claimctl.cli.process;

import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A program, looked for before anything else is done, by the rules of execvp(3). */
public final class Executable {
    /** What the C library takes where PATH is not set. */
    private static final String PATH_OF_THE_SYSTEM = "/bin:/usr/bin";

    private final Map<String, String> environment;

    private Executable(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * Refuses a word that would not start: no such file, a folder, a file without the right to execute it, a script whose
     * interpreter is missing. What only the system can tell, such as a program for another processor, is not looked at.
     *
     * @param word a path if it contains a slash, else a name that is looked for in PATH
     * @param environment where PATH is taken from; an empty element of it is the current folder
     */
    public static void require(String word, Map<String, String> environment) throws NotRunnable {
        find(word, environment);
    }

    /** The path that the word stands for, which never begins with a dash. */
    static String find(String word, Map<String, String> environment) throws NotRunnable {
        return new Executable(environment).find(word);
    }

    private String find(String word) throws NotRunnable {
        NotRunnable refusal = null;
        for (String candidate : candidates(word)) {
            File file = new File(candidate);
            if (!file.exists()) {
                continue;
            }
            NotRunnable reason = reason(word.indexOf('/') < 0 ? candidate : word, file);
            if (reason == null) {
                return candidate;
            }
            refusal = refusal == null ? reason : refusal;
        }
        throw refusal == null ? missing(word) : refusal;
    }

    private List<String> candidates(String word) {
        if (word.isEmpty()) {
            return List.of();
        }
        if (word.indexOf('/') >= 0) {
            return List.of(word.startsWith("/") ? word : "./" + word);
        }
        return Arrays.stream(
                        environment.getOrDefault("PATH", PATH_OF_THE_SYSTEM).split(":", -1))
                .map(folder -> (folder.isEmpty() ? "." : folder) + "/" + word)
                .toList();
    }

    private static NotRunnable missing(String word) {
        if (word.isEmpty()) {
            return new NotRunnable(false, "an empty word is no command: name a program");
        }
        return new NotRunnable(
                false,
                word.indexOf('/') < 0
                        ? word + " is in no folder of PATH: give its path, or correct PATH"
                        : word + " does not exist: correct the path");
    }

    /** Why a file that exists would not start. */
    private @Nullable NotRunnable reason(String shown, File file) {
        if (file.isDirectory()) {
            return new NotRunnable(true, shown + " is a folder: name a program");
        }
        if (!file.canExecute()) {
            return new NotRunnable(true, shown + " is not executable: make it so with chmod +x");
        }
        Optional<Shebang> line = Shebang.of(file);
        return line.isEmpty() ? null : reason(shown, line.get());
    }

    private @Nullable NotRunnable reason(String shown, Shebang line) {
        File interpreter = new File(line.interpreter());
        String wants = shown + " wants the interpreter ";
        if (!interpreter.exists()) {
            return new NotRunnable(false, wants + line.interpreter() + ", which does not exist: " + line.wayOut());
        }
        if (!startable(interpreter)) {
            return new NotRunnable(true, wants + line.interpreter() + ", which is not executable: " + line.wayOut());
        }
        Optional<String> named = line.lookedUpByEnv();
        if (named.isPresent() && candidates(named.get()).stream().map(File::new).noneMatch(Executable::startable)) {
            return new NotRunnable(false, wants + named.get() + ", which is in no folder of PATH: " + line.wayOut());
        }
        return null;
    }

    private static boolean startable(File file) {
        return file.isFile() && file.canExecute();
    }
}
