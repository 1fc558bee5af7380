package io.claimctl.view;

import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.Malformed;
import io.claimctl.claim.ResetMark;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The columns of lists of claims, and of sweeps. */
enum ClaimColumn implements Column {
    ID(ClaimField.ID, "ID", 0, 8),
    RESULT(SweepField.RESULT, "RESULT", 7, 7),
    STATUS(ClaimField.STATUS, "STATUS", 10, 10),
    LEASE(ClaimField.LEASE, "LEASE", 19, 16),
    /** The lease without a span of time. */
    LEASE_STATE(ClaimField.LEASE, "LEASE", 10, 10),
    LEASE_REMAINING(ClaimField.LEASE_REMAINING_MS, "REMAINING", 0, 8),
    WORKER(ClaimField.WORKER_ID, "WORKER", 0, 8),
    INSTANCE(ClaimField.INSTANCE, "INSTANCE", 0, 8),
    FENCE(ClaimField.FENCE, "FENCE", 0, 5),
    FENCE_VALID(ClaimField.FENCE_VALID, "FENCE-VALID", 0, Integer.MAX_VALUE),
    FENCE_WORKER(ClaimField.FENCE_WORKER, "FENCE-WORKER", 0, 12),
    EXPIRES(ClaimField.EXPIRES_AT, "EXPIRES", 0, Integer.MAX_VALUE),
    CREATED(ClaimField.CREATED_AT, "CREATED", 0, Integer.MAX_VALUE),
    UPDATED(ClaimField.UPDATED_AT, "UPDATED", 0, Integer.MAX_VALUE),
    AGE(ClaimField.AGE_MS, "AGE", 4, 6),
    PAYLOAD(ClaimField.PAYLOAD_BYTES, "PAYLOAD", 0, 7),
    EVENT(ClaimField.EVENT_NAME, "EVENT", 0, 5),
    METADATA(ClaimField.METADATA, "METADATA", 0, 8),
    RESET_BY(ClaimField.RESET_BY, "RESET-BY", 0, 8),
    RESET(ClaimField.RESET_AT, "RESET", 0, Integer.MAX_VALUE),
    REASON(ClaimField.RESET_REASON, "REASON", 0, 6),
    KEPT(ClaimField.KEPT_AT, "KEPT", 0, Integer.MAX_VALUE),
    MALFORMED(ClaimField.MALFORMED, "MALFORMED", 0, 9),
    FINGERPRINT(ClaimField.FINGERPRINT, "FINGERPRINT", 0, Integer.MAX_VALUE),
    NAMESPACE(ClaimField.NAMESPACE, "NAMESPACE", 0, 9),
    SEEN(ClaimField.SERVER_TIME, "SEEN", 0, Integer.MAX_VALUE),
    DETAIL(SweepField.DETAIL, "DETAIL", 0, 24);

    // Those that tell most come first, since the last ones may find no room.
    private static final List<ClaimColumn> TABLE = List.of(ID, STATUS, LEASE, WORKER, AGE, PAYLOAD, EVENT, FENCE);
    private static final List<ClaimColumn> MORE = List.of(CREATED, UPDATED, EXPIRES, FENCE_VALID, RESET_BY, REASON);
    /** Where instants stand in place of spans. */
    private static final List<ClaimColumn> INSTANTS =
            List.of(ID, STATUS, LEASE_STATE, EXPIRES, WORKER, UPDATED, PAYLOAD, EVENT, FENCE);

    private static final List<ClaimColumn> SWEPT = List.of(ID, RESULT, WORKER, LEASE, AGE, DETAIL);
    private static final List<ClaimColumn> SWEPT_INSTANTS =
            List.of(ID, RESULT, WORKER, LEASE_STATE, EXPIRES, UPDATED, DETAIL);

    private final Enum<?> field;
    private final String heading;
    private final int usual;
    private final int least;

    ClaimColumn(Enum<?> field, String heading, int usual, int least) {
        this.field = field;
        this.heading = heading;
        this.usual = usual;
        this.least = least;
    }

    /** Those that a list of claims can have. */
    static List<ClaimColumn> listed() {
        return without(RESULT, FINGERPRINT, NAMESPACE, SEEN, DETAIL);
    }

    /** Those that a list of stale claims can have. */
    static List<ClaimColumn> stale() {
        return without(RESULT, DETAIL);
    }

    /** Those that a sweep can have. */
    static List<ClaimColumn> swept() {
        return without(FINGERPRINT, NAMESPACE, SEEN);
    }

    private static List<ClaimColumn> without(ClaimColumn... those) {
        return Arrays.stream(values())
                .filter(column -> !List.of(those).contains(column))
                .toList();
    }

    /** The columns of a list; a fingerprint only where the whole document is read. */
    static List<ClaimColumn> of(Format format, boolean fingerprints, Screen screen) {
        List<ClaimColumn> columns = new ArrayList<>(screen.absolute() ? INSTANTS : TABLE);
        if (format == Format.WIDE) {
            columns.addAll(
                    MORE.stream().filter(column -> !columns.contains(column)).toList());
            columns.addAll(fingerprints ? List.of(FINGERPRINT) : List.of());
        }
        return columns;
    }

    /** The columns of a sweep. */
    static List<ClaimColumn> ofSweep(Screen screen) {
        return screen.absolute() ? SWEPT_INSTANTS : SWEPT;
    }

    /** The columns that somebody chose. */
    static List<ClaimColumn> chosen(List<String> words, List<ClaimColumn> from, Screen screen) {
        List<ClaimColumn> chosen = new ArrayList<>(Column.named(words, from));
        if (screen.absolute()) {
            Collections.replaceAll(chosen, LEASE, LEASE_STATE);
        }
        return chosen;
    }

    /**
     * What cells are made of beside the claim.
     *
     * @param now what leases and ages are counted from
     * @param namespace the database and the collection
     */
    record Setting(Instant now, Screen screen, @Nullable String namespace) {
        private Cell time(@Nullable Instant instant) {
            return Cell.of(instant == null ? null : Times.at(instant, screen.zone()));
        }
    }

    /** The cells of one row, as far as it can be read. */
    static Map<ClaimColumn, Cell> cells(ClaimRow row, Setting setting, List<ClaimColumn> columns) {
        Map<ClaimColumn, Cell> cells = new EnumMap<>(ClaimColumn.class);
        columns.forEach(column -> cells.put(column, column.cell(row, setting)));
        return cells;
    }

    static String defects(ClaimRow row) {
        return row.defects().stream().map(Object::toString).collect(Collectors.joining("; "));
    }

    private Cell cell(ClaimRow row, Setting setting) {
        Claim claim = row.readable();
        Instant now = setting.now();
        boolean malformed = row instanceof Malformed;
        return switch (this) {
            case ID -> Cell.of(row.id());
            case STATUS -> malformed ? Cell.of("malformed", Tone.BAD) : Cell.of(claim.status(), tone(claim, now));
            case LEASE ->
                malformed
                        ? Cell.NONE
                        : Cell.of(LeaseWords.of(claim, now), tone(claim, now)).orBrief(LeaseWords.brief(claim, now));
            case LEASE_STATE -> malformed ? Cell.NONE : Cell.of(LeaseWords.state(claim, now), tone(claim, now));
            case LEASE_REMAINING -> span(ClaimFacts.leaseRemaining(claim, now));
            case WORKER -> Cell.of(claim.workerId());
            case INSTANCE -> Cell.of(claim.instance().orElse(null));
            case FENCE -> Cell.of(claim.fence());
            case FENCE_VALID -> fenceValid(claim);
            case FENCE_WORKER -> Cell.of(claim.fenceWorker());
            case EXPIRES -> setting.time(claim.expiresAt());
            case CREATED -> setting.time(claim.createdAt());
            case UPDATED -> setting.time(claim.updatedAt());
            case AGE -> span(ClaimFacts.age(claim, now));
            case PAYLOAD -> payload(claim);
            case EVENT -> Cell.of(claim.eventName());
            case METADATA -> metadata(claim);
            case RESET_BY, RESET, REASON -> reset(claim.lastReset(), setting);
            case KEPT -> setting.time(claim.keptAt());
            case MALFORMED -> malformed ? Cell.of(defects(row), Tone.BAD) : Cell.NONE;
            case FINGERPRINT -> Cell.of(claim.fingerprint().text());
            case NAMESPACE -> Cell.of(setting.namespace());
            case SEEN -> setting.time(now);
            case RESULT, DETAIL -> Cell.NONE; // a sweep puts them there
        };
    }

    private static Tone tone(Claim claim, Instant now) {
        return LeaseWords.tone(claim, now);
    }

    private static Cell span(@Nullable Long millis) {
        if (millis == null) {
            return Cell.NONE;
        }
        String sign = millis < 0 ? "-" : "";
        return Cell.of(sign + Times.words(millis)).orBrief(sign + Times.brief(millis));
    }

    private Cell reset(@Nullable ResetMark mark, Setting setting) {
        if (mark == null) {
            return Cell.NONE;
        }
        return this == RESET ? setting.time(mark.at()) : Cell.of(this == RESET_BY ? mark.by() : mark.reason());
    }

    private static Cell payload(Claim claim) {
        Long bytes = ClaimFacts.payloadBytes(claim);
        return Cell.of(bytes == null ? null : Words.size(bytes).replace(" ", ""));
    }

    private static Cell fenceValid(Claim claim) {
        Boolean valid = ClaimFacts.fenceValid(claim);
        return valid == null ? Cell.NONE : valid ? Cell.of("yes") : Cell.of("no", Tone.WARN);
    }

    private static Cell metadata(Claim claim) {
        return claim.metadata().isEmpty() ? Cell.NONE : Cell.of(FactsGenerator.text(new TreeMap<>(claim.metadata())));
    }

    @Override
    public Enum<?> field() {
        return field;
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
