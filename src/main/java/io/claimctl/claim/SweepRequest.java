package io.claimctl.claim;

import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a sweep is to do.
 *
 * @param olderThan claims whose {@code updated_at} is older than this are stale; at least 1 ms
 * @param lease {@link LeaseFilter#EXPIRED} resets only what is free already; {@link LeaseFilter#ANY} also live leases
 * @param reset what to do with payloads, whether to delete, and the reason
 * @param limit how many claims to change at most; empty for all
 * @param batch how many claims one command changes at most, 1 to 1,000
 * @param fenced false reproduces the reference: whatever the id holds by then is deleted, or released where the
 *     collection is capped. For parity and emergencies
 * @param dryRun true changes nothing and reports what it would change
 */
public record SweepRequest(
        Duration olderThan,
        LeaseFilter lease,
        ResetOptions reset,
        OptionalLong limit,
        int batch,
        boolean fenced,
        boolean dryRun) {
    private static final int MOST = 1_000;

    /** Refuses a lease filter of {@code LIVE}, batches outside 1 to 1,000 and limits below 1. */
    public SweepRequest {
        olderThan = Durations.atLeastOneMilli("olderThan", olderThan);
        if (lease == LeaseFilter.LIVE) {
            throw new IllegalArgumentException("a sweep takes expired leases, or any, never live ones alone");
        }
        if (batch < 1 || batch > MOST) {
            throw new IllegalArgumentException("batch is " + batch + "; it must be 1 to " + MOST);
        }
        if (limit.isPresent() && limit.getAsLong() < 1) {
            throw new IllegalArgumentException("limit is " + limit.getAsLong() + "; it must be at least 1");
        }
    }

    /** A fenced sweep of expired leases, without payloads, deletions or limit. */
    public static SweepRequest olderThan(Duration olderThan) {
        return new SweepRequest(
                olderThan, LeaseFilter.EXPIRED, ResetOptions.defaults(), OptionalLong.empty(), MOST, true, false);
    }

    /** The same with this lease filter. */
    public SweepRequest withLease(LeaseFilter other) {
        return new SweepRequest(olderThan, other, reset, limit, batch, fenced, dryRun);
    }

    /** The same with these options. */
    public SweepRequest withReset(ResetOptions other) {
        return new SweepRequest(olderThan, lease, other, limit, batch, fenced, dryRun);
    }

    /** The same, changing no more claims than this; null for all. */
    public SweepRequest withLimit(@Nullable Long most) {
        OptionalLong other = most == null ? OptionalLong.empty() : OptionalLong.of(most);
        return new SweepRequest(olderThan, lease, reset, other, batch, fenced, dryRun);
    }

    /** The same with batches of at most this many claims. */
    public SweepRequest withBatch(int most) {
        return new SweepRequest(olderThan, lease, reset, limit, most, fenced, dryRun);
    }

    /** The same as the reference does it: unfenced. */
    public SweepRequest unfenced() {
        return new SweepRequest(olderThan, lease, reset, limit, batch, false, dryRun);
    }

    /** The same, changing nothing. */
    public SweepRequest asDryRun() {
        return new SweepRequest(olderThan, lease, reset, limit, batch, fenced, true);
    }
}
