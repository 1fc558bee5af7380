package io.claimctl.claim;

import org.jspecify.annotations.Nullable;

/**
 * The command was sent and nobody observed what came of it: it may have been applied, it may still be, or never. What
 * identifies it is here, so that it can be settled later.
 *
 * @param id the claim id
 * @param token the acquisition's token; null for a reset
 * @param resetBy the {@code reset_by} that a reset would leave in the document; null for the other operations
 * @param cause what the driver reported
 */
public record Unknown(
        String id, @Nullable Token token, @Nullable String resetBy, StoreException cause)
        implements AcquireOutcome,
                TakeOverOutcome,
                RenewOutcome,
                CompleteOutcome,
                ReleaseOutcome,
                ResetOutcome,
                PayloadOutcome {

    @Override
    public <R> R match(AcquireOutcome.Cases<R> cases) {
        return cases.unknown(this);
    }

    @Override
    public <R> R match(CompleteOutcome.Cases<R> cases) {
        return cases.unknown(this);
    }

    @Override
    public <R> R match(ResetOutcome.Cases<R> cases) {
        return cases.unknown(this);
    }

    @Override
    public <R> R match(RenewOutcome.Cases<R> cases) {
        return cases.unknown(this);
    }

    @Override
    public <R> R match(ReleaseOutcome.Cases<R> cases) {
        return cases.unknown(this);
    }

    @Override
    public <R> R match(PayloadOutcome.Cases<R> cases) {
        return cases.unknown(this);
    }

    @Override
    public <R> R match(TakeOverOutcome.Cases<R> cases) {
        return cases.unknown(this);
    }
}
