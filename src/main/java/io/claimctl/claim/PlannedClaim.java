package io.claimctl.claim;

/**
 * A claim that was seen before, to be reset as it was then.
 *
 * @param id the claim id, not empty
 * @param fingerprint the {@linkplain Fingerprint#text text} of the fingerprint of what was seen
 */
public record PlannedClaim(String id, String fingerprint) {

    /** Refuses an empty id, and what has not the form of a fingerprint. */
    public PlannedClaim {
        if (id.isEmpty()) {
            throw new IllegalArgumentException("a claim id must not be empty");
        }
        if (!Fingerprint.isText(fingerprint)) {
            throw new IllegalArgumentException("'" + fingerprint + "' is no fingerprint");
        }
    }
}
