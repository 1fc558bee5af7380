package io.claimctl.cli.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The words that are executed so that in the end the same process is the command. */
final class ChildLine {
    private ChildLine() {}

    /** The command as it is, after what prepares the process and closes streams. */
    static List<String> of(List<String> words, Set<Integer> closed, Map<String, String> environment)
            throws NotRunnable {
        List<String> line = new ArrayList<>(Prelude.words());
        if (closed.isEmpty()) {
            line.addAll(words);
            return line;
        }
        line.addAll(List.of("/bin/sh", "-c", closing(closed), "sh"));
        line.addAll(words);
        if (words.get(0).startsWith("-")) {
            // Not every shell's exec takes -- to end its options.
            line.set(line.size() - words.size(), Executable.find(words.get(0), environment));
        }
        return line;
    }

    private static String closing(Set<Integer> closed) {
        StringBuilder script = new StringBuilder("exec");
        new TreeSet<>(closed)
                .forEach(stream -> script.append(' ').append(stream).append(">&-"));
        return script.append("; exec \"$@\"").toString();
    }
}
