package io.claimctl.worker;

import io.claimctl.claim.AcquireOutcome;
import io.claimctl.claim.Contended;
import io.claimctl.claim.Expired;
import io.claimctl.claim.Lease;
import io.claimctl.claim.Malformed;
import io.claimctl.claim.Unknown;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The work was not started: no claim guards it, and nobody is known to do it. The message should come again, after an
 * outcome that nobody knows no sooner than after {@code ttl}: the claim may turn up late, held by nobody. Carries why: the
 * outcome of the acquisition, or the loss of the claim before the work could start.
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
        if (outcome instanceof Contended contended) {
            return "its claim was free, and others were faster each of " + contended.tries() + " times";
        }
        return "its lease had ended, or was about to, when the store's answer came";
    }

    /** What came of the acquisition; {@code Unknown} has the token to settle it by. Empty if the claim was lost. */
    public Optional<AcquireOutcome> outcome() {
        return Optional.ofNullable(outcome);
    }

    /** The lease that may stand in the store though nobody relies on it. */
    Optional<Lease> unsettled() {
        if (outcome instanceof Expired expired) {
            return Optional.of(expired.lease());
        }
        return outcome instanceof Unknown unknown
                ? Optional.ofNullable(unknown.token()).map(token -> Lease.of(unknown.id(), token))
                : Optional.empty();
    }

    /** How the claim was lost before the work could start, if it was acquired. */
    public Optional<LeaseLoss> loss() {
        return Optional.ofNullable(loss);
    }
}
