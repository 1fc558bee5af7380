package io.claimctl.view;

import io.claimctl.claim.ClaimIndex;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The columns of a list of indexes. */
enum IndexColumn implements Column {
    INDEX(CollectionFacts.IndexField.NAME),
    STATE(CollectionFacts.IndexField.STATE),
    /** What is there, and what is wanted where that differs. */
    DEFINITION(CollectionFacts.IndexField.WANTED),
    WANTED(CollectionFacts.IndexField.WANTED),
    FOUND(CollectionFacts.IndexField.FOUND);

    private static final List<IndexColumn> USUAL = List.of(INDEX, STATE, DEFINITION);

    private final Enum<?> field;

    IndexColumn(Enum<?> field) {
        this.field = field;
    }

    static List<IndexColumn> of(Layout layout) {
        return layout.columns().isEmpty() ? USUAL : Column.named(layout.columns(), chosen());
    }

    /** Those that can be chosen, by names of which each means one. */
    private static List<IndexColumn> chosen() {
        return List.of(INDEX, STATE, WANTED, FOUND, DEFINITION);
    }

    static Map<IndexColumn, Cell> cells(ClaimIndex index) {
        Map<IndexColumn, Cell> cells = new EnumMap<>(IndexColumn.class);
        cells.put(INDEX, Cell.of(index.name()));
        cells.put(STATE, Cell.of(CollectionFacts.word(index.standing()), tone(index)));
        cells.put(DEFINITION, Cell.rest(definition(index), Tone.PLAIN));
        cells.put(WANTED, Cell.of(index.wanted()));
        cells.put(FOUND, Cell.of(index.found()));
        return cells;
    }

    private static String definition(ClaimIndex index) {
        if (index.found() == null) {
            return String.valueOf(index.wanted());
        }
        return index.standing() == ClaimIndex.Standing.CONFLICTING
                ? "there is " + index.found() + ", wanted is " + index.wanted()
                : index.found();
    }

    private static Tone tone(ClaimIndex index) {
        return switch (index.standing()) {
            case PRESENT, CREATED -> Tone.GOOD;
            case MISSING -> Tone.WARN;
            case CONFLICTING, UNKNOWN -> Tone.BAD;
            case EXTRA -> Tone.QUIET;
        };
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
        return this == STATE ? Integer.MAX_VALUE : 8;
    }
}
