package io.claimctl.worker;

import io.claimctl.claim.Acquired;
import io.claimctl.claim.Changed;
import io.claimctl.claim.Claim;
import io.claimctl.claim.Expired;
import io.claimctl.claim.Gone;
import io.claimctl.claim.Held;
import io.claimctl.claim.Malformed;
import io.claimctl.claim.TakeOverOutcome;
import io.claimctl.claim.Unknown;
import io.claimctl.worker.RecoveredClaim.Result;
import org.jspecify.annotations.Nullable;

/** What becomes of a claim that could not be taken over. */
record NotTakenOver(Claim seen) implements TakeOverOutcome.Cases<RecoveredClaim> {

    @Override
    public RecoveredClaim acquired(Acquired outcome) {
        throw new IllegalArgumentException("the claim was taken over");
    }

    @Override
    public RecoveredClaim held(Held outcome) {
        return with(Result.CHANGED, "its lease is live");
    }

    @Override
    public RecoveredClaim changed(Changed outcome) {
        return with(Result.CHANGED, null);
    }

    @Override
    public RecoveredClaim gone(Gone outcome) {
        return with(Result.GONE, null);
    }

    @Override
    public RecoveredClaim expired(Expired outcome) {
        return with(Result.LOST, "it was taken over too late to be relied on");
    }

    @Override
    public RecoveredClaim malformed(Malformed outcome) {
        return with(Result.ERROR, "malformed: " + outcome.defects().get(0));
    }

    @Override
    public RecoveredClaim unknown(Unknown outcome) {
        return with(
                Result.UNCLEAR,
                "not published; nobody knows whether it was taken over: "
                        + outcome.cause().getMessage());
    }

    private RecoveredClaim with(Result result, @Nullable String detail) {
        return new RecoveredClaim(seen, result, detail);
    }
}
