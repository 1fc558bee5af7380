package io.claimctl.claim;

/**
 * The claim holds a payload, which is a message: releasing it would let TTL delete that. Recovery frees it, or a reset
 * that includes payloads.
 *
 * @param claim the claim as it stands
 */
public record KeptForRecovery(Claim claim) implements ReleaseOutcome, ResetOutcome {

    @Override
    public <R> R match(ResetOutcome.Cases<R> cases) {
        return cases.keptForRecovery(this);
    }

    @Override
    public <R> R match(ReleaseOutcome.Cases<R> cases) {
        return cases.keptForRecovery(this);
    }
}
