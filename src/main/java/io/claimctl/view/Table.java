package io.claimctl.view;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows in columns without holding them: the first rows decide how wide the columns are, and they stay so. A cell
 * that turns out wider pushes the rest of its own row to the right, or is shortened where nothing may leave the screen.
 * There, the last columns are left out where not even their least widths have room, but not the first two, nor if somebody
 * chose them.
 *
 * @param <C> names the columns
 */
final class Table<C extends Enum<C> & Column> {
    private static final int COPIED = 24;
    private static final int ROWS_TO_MEASURE = 100;
    private static final String GAP = "  ";
    /** One monstrous cell must not move every other row off the screen. */
    private static final int WIDEST = 64;

    private final List<C> columns;
    private final TextOutput out;
    private final Paint paint;
    private final Layout layout;
    private final boolean ascii;
    private final int screen;
    private final List<Map<C, Cell>> waiting = new ArrayList<>();
    private final Map<C, Integer> widths;
    private boolean measured;

    /**
     * A table.
     *
     * @param columns what it shows, in this order
     * @param shorten whether to keep it within the width of the screen, if that is known
     */
    Table(List<C> columns, Screen screen, boolean shorten, Layout layout, TextOutput out) {
        this.columns = new ArrayList<>(columns);
        this.out = out;
        this.paint = new Paint(screen);
        this.layout = layout;
        this.ascii = screen.terminal() && screen.ascii();
        this.screen = shorten ? screen.width() : 0;
        this.widths = new EnumMap<>(columns.get(0).getDeclaringClass());
    }

    void row(Map<C, Cell> row) {
        if (ascii) {
            row.replaceAll((column, cell) -> cell.inAscii());
        }
        if (measured) {
            write(row);
            return;
        }
        waiting.add(row);
        if (waiting.size() == ROWS_TO_MEASURE) {
            flush();
        }
    }

    /** Writes what waits for more rows to measure; without any row, nothing. */
    void flush() {
        if (!measured && !waiting.isEmpty()) {
            measure();
            measured = true;
            if (layout.headings()) {
                Map<C, Cell> heading = new EnumMap<>(columns.get(0).getDeclaringClass());
                columns.forEach(c -> heading.put(c, new Cell(c.heading(), Tone.HEAD, false, null)));
                write(heading);
            }
            waiting.forEach(this::write);
            waiting.clear();
        }
        out.flush();
    }

    private void measure() {
        for (C column : columns) {
            int width = Math.max(layout.headings() ? TextWidth.of(column.heading()) : 0, column.usual());
            for (Map<C, Cell> row : waiting) {
                Cell cell = row.get(column);
                if (cell != null && !cell.rest()) {
                    width = Math.max(width, Math.min(WIDEST, TextWidth.of(cell.text())));
                }
            }
            widths.put(column, width);
        }
        if (screen > 0) {
            shrink();
        }
    }

    private void shrink() {
        while (total() > screen) {
            C widest = widest(COPIED);
            if (widest == null && columns.size() > 2 && layout.columns().isEmpty()) {
                widths.remove(columns.remove(columns.size() - 1));
                continue;
            }
            widest = widest == null ? widest(0) : widest;
            if (widest == null) {
                return;
            }
            widths.put(widest, width(widest) - 1);
        }
    }

    private int total() {
        return GAP.length() * (columns.size() - 1)
                + columns.stream().mapToInt(this::width).sum();
    }

    /** The widest column that may shrink; the first, which is the id that people copy, only down to this. */
    private @Nullable C widest(int first) {
        C widest = null;
        for (C column : columns) {
            int least = column.equals(columns.get(0)) ? Math.max(first, column.least()) : column.least();
            if (width(column) > least && (widest == null || width(column) > width(widest))) {
                widest = column;
            }
        }
        return widest;
    }

    private int width(C column) {
        return widths.getOrDefault(column, 0);
    }

    private void write(Map<C, Cell> row) {
        StringBuilder line = new StringBuilder(128);
        int used = 0;
        int owed = 0;
        for (C column : columns) {
            Cell cell = row.getOrDefault(column, Cell.NONE);
            int space = cell.rest() ? Math.max(screen - used - owed, 1) : width(column);
            String text = screen > 0 ? cell.fit(space, ascii ? "~" : "…") : cell.text();
            line.append(" ".repeat(owed)).append(paint.in(cell.tone(), text));
            used += owed + TextWidth.of(text);
            owed = Math.max(0, width(column) - TextWidth.of(text)) + GAP.length();
            if (cell.rest()) {
                break;
            }
        }
        out.line(line);
    }
}
