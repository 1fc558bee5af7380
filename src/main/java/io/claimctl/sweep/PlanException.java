package io.claimctl.sweep;

import org.jspecify.annotations.Nullable;

/**
 * A plan that is refused as a whole, before anything is changed. The message is a sentence that names the row, the reason and
 * the way out; it may hold text of the plan, which is not safe for a terminal.
 */
public final class PlanException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Why it is refused. */
    public enum Kind {
        /** It cannot be read as the rows of a list of stale claims. */
        UNREADABLE,
        /** It is of another collection. */
        OTHER_NAMESPACE,
        /** It was made too long ago, or in the server's future. */
        TIME,
        /** Its rows cannot be kept while they are worked on. */
        NOT_KEPT
    }

    private final Kind kind;

    PlanException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** Why it is refused. */
    public Kind kind() {
        return kind;
    }
}
