package io.claimctl.claim;

import org.jspecify.annotations.Nullable;

/**
 * How many claims have one status.
 *
 * @param status the word as the documents have it; null for claims without one, and for a wrong type
 * @param defect what the status is, where it is of a wrong type; null otherwise
 * @param count how many, 0 at least
 */
public record StatusCount(@Nullable String status, @Nullable Defect defect, long count) {}
