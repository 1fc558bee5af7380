package io.claimctl.view;

import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.Malformed;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Claims in columns. */
final class ClaimTable implements ClaimSink {
    private final List<ClaimColumn> columns;
    private final boolean chosen;
    private final Screen screen;
    private final @Nullable String namespace;
    private final Table<ClaimColumn> table;
    private ClaimColumn.Setting setting;
    private long count;

    /** @param namespace the database and the collection of stale claims; null where any claims are listed */
    ClaimTable(Format format, Layout layout, @Nullable String namespace, Screen screen, TextOutput out) {
        this.chosen = !layout.columns().isEmpty();
        this.columns = chosen
                ? ClaimColumn.chosen(
                        layout.columns(), namespace == null ? ClaimColumn.listed() : ClaimColumn.stale(), screen)
                : ClaimColumn.of(format, namespace != null, screen);
        this.screen = screen;
        this.namespace = namespace;
        this.setting = new ClaimColumn.Setting(Instant.EPOCH, screen, namespace);
        this.table = new Table<>(columns, screen, format == Format.TABLE, layout, out);
    }

    @Override
    public void begin(Instant serverTime) {
        setting = new ClaimColumn.Setting(serverTime, screen, namespace);
    }

    /** A malformed one says what is wrong with it in place of the rest, unless columns were chosen. */
    @Override
    public void row(ClaimRow row) {
        count++;
        Map<ClaimColumn, Cell> cells = ClaimColumn.cells(row, setting, columns);
        if (row instanceof Malformed && !chosen) {
            cells.put(columns.get(2), Cell.rest(ClaimColumn.defects(row), Tone.BAD));
        }
        table.row(cells);
    }

    @Override
    public long end(@Nullable String nextCursor) {
        table.flush();
        return count;
    }
}
