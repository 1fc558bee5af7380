package io.claimctl.claim;

import org.jspecify.annotations.Nullable;

/**
 * The payloads of some claims.
 *
 * @param count how many hold one, whatever it is
 * @param bytes the size of them together, those of a wrong type as 0; null where the server cannot sum it (before
 *     MongoDB 4.4)
 * @param largest the size of the largest, 0 without any; null where the server cannot tell
 */
public record PayloadStats(
        long count, @Nullable Long bytes, @Nullable Long largest) {}
