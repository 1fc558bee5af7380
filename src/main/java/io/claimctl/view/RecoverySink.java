package io.claimctl.view;

import io.claimctl.worker.RecoveredClaim;
import io.claimctl.worker.RecoveryReport;

/** Takes what a recovery did: each message, then, as of a sweep, batch by batch what it reset. Writes it as it comes. */
public interface RecoverySink extends SweepSink {

    /** What became of a message; on the stream when the method returns. */
    void message(RecoveredClaim recovered);

    /**
     * After the last batch, in place of the sweep's own end. The sentences for people are {@link RecoverySummary}'s.
     *
     * @return how many claims were shown
     */
    long end(RecoveryReport report);
}
