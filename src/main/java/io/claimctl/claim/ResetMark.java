package io.claimctl.claim;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Who let a claim go, and why.
 *
 * @param by the id of the reset, sweep batch or release
 * @param at when, by the server's clock
 * @param reason the operator's words, if any were given
 */
public record ResetMark(
        String by, @Nullable Instant at, @Nullable String reason) {
    /** How a release begins. */
    static final String OF_ITS_HOLDER = "release:";

    /** Whether its holder gave it up; else somebody reset it. */
    public boolean isRelease() {
        return by.startsWith(OF_ITS_HOLDER);
    }
}
