package io.claimctl.view;

import io.claimctl.claim.ClaimCounts;
import io.claimctl.claim.StatusCount;
import java.util.List;

/** Counts as {@link Facts}. */
final class CountFacts {
    /** The columns of CSV. */
    static final List<Enum<?>> FIELDS = List.of(ClaimField.STATUS, CountField.COUNT, ClaimField.MALFORMED);

    private CountFacts() {}

    static void write(ClaimCounts counts, Rows rows) {
        rows.begin(new Facts().time(CountField.SERVER_TIME, counts.asOf()));
        counts.counts().forEach(count -> rows.row(of(count)));
        rows.end(new Facts().number(CountField.TOTAL, counts.total()));
    }

    static Facts of(StatusCount count) {
        return new Facts()
                .text(ClaimField.STATUS, count.status())
                .number(CountField.COUNT, count.count())
                .records(
                        ClaimField.MALFORMED,
                        count.defect() == null ? List.of() : List.of(ClaimFacts.defect(count.defect())));
    }

    enum CountField {
        SERVER_TIME,
        COUNT,
        TOTAL
    }
}
