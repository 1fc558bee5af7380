package io.claimctl.claim;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Hears of a sweep batch by batch; called on the sweeping thread. */
public interface SweepListener {

    /**
     * Once, before the first row is read.
     *
     * @param at server time, which leases and ages are judged by
     * @param sweepId what {@code reset_by} of the claims that it releases begins with
     */
    default void begin(Instant at, String sweepId) {}

    /**
     * Asked between two batches.
     *
     * @return empty to go on; else why the sweep is to end here, which its report will say
     */
    default Optional<String> reasonToStop() {
        return Optional.empty();
    }

    /**
     * Before a batch is changed. A sweep that sends several batches at a time calls it while others are on their way. Throwing
     * stops the sweep with this batch unchanged, and the exception is passed on.
     *
     * @param by what {@code reset_by} of these claims will be
     * @param seen the claims that the batch will change
     * @return empty to go on; else why the sweep is to end with this batch unchanged, which its report will say
     */
    default Optional<String> beforeBatch(String by, List<Claim> seen) {
        return Optional.empty();
    }

    /**
     * After a batch.
     *
     * @param swept every claim that the sweep came to since the last call, those it left alone included
     */
    default void afterBatch(List<SweptClaim> swept) {}
}
