package io.claimctl.claim;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a collection of claims stands, in numbers of one moment.
 *
 * @param stale those that are {@code processing}
 * @param statuses how many have which status, as {@link ClaimCounts#counts} without a query
 * @param payloads how many hold a payload, whatever it is
 * @param payloadBytes the size of the payloads together; null where the server cannot sum it (before MongoDB 4.4). Payloads
 *     of a wrong type count as 0
 */
public record ClaimGauges(
        StaleGauges stale,
        List<StatusCount> statuses,
        long payloads,
        @Nullable Long payloadBytes) {

    /** Copies the counts, so that it is a value. */
    public ClaimGauges {
        statuses = List.copyOf(statuses);
    }
}
