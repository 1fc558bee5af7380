package io.claimctl.claim;

/** Which claims a list takes in by their payload. One that is {@code null} in the document counts as stored. */
public enum PayloadFilter {
    /** Those that hold one. */
    WITH,
    /** Those that hold none. */
    WITHOUT
}
