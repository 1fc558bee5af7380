package io.claimctl.claim;

import java.time.Instant;
import java.util.Objects;

/** Whether a claim that was read is one that a query asks for, as far as no age is in it. */
final class WatchedQuery {
    private final ClaimQuery query;

    /** @throws IllegalArgumentException if it names an age, an order, a limit or a page */
    WatchedQuery(ClaimQuery query) {
        if (query.olderThan != null
                || query.limit != null
                || query.after != null
                || query.sort != ClaimQuery.Sort.UPDATED
                || query.descending) {
            throw new IllegalArgumentException(
                    "a watch follows what changes: its query names no age, limit, cursor or order");
        }
        this.query = query;
    }

    boolean matches(Claim claim) {
        return (query.statuses.isEmpty() || query.statuses.contains(String.valueOf(claim.status())))
                && (query.eventName == null || query.eventName.equals(claim.eventName()))
                && isOfWorker(claim)
                && (query.idPrefix == null || claim.id().startsWith(query.idPrefix))
                && isCreatedBetween(claim)
                && (query.payload == null || (query.payload == PayloadFilter.WITH) == (claim.payload() != null));
    }

    private boolean isOfWorker(Claim claim) {
        return (query.worker == null || query.worker.equals(claim.workerId()))
                && (query.instance == null || String.valueOf(claim.workerId()).startsWith(query.instance + ":"));
    }

    private boolean isCreatedBetween(Claim claim) {
        Instant created = claim.createdAt();
        if (query.createdFrom == null && query.createdTo == null) {
            return true;
        }
        return created != null
                && (query.createdFrom == null || !created.isBefore(query.createdFrom))
                && (query.createdTo == null || created.isBefore(Objects.requireNonNull(query.createdTo)));
    }
}
