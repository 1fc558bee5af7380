package io.claimctl.sweep;

import io.claimctl.claim.Claim;
import io.claimctl.claim.LeaseState;
import io.claimctl.claim.Sleeper;
import io.claimctl.claim.SweepListener;
import io.claimctl.claim.SweptClaim;
import io.claimctl.claim.SweptClaim.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a dry run says that a sweep would do now, in numbers. Not thread-safe. */
public final class Forecast implements SweepListener {
    private final Sleeper sleeper;
    private Instant now = Instant.EPOCH;
    private @Nullable Instant oldest;
    private long count;
    private long live;
    private long payloads;

    /** @param sleeper knows whether to give up */
    public Forecast(Sleeper sleeper) {
        this.sleeper = sleeper;
    }

    @Override
    public void begin(Instant at, String sweepId) {
        now = at;
    }

    @Override
    public Optional<String> reasonToStop() {
        return sleeper.sleep(Duration.ZERO) ? Optional.empty() : Optional.of("it was told to stop");
    }

    @Override
    public void afterBatch(List<SweptClaim> swept) {
        swept.stream()
                .filter(s -> s.result() == Result.WOULD_RESET)
                .forEach(s -> add(s.seen().readable()));
    }

    private void add(Claim claim) {
        count++;
        live += claim.leaseAt(now) == LeaseState.LIVE ? 1 : 0;
        payloads += claim.payload() != null ? 1 : 0;
        Instant updated = claim.updatedAt();
        if (updated != null && (oldest == null || updated.isBefore(oldest))) {
            oldest = updated;
        }
    }

    /** How many claims would be reset. */
    public long count() {
        return count;
    }

    /** How many of them have a live lease. */
    public long live() {
        return live;
    }

    /** How many of them hold a payload. */
    public long payloads() {
        return payloads;
    }

    /** How long ago the last transition of the oldest of them was; empty if there are none. */
    public Optional<Duration> oldestAge() {
        return Optional.ofNullable(oldest).map(at -> Duration.between(at, now));
    }
}
