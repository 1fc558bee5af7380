package io.claimctl.view;

/** What stands around the claims in a JSON document. */
enum EnvelopeField {
    CLAIMS,
    OUTCOMES,
    SERVER_TIME,
    NEXT_CURSOR,
    DRY_RUN,
    SWEEP_ID,
    CUTOFF,
    SUMMARY
}
