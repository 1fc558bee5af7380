package io.claimctl.claim;

import java.time.Instant;

/**
 * The claim is completed under the token given.
 *
 * @param id the claim id
 * @param until the end of the completion memory
 * @param late whether the lease is known to have ended by the time of the reply; nobody had taken the claim. A completion
 *     that only a read has proved does not say when the lease ended: it is late if the {@link Lease} given said so
 * @param recorded whether the claim had vanished and its completion was recorded anew
 */
public record Completed(String id, Instant until, boolean late, boolean recorded) implements CompleteOutcome {

    @Override
    public <R> R match(CompleteOutcome.Cases<R> cases) {
        return cases.completed(this);
    }
}
