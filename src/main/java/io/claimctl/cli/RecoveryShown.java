package io.claimctl.cli;

import io.claimctl.claim.Claim;
import io.claimctl.claim.SweptClaim;
import io.claimctl.view.Format;
import io.claimctl.view.RecoverySink;
import io.claimctl.worker.RecoveredClaim;
import io.claimctl.worker.RecoveredClaim.Result;
import io.claimctl.worker.RecoveryListener;
import java.time.Instant;
import java.util.List;

/** Shows what a recovery does while it goes on. */
final class RecoveryShown implements RecoveryListener {
    private final RecoverySink sink;
    private final SweepShown swept;
    private final Format format;
    private final boolean dryRun;
    private final Destination destination;
    private final RecoverySignals signals;
    private long published;

    RecoveryShown(
            RecoverySink sink,
            Progress progress,
            Format format,
            boolean dryRun,
            Destination destination,
            RecoverySignals signals) {
        this.sink = sink;
        this.swept = new SweepShown(sink, progress, format);
        this.format = format;
        this.dryRun = dryRun;
        this.destination = destination;
        this.signals = signals;
    }

    /** A signal ended the sweep between two batches. */
    static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Where it is cut short: what it has done, since nobody else will say it. */
    String account() {
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
        boolean done = recovered.result() == Result.PUBLISHED;
        published += done ? 1 : 0;
        if (format != Format.NAME || done || recovered.result() == Result.WOULD_PUBLISH) {
            sink.message(recovered);
        }
    }

    @Override
    public void begin(Instant at, String sweepId) {
        swept.begin(at, sweepId);
    }

    @Override
    public void beforeBatch(List<Claim> claims) {
        if (signals.stoppedBy().isPresent()) {
            throw new Stopped();
        }
        swept.beforeBatch(claims);
    }

    @Override
    public void afterBatch(List<SweptClaim> claims) {
        swept.afterBatch(claims);
    }
}
