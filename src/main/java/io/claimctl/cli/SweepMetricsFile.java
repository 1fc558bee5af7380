package io.claimctl.cli;

import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Stopwatch;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.SweepListener;
import io.claimctl.claim.SweepReport;
import io.claimctl.claim.SweptClaim;
import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.sweep.SweepMetrics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The numbers of a sweep, as far as it came, in a file; what cannot be written there is said and is no reason to fail. */
final class SweepMetricsFile implements SweepListener {
    private final ReplacedFile file;
    private final String namespace;
    private final Prose prose;
    private final Stopwatch stopwatch = Stopwatch.start();
    private final Map<Result, Long> counts = new EnumMap<>(Result.class);
    private @Nullable Instant began;
    private @Nullable Instant oldest;

    private SweepMetricsFile(ReplacedFile file, String namespace, Prose prose) {
        this.file = file;
        this.namespace = namespace;
        this.prose = prose;
    }

    /**
     * The file at this path.
     *
     * @throws Refusal if it cannot be written
     */
    static SweepMetricsFile at(Path path, String namespace, Prose prose) {
        try {
            return new SweepMetricsFile(ReplacedFile.at(path).writable(), namespace, prose);
        } catch (IOException e) {
            throw Refusal.usage("--metrics-file " + path + " cannot be written: " + ReplacedFile.reason(e));
        }
    }

    @Override
    public void begin(Instant at, String sweepId) {
        began = at;
    }

    @Override
    public void afterBatch(List<SweptClaim> swept) {
        for (SweptClaim claim : swept) {
            counts.merge(claim.result(), 1L, Long::sum);
            Instant updated = claim.seen().readable().updatedAt();
            if (updated != null && (oldest == null || updated.isBefore(oldest))) {
                oldest = updated;
            }
        }
    }

    /** The sweep has come to its end, or was ended. */
    void ended(SweepReport report, boolean success, ClaimStore store) {
        write(success, false, report.endedEarly() ? 1 : 0, success ? now(store) : null, !report.endedEarly());
    }

    /** Another sweep is at it. */
    void yielded() {
        write(true, true, 0, null, false);
    }

    /** The sweep failed. */
    void failed() {
        write(false, false, 1, null, false);
    }

    private static @Nullable Instant now(ClaimStore store) {
        try {
            return store.time().earliest();
        } catch (StoreException unknown) {
            return null;
        }
    }

    /** @param whole whether it has read all that was stale */
    private void write(boolean success, boolean yielded, long failures, @Nullable Instant end, boolean whole) {
        long errors = failures + counts.getOrDefault(Result.ERROR, 0L) + counts.getOrDefault(Result.UNCLEAR, 0L);
        Long found = !whole
                ? null
                : (Long) counts.values().stream().mapToLong(Long::longValue).sum();
        Duration age = !whole || began == null || oldest == null ? null : Duration.between(oldest, began);
        SweepMetrics metrics = new SweepMetrics(success, end, stopwatch.get(), counts, errors, found, age, yielded);
        try {
            file.publish(metrics.text(namespace, previous()).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            prose.error("--metrics-file " + file.file() + " cannot be written: " + ReplacedFile.reason(e));
        }
    }

    private @Nullable String previous() {
        try {
            return new String(Files.readAllBytes(file.file()), StandardCharsets.UTF_8);
        } catch (IOException none) {
            return null;
        }
    }
}
