package io.claimctl.view;

import io.claimctl.claim.ClaimIndex;
import java.util.EnumMap;
import java.util.Map;

/** The columns of a list of indexes. */
enum IndexColumn implements Column {
    INDEX,
    STATE,
    DEFINITION;

    static Map<IndexColumn, Cell> cells(ClaimIndex index) {
        Map<IndexColumn, Cell> cells = new EnumMap<>(IndexColumn.class);
        cells.put(INDEX, Cell.of(index.name()));
        cells.put(STATE, Cell.of(CollectionFacts.word(index.standing()), tone(index)));
        cells.put(DEFINITION, Cell.rest(definition(index), Tone.PLAIN));
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
