package io.claimctl.view;

import java.util.List;

/** What machine formats say of the outcome of an operation on one claim; in lower case these are the names. */
enum OutcomeField {
    OUTCOME,
    ID,
    TOKEN,
    FENCE,
    EXPIRES_AT,
    /** The status that the claim has now, where the operation did not set it. */
    STATUS,
    /** Whose token the claim carries now. */
    HOLDER,
    /** The end of the lease or of the completion memory. */
    UNTIL,
    PREVIOUS_STATUS,
    PREVIOUS_HOLDER,
    PREVIOUS_EXPIRES_AT,
    LATE,
    RECORDED,
    TRIES,
    RESET_BY,
    RESET_REASON,
    KEPT_AT,
    DELETION,
    PAYLOAD_BYTES,
    FINGERPRINT,
    MALFORMED,
    ERROR,
    /** The sentence that people get. */
    MESSAGE,
    /** What settles an unknown outcome. */
    NEXT;

    /** The columns of CSV: the same for every outcome of an operation. */
    static final List<OutcomeField> ACQUIRE = List.of(
            OUTCOME,
            ID,
            TOKEN,
            FENCE,
            EXPIRES_AT,
            STATUS,
            HOLDER,
            UNTIL,
            PREVIOUS_STATUS,
            PREVIOUS_HOLDER,
            PREVIOUS_EXPIRES_AT,
            TRIES,
            MALFORMED,
            ERROR,
            MESSAGE,
            NEXT);

    static final List<OutcomeField> RENEW = List.of(
            OUTCOME,
            ID,
            TOKEN,
            FENCE,
            EXPIRES_AT,
            STATUS,
            HOLDER,
            UNTIL,
            RESET_BY,
            RESET_REASON,
            MALFORMED,
            ERROR,
            MESSAGE,
            NEXT);

    static final List<OutcomeField> RELEASE = List.of(
            OUTCOME,
            ID,
            TOKEN,
            STATUS,
            HOLDER,
            UNTIL,
            RESET_BY,
            RESET_REASON,
            KEPT_AT,
            MALFORMED,
            ERROR,
            MESSAGE,
            NEXT);

    static final List<OutcomeField> WAIT = List.of(OUTCOME, ID, STATUS, HOLDER, UNTIL, MALFORMED, ERROR, MESSAGE);

    static final List<OutcomeField> PAYLOAD_CLEAR =
            List.of(OUTCOME, ID, TOKEN, STATUS, HOLDER, UNTIL, RESET_BY, RESET_REASON, MALFORMED, ERROR, MESSAGE, NEXT);

    static final List<OutcomeField> PAYLOAD_PUT = List.of(
            OUTCOME,
            ID,
            TOKEN,
            PAYLOAD_BYTES,
            STATUS,
            HOLDER,
            UNTIL,
            RESET_BY,
            RESET_REASON,
            MALFORMED,
            ERROR,
            MESSAGE,
            NEXT);

    static final List<OutcomeField> COMPLETE = List.of(
            OUTCOME,
            ID,
            TOKEN,
            UNTIL,
            LATE,
            RECORDED,
            STATUS,
            HOLDER,
            RESET_BY,
            RESET_REASON,
            MALFORMED,
            ERROR,
            MESSAGE,
            NEXT);

    static final List<OutcomeField> RESET = List.of(
            OUTCOME,
            ID,
            RESET_BY,
            RESET_REASON,
            DELETION,
            PREVIOUS_STATUS,
            PREVIOUS_HOLDER,
            PREVIOUS_EXPIRES_AT,
            STATUS,
            HOLDER,
            UNTIL,
            PAYLOAD_BYTES,
            FINGERPRINT,
            MALFORMED,
            ERROR,
            MESSAGE,
            NEXT);
}
