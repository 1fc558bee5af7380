package io.claimctl.claim;

import io.claimctl.claim.ClaimEvent.Kind;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The one table of what lies between two states of a claim: which {@link Kind} a change is. What follows each other faster
 * than it is looked at shows as the last of it.
 */
final class ClaimTransition {
    private ClaimTransition() {}

    /**
     * What made one state into the other.
     *
     * @param before as it was seen last; null if it was not
     * @param now as it is; it differs from {@code before}
     * @param otherPayload whether the message is another, or one of the two has none
     */
    static Kind of(@Nullable ClaimRow before, ClaimRow now, boolean otherPayload) {
        if (now instanceof Malformed) {
            return Kind.MALFORMED;
        }
        Claim after = now.readable();
        if (!(before instanceof Claim earlier)) {
            return toldBy(after);
        }
        if (after.is(Status.PROCESSING)) {
            return toProcessing(earlier, after, otherPayload);
        }
        if (Objects.equals(earlier.status(), after.status()) && sameTurn(earlier, after)) {
            return beside(after, otherPayload);
        }
        return after.is(Status.COMPLETED) ? Kind.COMPLETED : after.is(Status.RELEASED) ? letGo(after) : Kind.CHANGED;
    }

    private static Kind toProcessing(Claim before, Claim after, boolean otherPayload) {
        boolean sameWorker = Objects.equals(before.workerId(), after.workerId());
        if (!before.is(Status.PROCESSING)) {
            return sameWorker ? Kind.CHANGED : Kind.ACQUIRED; // a token is never used again
        }
        if (!sameWorker) {
            return Objects.equals(before.createdAt(), after.createdAt()) ? Kind.TAKEN_OVER : Kind.ACQUIRED;
        }
        if (after.isKept() && !Objects.equals(before.keptAt(), after.keptAt())) {
            return Kind.KEPT;
        }
        return !otherPayload && leaseRunsOn(before, after) ? Kind.RENEWED : beside(after, otherPayload);
    }

    private static boolean leaseRunsOn(Claim before, Claim after) {
        return after.expiresAt() != null
                && before.expiresAt() != null
                && after.expiresAt().isAfter(before.expiresAt());
    }

    /** A message is stored and dropped without a transition. */
    private static Kind beside(Claim after, boolean otherPayload) {
        if (!otherPayload) {
            return Kind.CHANGED;
        }
        return after.payload() == null ? Kind.PAYLOAD_CLEARED : Kind.PAYLOAD_STORED;
    }

    /** Whether no transition lies between: each one sets {@code updated_at}, and each acquisition has a token of its own. */
    private static boolean sameTurn(Claim before, Claim after) {
        return Objects.equals(before.workerId(), after.workerId())
                && Objects.equals(before.updatedAt(), after.updatedAt())
                && Objects.equals(before.createdAt(), after.createdAt());
    }

    private static Kind letGo(Claim after) {
        boolean reset = after.presentReset().filter(mark -> !mark.isRelease()).isPresent();
        return reset ? Kind.RESET : Kind.RELEASED;
    }

    /** What the document itself says was done to it last. */
    private static Kind toldBy(Claim claim) {
        if (claim.is(Status.COMPLETED)) {
            return Kind.COMPLETED;
        }
        if (claim.is(Status.RELEASED)) {
            return letGo(claim);
        }
        if (!claim.is(Status.PROCESSING)) {
            return Kind.CHANGED;
        }
        if (claim.isKept()) {
            return Kind.KEPT;
        }
        if (!justAcquired(claim)) {
            return Kind.RENEWED;
        }
        return claim.isRecovered() ? Kind.TAKEN_OVER : Kind.ACQUIRED;
    }

    /** A fence is issued from the time of its acquisition; the workers in Go have none, and never renew. */
    private static boolean justAcquired(Claim claim) {
        Optional<Long> fence = claim.validFence();
        return claim.updatedAt() == null
                || fence.isEmpty()
                || fence.get() / 1_000 >= claim.updatedAt().toEpochMilli();
    }
}
