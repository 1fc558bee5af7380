package io.claimctl.view;

import io.claimctl.claim.ClaimCounts;
import io.claimctl.claim.StatusCount;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** The columns of a count. */
enum CountColumn implements Column {
    STATUS,
    COUNT;

    /** A line a status, and one for all of them. */
    static void write(ClaimCounts counts, Screen screen, boolean shorten, TextOutput out) {
        Table<CountColumn> table = new Table<>(Arrays.asList(values()), screen, shorten, out);
        counts.counts().forEach(count -> table.row(cells(status(count), count.count())));
        table.row(cells(Cell.of("total", Tone.HEAD), counts.total()));
        table.flush();
    }

    private static Map<CountColumn, Cell> cells(Cell status, long count) {
        Map<CountColumn, Cell> cells = new EnumMap<>(CountColumn.class);
        cells.put(STATUS, status);
        cells.put(COUNT, Cell.of(count));
        return cells;
    }

    private static Cell status(StatusCount count) {
        return count.defect() == null ? Cell.of(count.status()) : Cell.of("malformed: " + count.defect(), Tone.BAD);
    }

    @Override
    public String heading() {
        return name();
    }

    @Override
    public int usual() {
        return 0;
    }

    @Override
    public int least() {
        return this == STATUS ? 8 : Integer.MAX_VALUE;
    }
}
