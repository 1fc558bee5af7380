package io.claimctl.view;

import java.util.List;
import java.util.Map;

/** Shows profiles, what counts with one, and how its test went. */
final class ProfileView {
    private final Format format;
    private final Layout layout;
    private final Screen screen;
    private final TextOutput out;

    ProfileView(Format format, Layout layout, Screen screen, TextOutput out) {
        this.format = format;
        this.layout = layout;
        this.screen = screen;
        this.out = out;
    }

    void list(List<ProfileRow> profiles) {
        switch (format) {
            case NAME -> profiles.forEach(profile -> out.line(profile.name()));
            case TABLE ->
                table(
                        ProfileColumn.LISTED,
                        profiles.stream().map(ProfileColumn::cells).toList());
            case WIDE ->
                table(
                        ProfileColumn.WIDE,
                        profiles.stream().map(ProfileColumn::cells).toList());
            default ->
                rows(
                        EnvelopeField.PROFILES,
                        ProfileField.LISTED,
                        new Facts(),
                        profiles.stream().map(ProfileRow::facts).toList());
        }
        out.flush();
    }

    void values(String name, boolean current, List<ProfileValue> values) {
        if (format.machine()) {
            Facts head = new Facts().text(ProfileField.NAME, name).flag(ProfileField.CURRENT, current);
            rows(
                    EnvelopeField.VALUES,
                    ProfileField.SHOWN,
                    head,
                    values.stream().map(ProfileValue::facts).toList());
        } else {
            table(ProfileColumn.SHOWN, values.stream().map(ProfileColumn::cells).toList());
        }
        out.flush();
    }

    void steps(String name, List<ProfileStep> steps) {
        if (format.machine()) {
            rows(
                    EnvelopeField.STEPS,
                    ProfileField.TESTED,
                    new Facts().text(ProfileField.NAME, name),
                    steps.stream().map(ProfileStep::facts).toList());
        } else {
            table(ProfileColumn.TESTED, steps.stream().map(ProfileColumn::cells).toList());
        }
        out.flush();
    }

    private void table(List<ProfileColumn> columns, List<Map<ProfileColumn, Cell>> cells) {
        Table<ProfileColumn> table = new Table<>(columns, screen, format == Format.TABLE, layout, out);
        cells.forEach(table::row);
        table.flush();
    }

    private void rows(EnvelopeField array, List<ProfileField> fields, Facts head, List<Facts> facts) {
        Rows rows = Rows.of(format, screen, layout, array, fields, out);
        rows.begin(head);
        facts.forEach(rows::row);
        rows.end(new Facts());
    }
}
