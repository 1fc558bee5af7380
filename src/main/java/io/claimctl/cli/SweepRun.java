package io.claimctl.cli;

import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.SweepListener;
import io.claimctl.claim.SweepReport;
import io.claimctl.claim.SweepRequest;
import io.claimctl.claim.SweptClaim;
import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.view.Format;
import io.claimctl.view.SweepSink;
import io.claimctl.view.SweepSummary;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Runs a sweep, shows what became of each claim while it goes on, and sums up. */
final class SweepRun {
    private final Context context;
    private final ConnectionOptions connection;
    private final OutputOptions output;

    SweepRun(Context context, ConnectionOptions connection, OutputOptions output) {
        this.context = context;
        this.connection = connection;
        this.output = output;
    }

    ExitCode run(ClaimStore store, SweepRequest request) {
        SweepSink sink = context.view(connection, output).sweep();
        SweepReport report;
        try (Progress progress = context.progress(output)) {
            Shown shown = new Shown(sink, progress, request.dryRun());
            Thread atSignal = new Thread(shown::account);
            Runtime.getRuntime().addShutdownHook(atSignal);
            try {
                report = store.sweep(request, shown);
                sink.end(report);
            } catch (StoreException e) {
                throw e; // nothing was changed
            } catch (RuntimeException e) {
                shown.account();
                throw e;
            } finally {
                shown.ended = true;
                forget(atSignal);
            }
        }
        if (worthSaying(report)) {
            new SweepSummary(report).sentences().forEach(context.prose(output)::say);
        }
        return exit(report);
    }

    private static void forget(Thread atSignal) {
        try {
            Runtime.getRuntime().removeShutdownHook(atSignal);
        } catch (IllegalStateException alreadyEnding) {
            return;
        }
    }

    /** A sweep by cron that only passed over live leases and malformed documents has nothing to mail, time after time. */
    private boolean worthSaying(SweepReport report) {
        boolean tried = report.counts().keySet().stream().anyMatch(result -> result != Result.SKIPPED);
        long others = report.count(Result.SKIPPED) - report.liveLeft() - report.malformedLeft();
        return tried
                || others > 0
                || report.stopped() != null
                || context.streams().terminals().err();
    }

    private static ExitCode exit(SweepReport report) {
        boolean partial = report.count(Result.ERROR) > 0
                || report.count(Result.UNCLEAR) > 0
                || report.notDeleted() > 0
                || report.stopped() != null;
        return partial ? ExitCode.PARTIAL : ExitCode.DONE;
    }

    private final class Shown implements SweepListener {
        private final SweepSink sink;
        private final Progress progress;
        private final boolean dryRun;
        private final AtomicLong seen = new AtomicLong();
        private final AtomicLong reset = new AtomicLong();
        private volatile long sent;
        private volatile boolean ended;
        private volatile String sweepId = "";

        Shown(SweepSink sink, Progress progress, boolean dryRun) {
            this.sink = sink;
            this.progress = progress;
            this.dryRun = dryRun;
        }

        @Override
        public void begin(Instant at, String id) {
            sweepId = id;
            sink.begin(at, dryRun);
        }

        /** Where the sweep is cut short: what it has done, since nobody else will say it. */
        void account() {
            if (!ended && !dryRun) {
                String open = sent == 0 ? "" : "; " + sent + " more were on their way, and may be reset";
                context.prose(output)
                        .error("the sweep was cut short: " + reset + " claims were reset by it" + open
                                + " (their reset_by begins with " + sweepId + "); it can be run again");
            }
        }

        @Override
        public void beforeBatch(List<Claim> claims) {
            sent = claims.size();
            progress.show("sweeping: " + seen + " claims so far");
        }

        @Override
        public void afterBatch(List<SweptClaim> swept) {
            seen.addAndGet(swept.size());
            reset.addAndGet(
                    swept.stream().filter(s -> s.result() == Result.RESET).count());
            sent = 0;
            progress.clear();
            List<SweptClaim> rows = swept.stream().filter(this::isShown).toList();
            if (!rows.isEmpty()) {
                sink.batch(rows);
            }
        }

        /** People get what a rule left alone as numbers in the summary; names are those of what was reset. */
        private boolean isShown(SweptClaim s) {
            if (output.format() == Format.NAME) {
                return s.result() == Result.RESET || s.result() == Result.WOULD_RESET;
            }
            return output.format().machine() || s.result() != Result.SKIPPED || s.detail() == null;
        }
    }
}
