package io.claimctl.doctor;

import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Lease;
import io.claimctl.claim.Payloads;
import io.claimctl.claim.ResetOptions;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The claims that a proof has made: it gives their ids, and removes these claims and no others. */
final class Scratch {
    private final ClaimStore store;
    private final String instance;
    private final List<String> ids = new ArrayList<>();

    /** @param instance what the ids and the tokens begin with */
    Scratch(ClaimStore store, String instance) {
        this.store = store;
        this.instance = instance;
    }

    String next() {
        String id = instance + "-" + (ids.size() + 1);
        ids.add(id);
        return id;
    }

    /** What the holder of a scratch claim has; empty if somebody else's token is in it. */
    Optional<Lease> lease(Claim claim) {
        String token = claim.workerId();
        return token != null && token.startsWith(instance + ":")
                ? Optional.of(Lease.of(claim.id(), new Token(token)))
                : Optional.empty();
    }

    /** Removes them; where the role or the collection lets nothing be removed, lets them go, so that TTL removes them. */
    Finding remove(Remedies remedies, boolean ttl) {
        boolean delete = true;
        int released = 0;
        List<String> left = new ArrayList<>();
        for (String id : ids) {
            End end = end(id, delete);
            delete = end != End.RELEASED && delete;
            released += end == End.RELEASED ? 1 : 0;
            if (end == End.LEFT) {
                left.add(id);
            }
        }
        return finding(released, left, remedies, ttl);
    }

    private Finding finding(int released, List<String> left, Remedies remedies, boolean ttl) {
        String harmless = "They begin with " + instance + "; nobody else uses these ids, and their leases are short.";
        if (!left.isEmpty()) {
            return Finding.of(
                            Check.SCRATCH,
                            Level.WARNING,
                            left.size() + " of " + Span.count(ids.size(), "scratch claim") + " could not be removed",
                            harmless)
                    .with(remedies.claimctl("claims", "list", "--id-prefix", instance));
        }
        if (released == 0) {
            String evidence = Span.count(ids.size(), "scratch claim") + (ids.size() == 1 ? " was" : " were")
                    + " made and removed";
            return Finding.of(Check.SCRATCH, Level.OK, evidence, harmless);
        }
        String evidence = released + " of " + Span.count(ids.size(), "scratch claim")
                + (released == 1 ? " is" : " are")
                + " released, and not removed, which this user may not";
        String theirs = "{_id: {$regex: " + Remedies.text("^" + instance + "-") + "}, status: \"released\"}";
        return ttl
                ? Finding.of(Check.SCRATCH, Level.INFO, evidence, harmless + " TTL removes them within about a minute.")
                        .with(remedies.claimctl("claims", "list", "--id-prefix", instance))
                : Finding.of(
                                Check.SCRATCH,
                                Level.WARNING,
                                evidence,
                                harmless + " TTL is not known to be here, and without it they stay for good.")
                        .with(remedies.onCollection(".deleteMany(" + theirs + ")"));
    }

    private enum End {
        GONE,
        RELEASED,
        LEFT
    }

    private End end(String id, boolean delete) {
        try {
            Optional<Claim> claim = store.find(id).map(ClaimRow::readable);
            if (claim.isEmpty()) {
                return End.GONE;
            }
            if (lease(claim.get()).isEmpty()) {
                return End.LEFT;
            }
            return delete && deleted(claim.get()) ? End.GONE : release(claim.get());
        } catch (StoreException e) {
            return End.LEFT;
        }
    }

    private boolean deleted(Claim claim) {
        try {
            return store.reset(claim, new ResetOptions(Payloads.SKIP, true, null))
                            .reset()
                            .isPresent()
                    && store.find(claim.id()).isEmpty();
        } catch (StoreException e) {
            if (e.passes()) {
                throw e;
            }
            return false; // denied, or a capped collection
        }
    }

    private End release(Claim claim) {
        Optional<Claim> now = store.find(claim.id()).map(ClaimRow::readable);
        if (now.isEmpty()) {
            return End.GONE;
        }
        return store.reset(now.get(), ResetOptions.defaults()).reset().isPresent() ? End.RELEASED : End.LEFT;
    }
}
