package io.claimctl.view;

import io.claimctl.claim.ClaimCounts;
import io.claimctl.claim.Defect;
import io.claimctl.claim.StatusCount;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The columns of a count. */
enum CountColumn implements Column {
    STATUS(ClaimField.STATUS),
    COUNT(CountFacts.CountField.COUNT),
    MALFORMED(ClaimField.MALFORMED);

    private final Enum<?> field;

    CountColumn(Enum<?> field) {
        this.field = field;
    }

    /** A line a status, and one for all of them. */
    static void write(ClaimCounts counts, Screen screen, boolean shorten, Layout layout, TextOutput out) {
        List<CountColumn> columns = layout.columns().isEmpty()
                ? List.of(STATUS, COUNT)
                : Column.named(layout.columns(), Arrays.asList(values()));
        Table<CountColumn> table = new Table<>(columns, screen, shorten, layout, out);
        counts.counts().forEach(count -> table.row(cells(status(count), count.count(), count.defect())));
        table.row(cells(Cell.of("total", Tone.HEAD), counts.total(), null));
        table.flush();
    }

    private static Map<CountColumn, Cell> cells(Cell status, long count, @Nullable Defect defect) {
        Map<CountColumn, Cell> cells = new EnumMap<>(CountColumn.class);
        cells.put(STATUS, status);
        cells.put(COUNT, Cell.of(count));
        cells.put(MALFORMED, Cell.of(defect));
        return cells;
    }

    private static Cell status(StatusCount count) {
        return count.defect() == null ? Cell.of(count.status()) : Cell.of("malformed: " + count.defect(), Tone.BAD);
    }

    @Override
    public Enum<?> field() {
        return field;
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
