package io.claimctl.worker;

import io.claimctl.claim.Claim;
import io.claimctl.claim.SweepListener;
import java.time.Instant;

/** Hears of a recovery: of each message first, then, as a sweep's listener, of the claims that are reset. Called on its thread. */
public interface RecoveryListener extends SweepListener {

    /**
     * Once, before the first claim is read.
     *
     * @param at server time, which leases and ages are judged by
     */
    default void begin(Instant at) {}

    /** Before a message is published, when its claim has been taken over. */
    default void beforePublish(Claim seen) {}

    /** After each stale claim with a payload that the recovery came to. */
    default void afterPublish(RecoveredClaim recovered) {}
}
