package io.claimctl.view;

import io.claimctl.claim.ClaimRow;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Claims in columns. */
final class ClaimTable implements ClaimSink {
    private final List<ClaimColumn> columns;
    private final Screen screen;
    private final Table<ClaimColumn> table;
    private Instant now = Instant.EPOCH;
    private long count;

    ClaimTable(Format format, boolean fingerprints, Screen screen, TextOutput out) {
        this(ClaimColumn.of(format, fingerprints), screen, format == Format.TABLE, out);
    }

    /** @param shorten whether to keep it within the width of the screen */
    ClaimTable(List<ClaimColumn> columns, Screen screen, boolean shorten, TextOutput out) {
        this.columns = columns;
        this.screen = screen;
        this.table = new Table<>(columns, screen, shorten, out);
    }

    @Override
    public void begin(Instant serverTime) {
        now = serverTime;
    }

    @Override
    public void row(ClaimRow row) {
        count++;
        table.row(ClaimColumn.cells(row, now, screen, columns));
    }

    @Override
    public long end(@Nullable String nextCursor) {
        table.flush();
        return count;
    }
}
