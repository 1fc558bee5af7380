package io.claimctl.view;

import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.SweepReport;
import io.claimctl.claim.SweptClaim;
import io.claimctl.worker.RecoveredClaim;
import io.claimctl.worker.RecoveryReport;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A sweep, or a recovery, in columns. */
final class SweepTable implements RecoverySink {
    private final List<ClaimColumn> columns;
    private final Screen screen;
    private final Table<ClaimColumn> table;
    private Instant now = Instant.EPOCH;
    private long count;

    SweepTable(Format format, Layout layout, Screen screen, TextOutput out) {
        this.columns = layout.columns().isEmpty()
                ? ClaimColumn.ofSweep(screen)
                : ClaimColumn.chosen(layout.columns(), ClaimColumn.swept(), screen);
        this.screen = screen;
        this.table = new Table<>(columns, screen, format == Format.TABLE, layout, out);
    }

    @Override
    public void begin(Instant serverTime, boolean dryRun) {
        now = serverTime;
    }

    @Override
    public void batch(List<SweptClaim> swept) {
        swept.forEach(claim -> row(claim.seen(), result(claim), claim.detail()));
        count += swept.size();
        table.flush();
    }

    @Override
    public void message(RecoveredClaim recovered) {
        row(recovered.seen(), result(recovered), recovered.detail());
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

    /** What became of one claim, and its lease as the sweep saw it. */
    private void row(ClaimRow seen, Cell result, @Nullable String detail) {
        Map<ClaimColumn, Cell> cells = ClaimColumn.cells(seen, new ClaimColumn.Setting(now, screen, null), columns);
        cells.replace(ClaimColumn.RESULT, result);
        boolean last = columns.get(columns.size() - 1) == ClaimColumn.DETAIL;
        if (detail != null) {
            cells.replace(ClaimColumn.DETAIL, last ? Cell.rest(detail, Tone.PLAIN) : Cell.of(detail));
        }
        table.row(cells);
    }

    private static Cell result(SweptClaim swept) {
        Tone tone = switch (swept.result()) {
            case RESET, WOULD_RESET -> Tone.GOOD;
            case CHANGED -> Tone.WARN;
            case GONE, SKIPPED -> Tone.QUIET;
            case UNCLEAR, ERROR -> Tone.BAD;
        };
        return Cell.of(SweepFacts.word(swept.result()), tone);
    }

    private static Cell result(RecoveredClaim recovered) {
        Tone tone = switch (recovered.result()) {
            case PUBLISHED, WOULD_PUBLISH -> Tone.GOOD;
            case CHANGED, HELD -> Tone.WARN;
            case GONE -> Tone.QUIET;
            case FAILED, LOST, UNCLEAR, ERROR -> Tone.BAD;
        };
        return Cell.of(SweepFacts.word(recovered.result()), tone);
    }
}
