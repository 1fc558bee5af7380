package io.claimctl.cli;

import io.claimctl.claim.Claim;
import io.claimctl.claim.SweptClaim;
import io.claimctl.view.Format;
import io.claimctl.view.RecoverySink;
import io.claimctl.worker.RecoveredClaim;
import io.claimctl.worker.RecoveredClaim.Result;
import io.claimctl.worker.RecoveryListener;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Shows what a recovery does while it goes on. */
final class RecoveryShown implements RecoveryListener {
    private final RecoverySink sink;
    private final SweepShown swept;
    private final Format format;
    private final boolean dryRun;
    private final Destination destination;
    private final StopSignals signals;
    private final Map<Result, Long> counts = new EnumMap<>(Result.class);

    RecoveryShown(
            RecoverySink sink,
            Progress progress,
            Format format,
            boolean dryRun,
            Destination destination,
            StopSignals signals) {
        this.sink = sink;
        this.swept = new SweepShown(sink, progress, format);
        this.format = format;
        this.dryRun = dryRun;
        this.destination = destination;
        this.signals = signals;
    }

    /** Where it is cut short: what it has done, since nobody else will say it. */
    String account() {
        long published = counts.getOrDefault(Result.PUBLISHED, 0L);
        return "the recovery was cut short: " + published + " messages were published and " + swept.account()
                + "; it can be run again";
    }

    @Override
    public void begin(Instant at) {
        sink.begin(at, dryRun);
    }

    @Override
    public void beforePublish(Claim seen) {
        destination.next(seen);
    }

    @Override
    public void afterPublish(RecoveredClaim recovered) {
        counts.merge(recovered.result(), 1L, Long::sum);
        boolean done = recovered.result() == Result.PUBLISHED;
        if (format != Format.NAME || done || recovered.result() == Result.WOULD_PUBLISH) {
            sink.message(recovered);
        }
    }

    @Override
    public void begin(Instant at, String sweepId) {
        swept.begin(at, sweepId);
    }

    @Override
    public Optional<String> reasonToStop() {
        return signals.stoppedBy().map(signal -> signals.words());
    }

    @Override
    public Optional<String> beforeBatch(String by, List<Claim> claims) {
        return swept.beforeBatch(by, claims);
    }

    @Override
    public void afterBatch(List<SweptClaim> claims) {
        swept.afterBatch(claims);
    }
}
