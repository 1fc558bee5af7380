package io.claimctl.cli;

import io.claimctl.claim.Claim;
import io.claimctl.worker.Publisher;

/** Where a recovery puts the messages. */
interface Destination extends Publisher {

    /** Told of each claim before its message is published. */
    default void next(Claim claim) {}
}
