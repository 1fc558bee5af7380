package io.claimctl.claim;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How many claims are {@code processing}, and how many of them have not moved for a while.
 *
 * @param asOf server time just before they were counted: what ages and leases were judged by
 * @param olderThan how long the last transition of a stale one lies back at least
 * @param processing all that are {@code processing}
 * @param live those of them whose lease runs; one without a date in {@code expires_at} never ends
 * @param stale those of them whose {@code updated_at} lies back longer than {@code olderThan}; one without a date there is none
 * @param staleLive the stale ones whose lease runs
 * @param oldest the {@code updated_at} of the stale one that has not moved for longest; null if none is stale
 */
public record StaleGauges(
        Instant asOf,
        Duration olderThan,
        long processing,
        long live,
        long stale,
        long staleLive,
        @Nullable Instant oldest) {

    /** Those that are {@code processing} and whose lease has ended. */
    public long expired() {
        return processing - live;
    }

    /** For how long the oldest stale claim has not moved; empty if none is stale. */
    public Optional<Duration> oldestAge() {
        return Optional.ofNullable(oldest).map(since -> Duration.between(since, asOf));
    }
}
