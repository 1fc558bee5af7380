package io.claimctl.view;

import io.claimctl.claim.Unknown;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The commands that settle an outcome which nobody observed.
 *
 * @param options of the command that was run, to be repeated
 */
record Settling(CommandLines lines, List<String> options) {
    /** Stands for a file where standard input was read: a name that nobody has by chance, and that says what to do. */
    private static final String SAME_MESSAGE = "FILE-WITH-THE-SAME-MESSAGE";

    /** Keeps the claim if it was acquired, or gives it up. */
    List<NextStep> acquire(Unknown outcome) {
        List<NextStep> steps = new ArrayList<>();
        add("renew", outcome, options, "keeps it, if it was acquired by then", steps);
        add("release", outcome, List.of(), "gives it up, if it was acquired by then", steps);
        return steps;
    }

    /** Does the same again, by the same token. */
    List<NextStep> again(String verb, Unknown outcome) {
        List<NextStep> steps = new ArrayList<>();
        add(verb, outcome, options, "does the same again", steps);
        return steps;
    }

    /**
     * Stores the same message again.
     *
     * @param file where it was read from; null if it cannot be read there a second time
     */
    List<NextStep> put(Unknown outcome, @Nullable String file) {
        List<NextStep> steps = new ArrayList<>();
        lines.line("payload put", List.of(outcome.id(), file == null ? SAME_MESSAGE : file), words(outcome, options))
                .ifPresent(line -> steps.add(new NextStep(
                        line,
                        file == null
                                ? "does the same again, with a file of yours that holds what was read"
                                : "does the same again")));
        return steps;
    }

    /** Shows whether a reset has happened. */
    List<NextStep> reset(Unknown outcome) {
        String by = Words.name(Objects.requireNonNull(outcome.resetBy(), "a reset has an id of its own"));
        List<NextStep> steps = new ArrayList<>();
        lines.line("inspect", outcome.id())
                .ifPresent(line -> steps.add(new NextStep(line, "shows that it was reset by " + by + ", if it was")));
        return steps;
    }

    private void add(String verb, Unknown outcome, List<String> more, String effect, List<NextStep> steps) {
        lines.line(verb, List.of(outcome.id()), words(outcome, more))
                .ifPresent(line -> steps.add(new NextStep(line, effect)));
    }

    private static List<String> words(Unknown outcome, List<String> more) {
        String token = Objects.requireNonNull(outcome.token(), "an operation by token has one")
                .value();
        return Stream.concat(Stream.of("--token", token), more.stream()).toList();
    }
}
