package io.claimctl.view;

import java.util.List;

/** Writes the records of a list in a machine format, one by one. */
interface Rows {

    /** What stands before the records, in formats that have such a place. */
    void begin(Facts head);

    /** The next record; where the format may be {@code name}, it has an {@code id}. */
    void row(Facts row);

    /** What stands after the records, in formats that have such a place. */
    void end(Facts tail);

    /** Passes on what was written so far. */
    void flush();

    /**
     * The rows of a machine format.
     *
     * @param array where they stand in JSON
     * @param fields the columns of CSV
     */
    static Rows of(
            Format format,
            Screen screen,
            Layout layout,
            EnvelopeField array,
            List<? extends Enum<?>> fields,
            TextOutput out) {
        return switch (format) {
            case JSON -> new EnvelopeRows(array, FactsGenerator.pretty(out), out, true);
            case YAML -> new EnvelopeRows(array, FactsGenerator.yaml(out), out, false);
            case NDJSON -> new LineRows(out);
            case CSV -> new CsvRows(fields, screen, layout.headings(), out);
            case NAME -> layout.nulls() ? new NullRows(screen, out) : new NameRows(screen, out);
            case TABLE, WIDE, ENV, TEXT -> throw new IllegalArgumentException("no rows in format " + format);
        };
    }
}
