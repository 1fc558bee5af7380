package io.claimctl.claim;

import java.time.Instant;
import java.util.List;

/**
 * How many claims there are, by status.
 *
 * @param asOf server time just before they were counted: what "older than" was judged by
 * @param counts those of the query's statuses, or where it names none of the known ones, also if they are 0: processing,
 *     completed, released, then other words in the order of their characters; then the claims without a status, and those
 *     whose status has a wrong type, where there are any
 */
public record ClaimCounts(Instant asOf, List<StatusCount> counts) {

    /** Copies the counts, so that it is a value. */
    public ClaimCounts {
        counts = List.copyOf(counts);
    }

    /** All of them together. */
    public long total() {
        return counts.stream().mapToLong(StatusCount::count).sum();
    }
}
