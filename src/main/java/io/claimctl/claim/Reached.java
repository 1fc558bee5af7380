package io.claimctl.claim;

import org.jspecify.annotations.Nullable;

/**
 * The claim is as it was waited for; the next moment it may be otherwise.
 *
 * @param id the claim id
 * @param claim as it was found; null if there is none, which is free
 */
public record Reached(String id, @Nullable Claim claim) implements WaitOutcome {

    @Override
    public <R> R match(WaitOutcome.Cases<R> cases) {
        return cases.reached(this);
    }
}
