package io.claimctl.claim;

import java.time.Instant;
import java.util.List;

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
     * Before a batch is changed. Throwing stops the sweep with this batch unchanged, and the exception is passed on.
     *
     * @param seen the claims that the batch will change
     */
    default void beforeBatch(List<Claim> seen) {}

    /**
     * After a batch.
     *
     * @param swept every claim that the sweep came to since the last call, those it left alone included
     */
    default void afterBatch(List<SweptClaim> swept) {}
}
