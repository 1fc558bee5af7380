package io.claimctl.claim;

/**
 * The work was done before and is still remembered; to a holder: by this very token.
 *
 * @param claim the claim as it stands; its {@code expiresAt} is the end of the memory
 */
public record AlreadyCompleted(Claim claim) implements AcquireOutcome, WaitOutcome, Miss {

    @Override
    public <R> R match(AcquireOutcome.Cases<R> cases) {
        return cases.alreadyCompleted(this);
    }

    @Override
    public <R> R match(Miss.Cases<R> cases) {
        return cases.alreadyCompleted(this);
    }

    @Override
    public <R> R match(WaitOutcome.Cases<R> cases) {
        return cases.alreadyCompleted(this);
    }
}
