package io.claimctl.view;

import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.Malformed;
import io.claimctl.claim.SweptClaim;
import io.claimctl.worker.RecoveredClaim;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The columns of a sweep, or a recovery. */
enum SweepColumn implements Column {
    ID("ID", 0, 8),
    RESULT("RESULT", 7, 7),
    WORKER("WORKER", 0, 8),
    LEASE("LEASE", 19, 16),
    AGE("AGE", 4, 6),
    DETAIL("DETAIL", 0, 24);

    private final String heading;
    private final int usual;
    private final int least;

    SweepColumn(String heading, int usual, int least) {
        this.heading = heading;
        this.usual = usual;
        this.least = least;
    }

    /** The cells of one claim: what became of it, and its lease as the sweep saw it. */
    static Map<SweepColumn, Cell> cells(SweptClaim swept, Instant now) {
        Cell result = Cell.of(SweepFacts.word(swept.result()), tone(swept.result()));
        return cells(swept.seen(), result, swept.detail(), now);
    }

    /** The cells of one message, likewise. */
    static Map<SweepColumn, Cell> cells(RecoveredClaim recovered, Instant now) {
        Cell result = Cell.of(SweepFacts.word(recovered.result()), tone(recovered.result()));
        return cells(recovered.seen(), result, recovered.detail(), now);
    }

    private static Map<SweepColumn, Cell> cells(ClaimRow row, Cell result, @Nullable String detail, Instant now) {
        Map<SweepColumn, Cell> cells = new EnumMap<>(SweepColumn.class);
        cells.put(ID, Cell.of(row.id()));
        cells.put(RESULT, result);
        cells.put(WORKER, Cell.of(row.readable().workerId()));
        cells.put(LEASE, Cell.of(row instanceof Malformed ? null : LeaseWords.of(row.readable(), now)));
        cells.put(AGE, ClaimColumn.age(row.readable(), now));
        cells.put(DETAIL, detail == null ? Cell.of((String) null) : Cell.rest(detail, Tone.PLAIN));
        return cells;
    }

    private static Tone tone(SweptClaim.Result result) {
        return switch (result) {
            case RESET, WOULD_RESET -> Tone.GOOD;
            case CHANGED -> Tone.WARN;
            case GONE, SKIPPED -> Tone.QUIET;
            case UNCLEAR, ERROR -> Tone.BAD;
        };
    }

    private static Tone tone(RecoveredClaim.Result result) {
        return switch (result) {
            case PUBLISHED, WOULD_PUBLISH -> Tone.GOOD;
            case CHANGED -> Tone.WARN;
            case GONE -> Tone.QUIET;
            case HELD -> Tone.WARN;
            case FAILED, LOST, UNCLEAR, ERROR -> Tone.BAD;
        };
    }

    @Override
    public String heading() {
        return heading;
    }

    @Override
    public int usual() {
        return usual;
    }

    @Override
    public int least() {
        return least;
    }
}
