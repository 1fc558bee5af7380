package io.claimctl.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of an operation on one claim: the facts for stdout, and a sentence for stderr where there is something to
 * explain. {@link View#report} writes the facts.
 */
public final class Report {
    private final Facts facts;
    private final List<OutcomeField> fields;
    private final boolean done;
    private final @Nullable String sentence;

    private Report(Facts facts, List<OutcomeField> fields, boolean done, @Nullable String sentence) {
        this.facts = facts.text(OutcomeField.MESSAGE, sentence);
        this.fields = fields;
        this.done = done;
        this.sentence = sentence;
    }

    /** The operation did what it was asked to; the sentence says what else is worth knowing. */
    static Report done(Facts facts, List<OutcomeField> fields, @Nullable String sentence) {
        return new Report(facts, fields, true, sentence);
    }

    /** The operation did not do what it was asked to, or nobody knows; the sentence says why. */
    static Report notDone(Facts facts, List<OutcomeField> fields, String sentence) {
        return new Report(facts, fields, false, sentence);
    }

    /** Whether the operation did what it was asked to; only then do formats for people have anything on stdout. */
    public boolean done() {
        return done;
    }

    /** For stderr, safe for a terminal: why it was not done, or what else is worth knowing; null if nothing is. */
    public @Nullable String sentence() {
        return sentence;
    }

    /** The outcome in snake case, as JSON has it. */
    public String outcome() {
        return String.valueOf(facts.value(OutcomeField.OUTCOME));
    }

    Facts facts() {
        return facts;
    }

    List<OutcomeField> fields() {
        return fields;
    }
}
