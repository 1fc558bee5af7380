package io.claimctl.claim;

import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a sweep is to do. Immutable: {@code SweepRequest.olderThan(…).withLimit(…)}.
 *
 * @param olderThan claims whose {@code updated_at} is older than this are stale; at least 1 ms
 * @param which only these claims; the query names no state, age, payload, limit, cursor or order
 * @param lease {@link LeaseFilter#EXPIRED} resets only what is free already; {@link LeaseFilter#ANY} also live leases
 * @param reset what to do with payloads, whether to delete, and the reason
 * @param limit how many claims to change at most; empty for all
 * @param batch how many claims one command changes at most, 1 to 1,000
 * @param parallel how many batches may be on their way at a time, 1 to 16
 * @param fenced false reproduces the reference: whatever the id holds by then is deleted, or released where the
 *     collection is capped. For parity and emergencies
 * @param dryRun true changes nothing and reports what it would change
 */
public record SweepRequest(
        Duration olderThan,
        ClaimQuery which,
        LeaseFilter lease,
        ResetOptions reset,
        OptionalLong limit,
        int batch,
        int parallel,
        boolean fenced,
        boolean dryRun) {
    /** How many claims one command changes at most. */
    public static final int MOST_IN_BATCH = 1_000;
    /** How many batches may be on their way at a time. */
    public static final int MOST_PARALLEL = 16;

    /** Refuses a lease filter of {@code LIVE}, a query that names more than which claims, and numbers out of their range. */
    public SweepRequest {
        olderThan = Durations.atLeastOneMilli("olderThan", olderThan);
        if (!which.isOnlyWhich()) {
            throw new IllegalArgumentException("which claims a sweep takes is for its other parts to narrow");
        }
        if (lease == LeaseFilter.LIVE) {
            throw new IllegalArgumentException("a sweep takes expired leases, or any, never live ones alone");
        }
        requireWithin("batch", batch, MOST_IN_BATCH);
        requireWithin("parallel", parallel, MOST_PARALLEL);
        if (limit.isPresent() && limit.getAsLong() < 1) {
            throw new IllegalArgumentException("limit is " + limit.getAsLong() + "; it must be at least 1");
        }
    }

    private static void requireWithin(String name, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be 1 to " + most);
        }
    }

    /** A fenced sweep of all expired leases, a batch at a time, without payloads, deletions or limit. */
    public static SweepRequest olderThan(Duration olderThan) {
        return new SweepRequest(
                olderThan,
                ClaimQuery.all(),
                LeaseFilter.EXPIRED,
                ResetOptions.defaults(),
                OptionalLong.empty(),
                MOST_IN_BATCH,
                1,
                true,
                false);
    }

    /** The same for these claims alone. */
    public SweepRequest withWhich(ClaimQuery other) {
        return new SweepRequest(olderThan, other, lease, reset, limit, batch, parallel, fenced, dryRun);
    }

    /** The same with this lease filter. */
    public SweepRequest withLease(LeaseFilter other) {
        return new SweepRequest(olderThan, which, other, reset, limit, batch, parallel, fenced, dryRun);
    }

    /** The same with these options. */
    public SweepRequest withReset(ResetOptions other) {
        return new SweepRequest(olderThan, which, lease, other, limit, batch, parallel, fenced, dryRun);
    }

    /** The same, changing no more claims than this; null for all. */
    public SweepRequest withLimit(@Nullable Long most) {
        OptionalLong other = most == null ? OptionalLong.empty() : OptionalLong.of(most);
        return new SweepRequest(olderThan, which, lease, reset, other, batch, parallel, fenced, dryRun);
    }

    /** The same with batches of at most this many claims. */
    public SweepRequest withBatch(int most) {
        return new SweepRequest(olderThan, which, lease, reset, limit, most, parallel, fenced, dryRun);
    }

    /** The same with so many batches on their way at a time. */
    public SweepRequest withParallel(int most) {
        return new SweepRequest(olderThan, which, lease, reset, limit, batch, most, fenced, dryRun);
    }

    /** The same as the reference does it: unfenced. */
    public SweepRequest unfenced() {
        return new SweepRequest(olderThan, which, lease, reset, limit, batch, parallel, false, dryRun);
    }

    /** The same, changing nothing. */
    public SweepRequest asDryRun() {
        return new SweepRequest(olderThan, which, lease, reset, limit, batch, parallel, fenced, true);
    }
}
