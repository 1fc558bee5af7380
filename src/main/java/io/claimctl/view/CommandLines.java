package io.claimctl.view;

import java.util.List;
import java.util.Optional;

/**
 * Command lines to copy, quoted for a shell.
 *
 * @param common options that every one of them needs, such as {@code -c orders}
 */
public record CommandLines(List<String> common) {

    /** Copies the options, so that it is a value. */
    public CommandLines {
        common = List.copyOf(common);
    }

    /** Without common options. */
    public static CommandLines plain() {
        return new CommandLines(List.of());
    }

    /**
     * The line that runs a command on a claim; empty where no command line can name the claim.
     *
     * @param verb the command, such as {@code inspect}
     * @param id the claim
     * @param options its options, each name and value a word of its own
     */
    public Optional<String> line(String verb, String id, String... options) {
        return line(verb, List.of(id), List.of(options));
    }

    /** As {@link #line(String, String, String...)}, where more than the claim stands on the line: first the claim. */
    Optional<String> line(String verb, List<String> operands, List<String> options) {
        StringBuilder line = new StringBuilder("claimctl ").append(verb);
        boolean option = operands.stream().anyMatch(word -> word.startsWith("-"));
        if (!option) {
            operands.forEach(word -> add(word, line));
        }
        for (String word : options) {
            if (!ShellWords.isWord(word)) {
                return Optional.empty();
            }
            add(word, line);
        }
        common.forEach(word -> add(word, line));
        if (option) {
            add("--", line);
            operands.forEach(word -> add(word, line));
        }
        return operands.stream().allMatch(ShellWords::isWord) ? Optional.of(line.toString()) : Optional.empty();
    }

    private static void add(String word, StringBuilder line) {
        line.append(' ').append(ShellWords.visible(word));
    }
}
