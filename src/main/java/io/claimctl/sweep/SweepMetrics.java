package io.claimctl.sweep;

import io.claimctl.claim.SweptClaim.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a sweep went, as Prometheus reads it.
 *
 * @param success whether it did all that it was asked to; also where another sweep was at it
 * @param end server time when it ended; null if it is not known
 * @param duration how long it took
 * @param counts how many claims came to which end; one that is absent is 0
 * @param errors how many failures there were, of claims and of the store
 * @param staleFound how many stale claims it read; null if it did not come to read them
 * @param oldestStaleAge for how long the oldest of them had not moved; null if there was none, or that is not known
 * @param yielded whether it left the work to another sweep, which was at it
 */
public record SweepMetrics(
        boolean success,
        @Nullable Instant end,
        Duration duration,
        Map<Result, Long> counts,
        long errors,
        @Nullable Long staleFound,
        @Nullable Duration oldestStaleAge,
        boolean yielded) {
    private static final String LAST_SUCCESS = "claimctl_sweep_last_success_timestamp_seconds";

    /** Copies the counts, so that it is a value. */
    public SweepMetrics {
        counts = Map.copyOf(counts);
    }

    /**
     * The text of a file for this sweep. Only a sweep that did its work itself moves the time of the last success; otherwise
     * it is that of the text before, where that has one for this collection.
     *
     * @param namespace database and collection, as in {@code shop._message_state}
     * @param previous the text of the sweep before; null if there is none. What cannot be read in it is ignored
     */
    public String text(String namespace, @Nullable String previous) {
        PrometheusText text = new PrometheusText(namespace);
        lastSuccess(text, previous);
        text.gauge("claimctl_sweep_success", "Whether the last sweep did all that it was asked to.")
                .flag(success);
        text.gauge("claimctl_sweep_yielded", "Whether the last sweep left the work to another one, which was at it.")
                .flag(yielded);
        text.gauge("claimctl_sweep_duration_seconds", "How long the last sweep took.")
                .seconds(duration);
        text.gauge("claimctl_sweep_errors", "Failures in the last sweep.").sample(errors);
        PrometheusText.Family claims =
                text.gauge("claimctl_sweep_claims", "What became of how many claims in the last sweep.");
        PrometheusText.Family found =
                text.gauge("claimctl_sweep_stale_found", "Stale claims that the last sweep read.");
        PrometheusText.Family oldest = text.gauge(
                "claimctl_sweep_oldest_stale_age_seconds",
                "Time since the last transition of the oldest stale claim that the last sweep read.");
        if (!yielded) {
            everyResult().forEach((result, count) -> claims.sample("result", word(result), count));
            if (staleFound != null) {
                found.sample(staleFound);
            }
            if (oldestStaleAge != null) {
                oldest.seconds(oldestStaleAge);
            }
        }
        return text.text();
    }

    private void lastSuccess(PrometheusText text, @Nullable String previous) {
        PrometheusText.Family last =
                text.gauge(LAST_SUCCESS, "Server time when a sweep last did all that it was asked to.");
        if (success && !yielded && end != null) {
            last.time(end);
        } else if (previous != null) {
            String prefix = text.prefix(LAST_SUCCESS);
            previous.lines()
                    .filter(line -> line.startsWith(prefix))
                    .map(line -> line.substring(prefix.length()))
                    .filter(value -> value.matches("[0-9]{1,15}(\\.[0-9]{1,3})?"))
                    .findFirst()
                    .ifPresent(last::verbatim);
        }
    }

    private Map<Result, Long> everyResult() {
        Map<Result, Long> all = new EnumMap<>(Result.class);
        for (Result result : Result.values()) {
            all.put(result, counts.getOrDefault(result, 0L));
        }
        return all;
    }

    private static String word(Result result) {
        return result.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
