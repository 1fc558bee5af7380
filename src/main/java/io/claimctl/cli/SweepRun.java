package io.claimctl.cli;

import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.SweepListener;
import io.claimctl.claim.SweepReport;
import io.claimctl.claim.SweepRequest;
import io.claimctl.claim.SweptClaim;
import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.view.SweepSink;
import io.claimctl.view.SweepSummary;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

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
            Shown shown = new Shown(sink, new SweepShown(sink, progress, output.format()), request.dryRun());
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
        if (worthSaying(report) || context.streams().terminals().err()) {
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
    static boolean worthSaying(SweepReport report) {
        boolean tried = report.counts().keySet().stream().anyMatch(result -> result != Result.SKIPPED);
        long others = report.count(Result.SKIPPED) - report.liveLeft() - report.malformedLeft();
        return tried || others > 0 || report.endedEarly();
    }

    static ExitCode exit(SweepReport report) {
        boolean partial = report.count(Result.ERROR) > 0
                || report.count(Result.UNCLEAR) > 0
                || report.notDeleted() > 0
                || report.endedEarly();
        return partial ? ExitCode.PARTIAL : ExitCode.DONE;
    }

    private final class Shown implements SweepListener {
        private final SweepSink sink;
        private final SweepShown rows;
        private final boolean dryRun;
        private volatile boolean ended;

        Shown(SweepSink sink, SweepShown rows, boolean dryRun) {
            this.sink = sink;
            this.rows = rows;
            this.dryRun = dryRun;
        }

        @Override
        public void begin(Instant at, String id) {
            rows.begin(at, id);
            sink.begin(at, dryRun);
        }

        /** Where the sweep is cut short. */
        void account() {
            if (!ended && !dryRun) {
                context.prose(output).error("the sweep was cut short: " + rows.account() + "; it can be run again");
            }
        }

        @Override
        public Optional<String> beforeBatch(String by, List<Claim> claims) {
            return rows.beforeBatch(by, claims);
        }

        @Override
        public void afterBatch(List<SweptClaim> swept) {
            rows.afterBatch(swept);
        }
    }
}
