package io.claimctl.view;

import io.claimctl.claim.SweepReport;
import io.claimctl.claim.SweptClaim;
import io.claimctl.worker.RecoveredClaim;
import io.claimctl.worker.RecoveryReport;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** A sweep, or a recovery, in columns. */
final class SweepTable implements RecoverySink {
    private final Table<SweepColumn> table;
    private Instant now = Instant.EPOCH;
    private long count;

    SweepTable(Format format, Screen screen, TextOutput out) {
        this.table = new Table<>(Arrays.asList(SweepColumn.values()), screen, format == Format.TABLE, out);
    }

    @Override
    public void begin(Instant serverTime, boolean dryRun) {
        now = serverTime;
    }

    @Override
    public void batch(List<SweptClaim> swept) {
        swept.forEach(claim -> table.row(SweepColumn.cells(claim, now)));
        count += swept.size();
        table.flush();
    }

    @Override
    public void message(RecoveredClaim recovered) {
        table.row(SweepColumn.cells(recovered, now));
        count++;
        table.flush();
    }

    @Override
    public long end(SweepReport report) {
        return end();
    }

    @Override
    public long end(RecoveryReport report) {
        return end();
    }

    private long end() {
        table.flush();
        return count;
    }
}
