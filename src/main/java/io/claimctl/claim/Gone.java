package io.claimctl.claim;

/**
 * The claim that was seen is no longer there.
 *
 * @param id the claim id
 */
public record Gone(String id) implements ResetOutcome, TakeOverOutcome {

    @Override
    public <R> R match(ResetOutcome.Cases<R> cases) {
        return cases.gone(this);
    }

    @Override
    public <R> R match(TakeOverOutcome.Cases<R> cases) {
        return cases.gone(this);
    }
}
