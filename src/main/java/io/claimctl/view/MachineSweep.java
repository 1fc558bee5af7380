package io.claimctl.view;

import io.claimctl.claim.SweepReport;
import io.claimctl.claim.SweptClaim;
import io.claimctl.worker.RecoveredClaim;
import io.claimctl.worker.RecoveryReport;
import java.time.Instant;
import java.util.List;

/** A sweep, or a recovery, in a machine format. */
final class MachineSweep implements RecoverySink {
    private final Rows rows;
    private Instant now = Instant.EPOCH;
    private long count;

    MachineSweep(Rows rows) {
        this.rows = rows;
    }

    @Override
    public void begin(Instant serverTime, boolean dryRun) {
        now = serverTime;
        rows.begin(new Facts().flag(EnvelopeField.DRY_RUN, dryRun));
    }

    @Override
    public void batch(List<SweptClaim> swept) {
        swept.forEach(claim -> rows.row(SweepFacts.row(claim, now)));
        count += swept.size();
        rows.flush();
    }

    @Override
    public void message(RecoveredClaim recovered) {
        rows.row(RecoveryFacts.row(recovered, now));
        count++;
        rows.flush();
    }

    @Override
    public long end(SweepReport report) {
        rows.end(SweepFacts.tail(report));
        return count;
    }

    @Override
    public long end(RecoveryReport report) {
        rows.end(RecoveryFacts.tail(report));
        return count;
    }
}
