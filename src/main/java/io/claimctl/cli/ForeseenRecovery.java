package io.claimctl.cli;

import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.LeaseState;
import io.claimctl.claim.SweptClaim;
import io.claimctl.worker.RecoveredClaim;
import io.claimctl.worker.Recovery;
import io.claimctl.worker.RecoveryListener;
import io.claimctl.worker.RecoveryRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a recovery would do, in the words of the question. */
final class ForeseenRecovery implements RecoveryListener {
    private Instant now = Instant.EPOCH;
    private long messages;
    private long claims;
    private long live;

    private ForeseenRecovery() {}

    /** What this one would do now. */
    static ForeseenRecovery of(ClaimStore store, RecoveryRequest request) {
        ForeseenRecovery foreseen = new ForeseenRecovery();
        Recovery.on(store).pass(request.asDryRun(), (message, lease) -> {}, foreseen);
        return foreseen;
    }

    @Override
    public void begin(Instant at) {
        now = at;
    }

    @Override
    public void afterPublish(RecoveredClaim recovered) {
        if (recovered.result() == RecoveredClaim.Result.WOULD_PUBLISH) {
            messages++;
            live += isHeld(recovered.seen().readable()) ? 1 : 0;
        }
    }

    @Override
    public void afterBatch(List<SweptClaim> swept) {
        for (SweptClaim claim : swept) {
            if (claim.result() == SweptClaim.Result.WOULD_RESET) {
                claims++;
                live += isHeld(claim.seen().readable()) ? 1 : 0;
            }
        }
    }

    /** Behind the lease of a claim that was kept, or that an earlier recovery has left, there is nobody. */
    private boolean isHeld(Claim claim) {
        return claim.leaseAt(now) == LeaseState.LIVE && !claim.isKept() && !claim.isRecovered();
    }

    boolean isNothing() {
        return messages + claims == 0;
    }

    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        if (messages > 0) {
            parts.add("publish " + messages + (messages == 1 ? " message" : " messages"));
        }
        if (claims > 0) {
            parts.add("reset " + claims + (claims == 1 ? " claim" : " claims"));
        }
        String all = String.join(" and ", parts);
        return all.substring(0, 1).toUpperCase(Locale.ROOT)
                + all.substring(1)
                + (live == 0 ? "" : " (" + live + " still held)");
    }
}
