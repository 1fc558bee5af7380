package io.claimctl.cli;

import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.SweepListener;
import io.claimctl.claim.SweptClaim;
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

    private static boolean hasStringId(ClaimRow row) {
        return row.defects().stream().noneMatch(defect -> defect.field().equals("_id"));
    }

    @Override
    public void afterBatch(List<SweptClaim> swept) {
        for (SweptClaim claim : swept) {
            if (hasStringId(claim.seen())) {
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
