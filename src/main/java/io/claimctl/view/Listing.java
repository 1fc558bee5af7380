package io.claimctl.view;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The kinds of lists whose columns can be chosen. A column has the name of the JSON; its heading is a second one. */
public enum Listing {
    /** Claims. */
    CLAIMS,
    /** Stale claims, with their fingerprints. */
    STALE,
    /** What became of claims in a sweep, or a recovery. */
    SWEEP,
    /** Counts by status. */
    COUNTS,
    /** Indexes. */
    INDEXES;

    private List<? extends Column> ofTable() {
        return switch (this) {
            case CLAIMS -> ClaimColumn.listed();
            case STALE -> ClaimColumn.stale();
            case SWEEP -> ClaimColumn.swept();
            case COUNTS -> List.of(CountColumn.values());
            case INDEXES -> List.of(IndexColumn.values());
        };
    }

    private List<? extends Enum<?>> fields() {
        return switch (this) {
            case CLAIMS -> ClaimField.LISTED;
            case STALE -> ClaimField.STALE;
            case SWEEP -> SweepField.row();
            case COUNTS -> CountFacts.FIELDS;
            case INDEXES -> CollectionFacts.INDEX;
        };
    }

    /** The names of its columns. */
    public List<String> columns() {
        return fields().stream().map(Facts::name).toList();
    }

    /** The names and the headings of its columns, in lower case with underscores. */
    public List<String> words() {
        return Stream.concat(columns().stream(), ofTable().stream().map(Column::word))
                .distinct()
                .toList();
    }

    /** The fields with these words. */
    List<Enum<?>> fields(List<String> words) {
        List<Enum<?>> chosen = new ArrayList<>();
        for (String word : words) {
            chosen.add(field(word));
        }
        return chosen;
    }

    private Enum<?> field(String word) {
        for (Enum<?> field : fields()) {
            if (Facts.name(field).equals(word)) {
                return field;
            }
        }
        return Column.named(word, ofTable()).field();
    }
}
