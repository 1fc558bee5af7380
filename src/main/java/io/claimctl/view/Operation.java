package io.claimctl.view;

import java.util.List;

/** The operations on one claim whose outcomes are shown. */
public enum Operation {
    /** Outcomes of acquire. */
    ACQUIRE,
    /** Outcomes of renew. */
    RENEW,
    /** Outcomes of complete. */
    COMPLETE,
    /** Outcomes of release. */
    RELEASE,
    /** Outcomes of reset. */
    RESET,
    /** Outcomes of wait. */
    WAIT,
    /** Outcomes of payload put. */
    PAYLOAD_PUT,
    /** Outcomes of payload clear. */
    PAYLOAD_CLEAR;

    /** The columns of CSV: the same for every outcome of the operation. */
    List<OutcomeField> fields() {
        return switch (this) {
            case ACQUIRE -> OutcomeField.ACQUIRE;
            case RENEW -> OutcomeField.RENEW;
            case COMPLETE -> OutcomeField.COMPLETE;
            case RELEASE -> OutcomeField.RELEASE;
            case RESET -> OutcomeField.RESET;
            case WAIT -> OutcomeField.WAIT;
            case PAYLOAD_PUT -> OutcomeField.PAYLOAD_PUT;
            case PAYLOAD_CLEAR -> OutcomeField.PAYLOAD_CLEAR;
        };
    }
}
