package io.claimctl.worker;

import io.claimctl.claim.AcquireOutcome;
import io.claimctl.claim.Malformed;
import io.claimctl.claim.Unknown;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The work was not started: no claim guards it, and nobody is known to do it. The message should come again. Carries why:
 * the outcome of the acquisition, or the loss of the claim before the work could start.
 */
public final class NotStartedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable AcquireOutcome outcome;
    private final transient @Nullable LeaseLoss loss;

    private NotStartedException(
            String message, @Nullable AcquireOutcome outcome, @Nullable LeaseLoss loss, @Nullable Throwable cause) {
        super(message, cause);
        this.outcome = outcome;
        this.loss = loss;
    }

    /** The claim was not acquired, or nobody knows. */
    static NotStartedException notAcquired(String id, AcquireOutcome outcome) {
        Throwable cause = outcome instanceof Unknown unknown ? unknown.cause() : null;
        return new NotStartedException(
                "the work of " + id + " was not started: " + reason(outcome), outcome, null, cause);
    }

    /** It was acquired, and lost again. */
    static NotStartedException lost(String id, LeaseLoss loss) {
        return new NotStartedException(
                "the work of " + id + " was not started: its claim was lost before", null, loss, null);
    }

    private static String reason(AcquireOutcome outcome) {
        if (outcome instanceof Unknown unknown) {
            return "it is not known whether its claim was acquired; the token is " + unknown.token()
                    + ", which release gives up";
        }
        if (outcome instanceof Malformed malformed) {
            return "its claim is malformed: " + malformed.defects();
        }
        return "its lease had ended, or was about to, when the store's answer came";
    }

    /** What came of the acquisition; {@code Unknown} has the token to settle it by. Empty if the claim was lost. */
    public Optional<AcquireOutcome> outcome() {
        return Optional.ofNullable(outcome);
    }

    /** How the claim was lost before the work could start, if it was acquired. */
    public Optional<LeaseLoss> loss() {
        return Optional.ofNullable(loss);
    }
}
