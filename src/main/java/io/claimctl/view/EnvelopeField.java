package io.claimctl.view;

/** What stands around the records in a JSON document. */
enum EnvelopeField {
    CLAIMS,
    COUNTS,
    FINDINGS,
    INDEXES,
    OUTCOMES,
    PROFILES,
    VALUES,
    STEPS,
    SERVER_TIME,
    NEXT_CURSOR,
    DRY_RUN,
    SWEEP_ID,
    CUTOFF,
    SUMMARY
}
