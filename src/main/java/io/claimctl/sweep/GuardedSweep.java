package io.claimctl.sweep;

import io.claimctl.claim.Claim;
import io.claimctl.claim.SweepListener;
import io.claimctl.claim.SweptClaim;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What surrounds each batch of a sweep: first whether it may go on, then its records, and only then what it shows. A step
 * that says why not ends the sweep with the batch unchanged, and none after it is asked.
 */
public final class GuardedSweep implements SweepListener {
    private final List<SweepListener> steps;

    /** @param steps in the order in which they are asked before a batch, and told of it afterwards */
    public GuardedSweep(List<SweepListener> steps) {
        this.steps = List.copyOf(steps);
    }

    @Override
    public void begin(Instant at, String sweepId) {
        steps.forEach(step -> step.begin(at, sweepId));
    }

    @Override
    public Optional<String> reasonToStop() {
        return steps.stream()
                .map(SweepListener::reasonToStop)
                .flatMap(Optional::stream)
                .findFirst();
    }

    @Override
    public Optional<String> beforeBatch(String by, List<Claim> seen) {
        return steps.stream()
                .map(step -> step.beforeBatch(by, seen))
                .flatMap(Optional::stream)
                .findFirst();
    }

    @Override
    public void afterBatch(List<SweptClaim> swept) {
        steps.forEach(step -> step.afterBatch(swept));
    }
}
