package io.claimctl.worker;

import io.claimctl.claim.AcquireOutcome;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What came of some work that did not fail. Both are successes for whoever delivers messages.
 *
 * @param <T> what comes of the work
 */
public sealed interface WorkOutcome<T extends @Nullable Object> {

    /** Calls the method that is named after this outcome. */
    <R extends @Nullable Object> R match(Cases<T, R> cases);

    /** The work as it ran, if it did. */
    default Optional<Ran<T>> ran() {
        return this instanceof Ran<T> ran ? Optional.of(ran) : Optional.empty();
    }

    /** One method for each outcome, so that a forgotten one does not compile. */
    interface Cases<T extends @Nullable Object, R extends @Nullable Object> {
        R ran(Ran<T> outcome);

        R skipped(Skipped<T> outcome);
    }

    /** What became of the claim when the work had succeeded. */
    enum ClaimEnd {
        /** There was none, since the message has no id. */
        NO_ID,
        /** There was none, since it could not be acquired, and the work was to run all the same. */
        FAILED_OPEN,
        /** It is completed under this work's token, and remembered. */
        COMPLETED,
        /** It is not completed, as far as is known: the store refused, failed or did not answer. The work may be done again. */
        NOT_COMPLETED,
        /** It was lost before the work had ended, and is not completed. Another may do, or have done, the same work. */
        LOST
    }

    /**
     * The work ran, and succeeded.
     *
     * @param result what came of it
     * @param claim what became of its claim
     */
    record Ran<T extends @Nullable Object>(T result, ClaimEnd claim) implements WorkOutcome<T> {
        @Override
        public <R extends @Nullable Object> R match(Cases<T, R> cases) {
            return cases.ran(this);
        }
    }

    /**
     * The work did not run: another does it, or it is done.
     *
     * @param why {@code Held} or {@code AlreadyCompleted}
     */
    record Skipped<T extends @Nullable Object>(AcquireOutcome why) implements WorkOutcome<T> {
        @Override
        public <R extends @Nullable Object> R match(Cases<T, R> cases) {
            return cases.skipped(this);
        }
    }
}
