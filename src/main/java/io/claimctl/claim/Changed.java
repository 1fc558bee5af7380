package io.claimctl.claim;

/**
 * Something happened to the claim after it was seen; it was left as it is.
 *
 * @param now the claim as a read after the refused change found it
 */
public record Changed(ClaimRow now) implements ResetOutcome, TakeOverOutcome {

    @Override
    public <R> R match(ResetOutcome.Cases<R> cases) {
        return cases.changed(this);
    }

    @Override
    public <R> R match(TakeOverOutcome.Cases<R> cases) {
        return cases.changed(this);
    }
}
