package io.claimctl.claim;

import io.claimctl.claim.InterleavedDeed.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;

/**
 * P1 from where the holders stand: each believes what it was told, until its lease ends, it gives the claim up, or somebody
 * takes it who may (an operator who asked for live leases, or those that are fenced out of nothing).
 */
final class InterleavedHolders {
    private final List<InterleavedStep> steps;
    private final List<InterleavedDeed> deeds;
    private final List<Belief> beliefs = new ArrayList<>();

    private record Belief(String actor, String id, String token, Instant until) {}

    InterleavedHolders(InterleavedScene scene, List<InterleavedStep> steps, List<InterleavedDeed> deeds) {
        this.steps = steps;
        this.deeds = deeds;
        for (BsonDocument claim : scene.claims()) {
            Claim held = (Claim) Documents.row(claim);
            scene.parts().stream()
                    .filter(p -> held.id().equals(p.holds()))
                    .findFirst()
                    .ifPresent(p -> beliefs.add(new Belief(p.name(), held.id(), held.workerId(), held.expiresAt())));
        }
    }

    Optional<String> broken() {
        for (int i = 0; i < steps.size(); i++) {
            InterleavedStep step = steps.get(i);
            for (String id : step.changed()) {
                beliefs.removeIf(b -> b.id().equals(id) && mayEnd(step, b));
            }
            int now = i;
            deeds.stream().filter(d -> d.end == now).forEach(this::told);
            beliefs.removeIf(b -> !b.until().isAfter(step.now()));
            for (Belief one : beliefs) {
                for (Belief other : beliefs) {
                    if (one.id().equals(other.id()) && !one.token().equals(other.token())) {
                        return Optional.of("P1 one holder: " + one + " and " + other);
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static boolean mayEnd(InterleavedStep step, Belief belief) {
        InterleavedDeed by = step.deed();
        BsonDocument after = step.after().get(belief.id());
        boolean stillHeld = after != null
                && belief.token().equals(InterleavedChecks.text(after, Fields.WORKER_ID))
                && InterleavedStep.has(after, Status.PROCESSING);
        if (by.is(Kind.UNFENCED)) {
            return !stillHeld || InterleavedChecks.end(after).isBefore(belief.until());
        }
        return !stillHeld && by.is(Kind.SWEEP, Kind.RESET, Kind.TAKE_OVER) && by.lease != LeaseFilter.EXPIRED;
    }

    private void told(InterleavedDeed deed) {
        if (deed.outcome instanceof Acquired acquired) {
            Lease lease = acquired.lease();
            beliefs.add(new Belief(
                    deed.actor,
                    lease.id(),
                    lease.token().value(),
                    lease.expiresAt().orElseThrow()));
        } else if (deed.is(Kind.RENEW, Kind.COMPLETE, Kind.RELEASE, Kind.PUT)) {
            boolean gives = deed.is(Kind.COMPLETE, Kind.RELEASE) || !(deed.outcome instanceof PayloadStored);
            if (gives) {
                beliefs.removeIf(b -> b.token().equals(deed.token.value()));
            }
            if (deed.outcome instanceof Renewed renewed) {
                beliefs.add(new Belief(
                        deed.actor,
                        deed.id,
                        deed.token.value(),
                        renewed.lease().expiresAt().orElseThrow()));
            }
        }
    }
}
