package io.claimctl.claim;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * One claim as it was read. Absent and null fields are null here; only {@link #document()} tells the two apart.
 *
 * @param id the message (event) id
 * @param status {@code processing}, {@code completed}, {@code released}, or a foreign word
 * @param workerId the token of the last acquisition, ours or a Go worker's
 * @param expiresAt lease end while processing, end of the memory when completed
 * @param createdAt set on insert only
 * @param updatedAt the last transition
 * @param payload the stored message, {@code null} if none is stored
 * @param metadata string to string, empty if none
 * @param eventName the event's name
 * @param fence the fence number of our last acquisition
 * @param fenceWorker the token that the fence was issued to
 * @param lastReset the last release by reset, sweep or release, possibly of an earlier generation
 * @param keptAt when a release found a payload and kept the claim for recovery
 * @param document the document as read
 */
public record Claim(
        String id,
        @Nullable String status,
        @Nullable String workerId,
        @Nullable Instant expiresAt,
        @Nullable Instant createdAt,
        @Nullable Instant updatedAt,
        @Nullable Payload payload,
        Map<String, String> metadata,
        @Nullable String eventName,
        @Nullable Long fence,
        @Nullable String fenceWorker,
        @Nullable ResetMark lastReset,
        @Nullable Instant keptAt,
        BsonDocument document)
        implements ClaimRow {

    /** Copies the metadata, so that the claim is a value. */
    public Claim {
        metadata = Map.copyOf(metadata);
    }

    @Override
    public Claim readable() {
        return this;
    }

    @Override
    public List<Defect> defects() {
        return List.of();
    }

    /** Whether the claim is in this state. */
    public boolean is(Status wanted) {
        return wanted.stored().equals(status);
    }

    /** Whether anybody may acquire the claim at this instant of the server's clock. */
    public boolean freeAt(Instant now) {
        return (expiresAt != null && expiresAt.isBefore(now))
                || is(Status.RELEASED)
                || !document.containsKey(Fields.STATUS);
    }

    /** Whether somebody holds a lease, and whether it still runs, at this instant of the server's clock. */
    public LeaseState leaseAt(Instant now) {
        if (!is(Status.PROCESSING)) {
            return LeaseState.NONE;
        }
        return expiresAt != null && expiresAt.isBefore(now) ? LeaseState.EXPIRED : LeaseState.LIVE;
    }

    /** The fence, where it was issued to the acquisition that holds the claim now; empty once a Go worker has taken over. */
    public Optional<Long> validFence() {
        return fence != null && fenceWorker != null && fenceWorker.equals(workerId)
                ? Optional.of(fence)
                : Optional.empty();
    }

    /** The reset that brought the claim into its present state; empty if something has happened to it since. */
    public Optional<ResetMark> presentReset() {
        return is(Status.RELEASED)
                        && lastReset != null
                        && lastReset.at() != null
                        && lastReset.at().equals(updatedAt)
                ? Optional.of(lastReset)
                : Optional.empty();
    }

    /**
     * Whether a release kept it, since it holds a message, and nothing has happened to it since: its holder is gone. (A
     * recovery may take it over within the same millisecond.)
     */
    public boolean isKept() {
        return is(Status.PROCESSING)
                && keptAt != null
                && updatedAt != null
                && !keptAt.isBefore(updatedAt)
                && !isRecovered();
    }

    /**
     * Whether a recovery has taken it over last. One that is at work renews it often, so where it is stale it was left, its
     * message unpublished, whatever its lease.
     */
    public boolean isRecovered() {
        return workerId != null
                && workerId.startsWith(Fields.RECOVERY + ":")
                && workerId.equals(fenceWorker); // no worker of that name that has none of our fences
    }

    /** What a reset names so that it changes this claim only if nothing has happened to it since it was read. */
    public Fingerprint fingerprint() {
        return Fingerprint.of(document);
    }

    /** The part of the token before its last colon: who holds the claim, in the words of the worker; empty if it gave none. */
    public Optional<String> instance() {
        int colon = workerId == null ? -1 : workerId.lastIndexOf(':');
        return colon <= 0 || workerId == null ? Optional.empty() : Optional.of(workerId.substring(0, colon));
    }
}
