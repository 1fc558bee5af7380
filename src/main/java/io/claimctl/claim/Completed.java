package io.claimctl.claim;

import java.time.Instant;

/**
 * The claim is completed under the token given.
 *
 * @param id the claim id
 * @param until the end of the completion memory
 * @param late whether the lease had ended before the completion; nobody had taken the claim
 * @param recorded whether the claim had vanished and its completion was recorded anew
 */
public record Completed(String id, Instant until, boolean late, boolean recorded) implements CompleteOutcome {

    @Override
    public <R> R match(CompleteOutcome.Cases<R> cases) {
        return cases.completed(this);
    }
}
