package io.claimctl.claim;

import io.claimctl.claim.SweptClaim.Result;
import org.jspecify.annotations.Nullable;

/** What became of a claim that a sweep reset by its own fingerprint. */
final class SweptAlone implements ResetOutcome.Cases<SweptClaim> {
    private final Claim claim;

    SweptAlone(Claim claim) {
        this.claim = claim;
    }

    @Override
    public SweptClaim reset(Reset outcome) {
        return swept(Result.RESET, null);
    }

    @Override
    public SweptClaim changed(Changed outcome) {
        boolean equal = outcome.now().readable().fingerprint().equals(claim.fingerprint());
        return swept(equal ? Result.SKIPPED : Result.CHANGED, null);
    }

    @Override
    public SweptClaim gone(Gone outcome) {
        return swept(Result.GONE, null);
    }

    @Override
    public SweptClaim keptForRecovery(KeptForRecovery outcome) {
        return swept(Result.SKIPPED, "it holds a payload");
    }

    @Override
    public SweptClaim malformed(Malformed outcome) {
        return swept(Result.ERROR, outcome.defects().get(0).toString());
    }

    @Override
    public SweptClaim unknown(Unknown outcome) {
        return swept(Result.UNCLEAR, outcome.cause().getMessage());
    }

    private SweptClaim swept(Result result, @Nullable String detail) {
        return new SweptClaim(claim, result, detail);
    }
}
