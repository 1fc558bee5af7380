package io.claimctl.view;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The columns of what is shown of profiles. */
enum ProfileColumn implements Column {
    NAME(ProfileField.NAME),
    CURRENT(ProfileField.CURRENT),
    /** The connection string, or the file that holds it. */
    URI(ProfileField.URI),
    DB(ProfileField.DB),
    COLLECTION(ProfileField.COLLECTION),
    OLDER_THAN(ProfileField.OLDER_THAN),
    PROTECTED(ProfileField.PROTECTED),
    OUTPUT(ProfileField.OUTPUT),
    TIMEOUT(ProfileField.TIMEOUT),
    SETTING(ProfileField.SETTING),
    VALUE(ProfileField.VALUE),
    SOURCE(ProfileField.SOURCE),
    STEP(ProfileField.STEP),
    STATE(ProfileField.STATE),
    DETAIL(ProfileField.DETAIL);

    static final List<ProfileColumn> LISTED = List.of(NAME, CURRENT, URI, DB, COLLECTION, OLDER_THAN, PROTECTED);
    static final List<ProfileColumn> WIDE =
            List.of(NAME, CURRENT, URI, DB, COLLECTION, OLDER_THAN, PROTECTED, OUTPUT, TIMEOUT);
    static final List<ProfileColumn> SHOWN = List.of(SETTING, VALUE, SOURCE);
    static final List<ProfileColumn> TESTED = List.of(STEP, STATE, DETAIL);

    private final ProfileField field;

    ProfileColumn(ProfileField field) {
        this.field = field;
    }

    static Map<ProfileColumn, Cell> cells(ProfileRow row) {
        Map<ProfileColumn, Cell> cells = new EnumMap<>(ProfileColumn.class);
        cells.put(NAME, Cell.of(row.name(), row.current() ? Tone.GOOD : Tone.PLAIN));
        cells.put(CURRENT, mark(row.current() ? "yes" : null, Tone.GOOD));
        cells.put(URI, Cell.of(row.uri() == null ? "in " + row.uriFile() : row.uri()));
        cells.put(DB, Cell.of(row.db()));
        cells.put(COLLECTION, Cell.of(row.collection()));
        cells.put(OLDER_THAN, Cell.of(row.olderThan()));
        cells.put(PROTECTED, mark(row.guarded() ? "yes" : null, Tone.WARN));
        cells.put(OUTPUT, Cell.of(row.output()));
        cells.put(TIMEOUT, Cell.of(row.timeout()));
        return cells;
    }

    static Map<ProfileColumn, Cell> cells(ProfileValue value) {
        Map<ProfileColumn, Cell> cells = new EnumMap<>(ProfileColumn.class);
        cells.put(SETTING, Cell.of(value.setting()));
        cells.put(VALUE, Cell.of(value.value()));
        cells.put(SOURCE, Cell.rest(value.source(), Tone.QUIET));
        return cells;
    }

    static Map<ProfileColumn, Cell> cells(ProfileStep step) {
        Map<ProfileColumn, Cell> cells = new EnumMap<>(ProfileColumn.class);
        cells.put(STEP, Cell.of(step.step()));
        cells.put(STATE, Cell.of(Facts.name(step.state()), step.state().tone()));
        cells.put(DETAIL, Cell.rest(step.detail(), Tone.PLAIN));
        return cells;
    }

    private static Cell mark(@Nullable String text, Tone tone) {
        return Cell.of(text, tone);
    }

    @Override
    public Enum<?> field() {
        return field;
    }

    @Override
    public String heading() {
        return name().replace('_', '-');
    }

    @Override
    public int usual() {
        return 0;
    }

    @Override
    public int least() {
        return this == URI || this == VALUE || this == NAME ? 12 : Integer.MAX_VALUE;
    }
}
