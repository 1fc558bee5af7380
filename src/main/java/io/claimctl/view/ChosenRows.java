package io.claimctl.view;

import java.util.List;

/** Rows of which only some fields are written, in the order in which they were chosen. */
final class ChosenRows implements Rows {
    private final List<? extends Enum<?>> fields;
    private final Rows rows;

    ChosenRows(List<? extends Enum<?>> fields, Rows rows) {
        this.fields = fields;
        this.rows = rows;
    }

    @Override
    public void begin(Facts head) {
        rows.begin(head);
    }

    @Override
    public void row(Facts row) {
        rows.row(row.only(fields));
    }

    @Override
    public void end(Facts tail) {
        rows.end(tail);
    }

    @Override
    public void flush() {
        rows.flush();
    }
}
