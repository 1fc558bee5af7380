package io.claimctl.view;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/** What machine formats say of a sweep beside {@link ClaimField}; in lower case these are the names. */
enum SweepField {
    /** One of the constants below up to {@code ERROR}, with hyphens. */
    RESULT,
    DETAIL,

    // The summary.
    RESET,
    WOULD_RESET,
    CHANGED,
    GONE,
    SKIPPED,
    UNCLEAR,
    ERROR,
    LIVE_LEFT,
    PAYLOADS_LEFT,
    MALFORMED_LEFT,
    DELETED,
    NOT_DELETED,
    LIMITED,
    STOPPED;

    /** The columns of CSV. */
    static List<Enum<?>> row() {
        List<Enum<?>> fields = new ArrayList<>(List.of(ClaimField.ID, RESULT, DETAIL));
        fields.addAll(EnumSet.range(ClaimField.STATUS, ClaimField.MALFORMED));
        return fields;
    }
}
