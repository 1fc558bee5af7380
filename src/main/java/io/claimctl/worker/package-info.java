/**
 * For Java workers: what keeps a claim while its work goes on. It builds on {@link io.claimctl.claim} alone.
 *
 * <p>Start at {@link io.claimctl.worker.ClaimedWork}; {@link io.claimctl.worker.LeaseKeeper} is under it.
 */
@NullMarked
package io.claimctl.worker;

import org.jspecify.annotations.NullMarked;
