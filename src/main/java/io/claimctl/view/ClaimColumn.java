package io.claimctl.view;

import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.Malformed;
import io.claimctl.claim.ResetMark;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The columns of a list of claims. Those after {@code EVENT} are shown in {@code wide} only. */
enum ClaimColumn implements Column {
    ID("ID", 0, 8),
    STATUS("STATUS", 10, 10),
    LEASE("LEASE", 19, 16),
    WORKER("WORKER", 0, 8),
    FENCE("FENCE", 0, 5),
    AGE("AGE", 4, 6),
    PAYLOAD("PAYLOAD", 0, 7),
    EVENT("EVENT", 0, 5),
    CREATED("CREATED", 0, Integer.MAX_VALUE),
    UPDATED("UPDATED", 0, Integer.MAX_VALUE),
    EXPIRES("EXPIRES", 0, Integer.MAX_VALUE),
    FENCE_VALID("FENCE-VALID", 0, Integer.MAX_VALUE),
    RESET_BY("RESET-BY", 0, Integer.MAX_VALUE),
    REASON("REASON", 0, Integer.MAX_VALUE),
    FINGERPRINT("FINGERPRINT", 0, Integer.MAX_VALUE);

    private final String heading;
    private final int usual;
    private final int least;

    ClaimColumn(String heading, int usual, int least) {
        this.heading = heading;
        this.usual = usual;
        this.least = least;
    }

    /** The columns of a format; a fingerprint only where the whole document is read. */
    static List<ClaimColumn> of(Format format, boolean fingerprints) {
        return Arrays.stream(values())
                .filter(column -> format == Format.WIDE || column.compareTo(EVENT) <= 0)
                .filter(column -> fingerprints || column != FINGERPRINT)
                .toList();
    }

    /** The cells of one row; a malformed one says what is wrong with it instead. */
    static Map<ClaimColumn, Cell> cells(ClaimRow row, Instant now, Screen screen, List<ClaimColumn> columns) {
        Map<ClaimColumn, Cell> cells = new EnumMap<>(ClaimColumn.class);
        if (row instanceof Malformed malformed) {
            cells.put(ID, Cell.of(row.id()));
            cells.put(STATUS, Cell.of("malformed", Tone.BAD));
            cells.put(LEASE, Cell.rest(defects(malformed), Tone.BAD));
        } else {
            columns.forEach(column -> cells.put(column, column.cell(row.readable(), now, screen)));
        }
        return cells;
    }

    static String defects(ClaimRow row) {
        return row.defects().stream().map(Object::toString).collect(Collectors.joining("; "));
    }

    private Cell cell(Claim claim, Instant now, Screen screen) {
        ResetMark reset = claim.lastReset();
        return switch (this) {
            case ID -> Cell.of(claim.id());
            case STATUS -> Cell.of(claim.status(), LeaseWords.tone(claim, now));
            case LEASE -> Cell.of(LeaseWords.of(claim, now), LeaseWords.tone(claim, now));
            case WORKER -> Cell.of(claim.workerId());
            case FENCE -> Cell.of(claim.fence());
            case AGE -> age(claim, now);
            case PAYLOAD -> payload(claim);
            case EVENT -> Cell.of(claim.eventName());
            case CREATED -> time(claim.createdAt(), screen);
            case UPDATED -> time(claim.updatedAt(), screen);
            case EXPIRES -> time(claim.expiresAt(), screen);
            case FENCE_VALID -> fenceValid(claim);
            case RESET_BY -> Cell.of(reset == null ? null : reset.by());
            case REASON -> Cell.of(reset == null ? null : reset.reason());
            case FINGERPRINT -> Cell.of(claim.fingerprint().text());
        };
    }

    static Cell age(Claim claim, Instant now) {
        Long age = ClaimFacts.age(claim, now);
        return Cell.of(age == null ? null : (age < 0 ? "-" : "") + Times.words(age));
    }

    private static Cell payload(Claim claim) {
        Long bytes = ClaimFacts.payloadBytes(claim);
        return Cell.of(bytes == null ? null : Words.size(bytes).replace(" ", ""));
    }

    private static Cell fenceValid(Claim claim) {
        Boolean valid = ClaimFacts.fenceValid(claim);
        return valid == null ? Cell.of((String) null) : valid ? Cell.of("yes") : Cell.of("no", Tone.WARN);
    }

    private static Cell time(@Nullable Instant instant, Screen screen) {
        return Cell.of(instant == null ? null : Times.at(instant, screen.zone()));
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
