package io.claimctl.claim;

import io.claimctl.claim.StoreAccess.Reply;
import java.util.Optional;

/**
 * A write that was sent and that nobody saw answered. Only a read that finds its own mark, or a repeat that was applied,
 * proves anything; whatever else is seen (absence, another holder, the state before), the first command may still be
 * waiting in the server. The one rule for every operation.
 *
 * @param <O> the outcome
 */
interface Doubt<O> {

    /**
     * What a read proves that finds our own mark; empty if it does not find it.
     *
     * @throws StoreException if the read failed, which proves nothing
     */
    Optional<O> proof();

    /** The same command once more; empty if it must not be sent again. */
    Optional<Reply> again();

    /** What a repeat proves that was answered; empty if it matched nothing. */
    Optional<O> applied(Reply answered);

    /** Settles it within the deadline; empty if it stays unknown. */
    default Optional<O> settle(Deadline deadline) {
        while (!deadline.passed() && !Thread.currentThread().isInterrupted()) {
            try {
                Optional<O> proof = proof();
                if (proof.isPresent()) {
                    return proof;
                }
                Optional<Reply> reply = again();
                if (reply.isEmpty()) {
                    return Optional.empty();
                }
                if (reply.get().kind() != Reply.Kind.UNKNOWN) {
                    Optional<O> applied = applied(reply.get());
                    return applied.isPresent() ? applied : proof();
                }
            } catch (StoreException e) {
                // as unknown as before
            }
            Pauses.beforeRepeat(deadline);
        }
        return Optional.empty();
    }
}
