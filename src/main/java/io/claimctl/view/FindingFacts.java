package io.claimctl.view;

import io.claimctl.doctor.Examination;
import io.claimctl.doctor.Finding;
import java.util.List;
import java.util.Locale;

/** An examination as {@link Facts}. */
final class FindingFacts {
    /** The columns of CSV. */
    static final List<Enum<?>> FIELDS = List.of(FindingField.values());

    private FindingFacts() {}

    static void write(Examination examination, Rows rows) {
        rows.begin(new Facts()
                .time(EnvelopeField.SERVER_TIME, examination.serverTime())
                .text(Head.COLLECTION, examination.collection()));
        examination.findings().forEach(finding -> rows.row(of(finding)));
        rows.end(new Facts());
    }

    private static Facts of(Finding finding) {
        return new Facts()
                .text(FindingField.CHECK, finding.name())
                .text(FindingField.LEVEL, finding.level().name().toLowerCase(Locale.ROOT))
                .text(FindingField.EVIDENCE, finding.evidence())
                .text(FindingField.CONSEQUENCE, finding.consequence())
                .text(FindingField.REMEDY, finding.remedy());
    }

    private enum Head {
        /** Database and collection, as in {@code shop._message_state}. */
        COLLECTION
    }

    private enum FindingField {
        CHECK,
        LEVEL,
        EVIDENCE,
        CONSEQUENCE,
        REMEDY
    }
}
