package io.claimctl.view;

import io.claimctl.claim.SweepReport;
import io.claimctl.claim.SweptClaim;
import java.time.Instant;
import java.util.List;

/** Takes what a sweep did, batch by batch, and writes it as it comes. */
public interface SweepSink {

    /**
     * Before the first batch.
     *
     * @param now the server's time, which leases and ages are counted from
     * @param dryRun whether nothing is changed
     */
    void begin(Instant now, boolean dryRun);

    /** What became of the claims of one batch; on the stream when the method returns. */
    void batch(List<SweptClaim> swept);

    /**
     * After the last batch. The sentences for people are {@link SweepSummary}'s.
     *
     * @return how many claims were shown
     */
    long end(SweepReport report);
}
