package io.claimctl.cli;

import io.claimctl.claim.Malformed;
import io.claimctl.claim.SweepListener;
import io.claimctl.claim.SweptClaim;
import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.sweep.Plan;
import io.claimctl.sweep.PlanException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Notes what a dry run finds, also what its rules leave alone, so that a later sweep takes what is as it was then. */
final class WatchedClaims implements SweepListener {
    private final Plan.Writer writer;

    private WatchedClaims(Plan.Writer writer) {
        this.writer = writer;
    }

    /** @param dryRun given what listens to it */
    static Plan of(Consumer<SweepListener> dryRun, Path temporaryFolder) {
        try (Plan.Writer writer = Plan.writer(temporaryFolder)) {
            dryRun.accept(new WatchedClaims(writer));
            return writer.finish();
        } catch (PlanException e) {
            throw SweepPlan.refused(e);
        }
    }

    @Override
    public void afterBatch(List<SweptClaim> swept) {
        for (SweptClaim claim : swept) {
            boolean there = claim.result() == Result.WOULD_RESET || claim.result() == Result.SKIPPED;
            if (there && !(claim.seen() instanceof Malformed)) {
                try {
                    writer.add(
                            claim.seen().id(),
                            claim.seen().readable().fingerprint().text());
                } catch (PlanException e) {
                    throw SweepPlan.refused(e);
                }
            }
        }
    }
}
