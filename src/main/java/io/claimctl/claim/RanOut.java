package io.claimctl.claim;

import org.jspecify.annotations.Nullable;

/**
 * The time to wait was over before the claim became as it was waited for.
 *
 * @param id the claim id
 * @param claim as it was found last; null if there is none
 */
public record RanOut(String id, @Nullable Claim claim) implements WaitOutcome {

    @Override
    public <R> R match(WaitOutcome.Cases<R> cases) {
        return cases.ranOut(this);
    }
}
