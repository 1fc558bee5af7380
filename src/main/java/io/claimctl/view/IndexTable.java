package io.claimctl.view;

import io.claimctl.claim.ClaimCollection;
import io.claimctl.claim.ClaimIndex;
import io.claimctl.claim.ClaimIndex.Standing;
import java.util.Map;

/** The indexes of a collection in columns; what was made follows in rows of its own. */
final class IndexTable implements IndexSink {
    private final Table<IndexColumn> table;

    IndexTable(Format format, Layout layout, Screen screen, TextOutput out) {
        this.table = new Table<>(IndexColumn.of(layout), screen, format == Format.TABLE, layout, out);
    }

    @Override
    public void seen(ClaimCollection found) {
        found.indexes().forEach(index -> table.row(IndexColumn.cells(index)));
        table.flush();
    }

    @Override
    public void end(ClaimCollection now) {
        now.indexes().stream().filter(IndexTable::tried).map(IndexColumn::cells).forEach(this::row);
        table.flush();
    }

    private void row(Map<IndexColumn, Cell> cells) {
        table.row(cells);
    }

    private static boolean tried(ClaimIndex index) {
        return index.standing() == Standing.CREATED || index.standing() == Standing.UNKNOWN;
    }
}
