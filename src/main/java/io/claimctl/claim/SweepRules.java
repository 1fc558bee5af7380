package io.claimctl.claim;

import io.claimctl.claim.SweptClaim.Result;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a sweep leaves alone by its own rules, and how much of it there was. */
final class SweepRules {
    private final SweepRequest request;
    private final Instant at;
    private long live;
    private long payloads;
    private long malformed;

    /** @param at what leases are judged by */
    SweepRules(SweepRequest request, Instant at) {
        this.request = request;
        this.at = at;
    }

    /** What the rules skip, with the reason; null for what is to be reset. */
    @Nullable
    SweptClaim leftAlone(ClaimRow row) {
        if (row instanceof Malformed bad) {
            malformed++;
            return new SweptClaim(
                    row, Result.SKIPPED, "malformed: " + bad.defects().get(0));
        }
        Claim claim = row.readable();
        if (request.lease() == LeaseFilter.EXPIRED && claim.leaseAt(at) == LeaseState.LIVE) {
            live++;
            return new SweptClaim(row, Result.SKIPPED, "its lease is live");
        }
        if (request.reset().payloads() == Payloads.SKIP && claim.payload() != null) {
            payloads++;
            return new SweptClaim(row, Result.SKIPPED, "it holds a payload");
        }
        return null;
    }

    long live() {
        return live;
    }

    long payloads() {
        return payloads;
    }

    long malformed() {
        return malformed;
    }
}
