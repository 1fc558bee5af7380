package io.claimctl.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of an operation on one claim: the facts for stdout, and a sentence for stderr where there is something to
 * explain. {@link View#report} writes the facts.
 */
public final class Report {
    private final Facts facts;
    private final Operation operation;
    private final boolean done;
    private final @Nullable String sentence;
    private final List<NextStep> next;

    private Report(Facts facts, Operation operation, boolean done, @Nullable String sentence, List<NextStep> next) {
        this.facts = facts.text(OutcomeField.MESSAGE, sentence);
        this.operation = operation;
        this.done = done;
        this.sentence = sentence;
        this.next = next;
    }

    /** The operation did what it was asked to; the sentence says what else is worth knowing. */
    static Report done(Facts facts, Operation operation, @Nullable String sentence) {
        return new Report(facts, operation, true, sentence, List.of());
    }

    /** The operation did not do what it was asked to, or nobody knows; the sentence says why. */
    static Report notDone(Facts facts, Operation operation, String sentence) {
        return new Report(facts, operation, false, sentence, List.of());
    }

    /** Nobody knows whether the operation did what it was asked to; these commands settle it. */
    static Report unknown(Facts facts, Operation operation, String sentence, List<NextStep> settling) {
        List<Facts> next = settling.stream().map(NextStep::facts).toList();
        return new Report(facts.records(OutcomeField.NEXT, next), operation, false, sentence, settling);
    }

    /** There is no outcome: the store failed, or the operation was not begun. */
    public static Report none(Operation operation, String outcome, String id, String sentence) {
        return notDone(new Facts().text(OutcomeField.OUTCOME, outcome).text(OutcomeField.ID, id), operation, sentence);
    }

    /** Whether the operation did what it was asked to; only then do formats for people have anything on stdout. */
    public boolean done() {
        return done;
    }

    /** For stderr, safe for a terminal: why it was not done, or what else is worth knowing; null if nothing is. */
    public @Nullable String sentence() {
        return sentence;
    }

    /** For stderr, a line each, safe for a terminal: the commands that come next, and what each does. */
    public List<String> next() {
        return next.stream().map(step -> step.effect() + ": " + step.command()).toList();
    }

    /** The outcome in snake case, as JSON has it. */
    public String outcome() {
        return String.valueOf(facts.value(OutcomeField.OUTCOME));
    }

    Facts facts() {
        return facts;
    }

    Operation operation() {
        return operation;
    }
}
