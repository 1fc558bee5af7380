package io.claimctl.cli.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The words that are executed so that in the end the same process is the command. */
final class ChildLine {
    private ChildLine() {}

    /** The command as it is, after what prepares the process and its streams. */
    static List<String> of(List<String> words, Stdio stdio, Map<String, String> environment) throws NotRunnable {
        List<String> line = new ArrayList<>(Prelude.words());
        if (stdio.closed().isEmpty() && !stdio.outToErr()) {
            line.addAll(words);
            return line;
        }
        line.addAll(List.of("/bin/sh", "-c", script(stdio), "sh"));
        line.addAll(words);
        if (words.get(0).startsWith("-")) {
            // Not every shell's exec takes -- to end its options.
            line.set(line.size() - words.size(), Executable.find(words.get(0), environment));
        }
        return line;
    }

    private static String script(Stdio stdio) {
        StringBuilder script = new StringBuilder(stdio.outToErr() ? "exec >&2" : "exec");
        new TreeSet<>(stdio.closed())
                .forEach(stream -> script.append(' ').append(stream).append(">&-"));
        return script.append("; exec \"$@\"").toString();
    }
}
