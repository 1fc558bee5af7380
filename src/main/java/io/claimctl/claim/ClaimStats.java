package io.claimctl.claim;

import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Claims in numbers, all of one aggregation, so that they fit together. Where a sample was drawn they are those of the
 * sample.
 *
 * @param asOf server time just before they were counted: what ages and leases were judged by
 * @param sampling how the sample was drawn; null where all claims were counted
 * @param statuses how many have which status, as {@link ClaimCounts#counts}
 * @param ages how many are how old; all bands
 * @param leases of those that are {@code processing}, how many have a lease that ends when; all bands
 * @param payloads what they hold
 * @param workers the commonest {@code worker_id}s
 * @param instances the commonest names before {@code :} and the 24 last characters of a {@code worker_id}
 * @param events the commonest {@code event_name}s
 */
public record ClaimStats(
        Instant asOf,
        @Nullable Sampling sampling,
        List<StatusCount> statuses,
        Map<AgeBand, Long> ages,
        Map<LeaseBand, Long> leases,
        PayloadStats payloads,
        TopNames workers,
        TopNames instances,
        TopNames events) {

    /** Copies lists and maps, so that it is a value; a band that is not there counts 0. */
    public ClaimStats {
        statuses = List.copyOf(statuses);
        ages = all(AgeBand.class, ages);
        leases = all(LeaseBand.class, leases);
    }

    private static <E extends Enum<E>> Map<E, Long> all(Class<E> bands, Map<E, Long> counts) {
        Map<E, Long> all = new EnumMap<>(bands);
        for (E band : bands.getEnumConstants()) {
            all.put(band, counts.getOrDefault(band, 0L));
        }
        return Collections.unmodifiableMap(all);
    }

    /** All claims together. */
    public long total() {
        return statuses.stream().mapToLong(StatusCount::count).sum();
    }

    /** How many have this lease. */
    public long count(LeaseState lease) {
        return switch (lease) {
            case LIVE -> leased(false);
            case EXPIRED -> leased(true);
            case NONE -> total() - leased(false) - leased(true);
        };
    }

    private long leased(boolean ended) {
        return leases.entrySet().stream()
                .filter(band -> band.getKey().ended() == ended)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
