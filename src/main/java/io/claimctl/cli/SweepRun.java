package io.claimctl.cli;

import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.SweepListener;
import io.claimctl.claim.SweepReport;
import io.claimctl.claim.SweepRequest;
import io.claimctl.claim.SweptClaim;
import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.view.SweepSink;
import io.claimctl.view.SweepSummary;
import java.time.Instant;
import java.util.List;

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
            report = store.sweep(request, new Shown(sink, progress, request.dryRun()));
        }
        sink.end(report);
        if (worthSaying(report)) {
            new SweepSummary(report).sentences().forEach(context.prose(output)::say);
        }
        return exit(report);
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
        private long seen;

        Shown(SweepSink sink, Progress progress, boolean dryRun) {
            this.sink = sink;
            this.progress = progress;
            this.dryRun = dryRun;
        }

        @Override
        public void begin(Instant at) {
            sink.begin(at, dryRun);
        }

        @Override
        public void beforeBatch(List<Claim> claims) {
            progress.show("sweeping: " + seen + " claims so far");
        }

        @Override
        public void afterBatch(List<SweptClaim> swept) {
            seen += swept.size();
            progress.clear();
            List<SweptClaim> rows = output.format().machine()
                    ? swept
                    : swept.stream().filter(s -> !leftByRule(s)).toList();
            if (!rows.isEmpty()) {
                sink.batch(rows);
            }
        }

        /** People get these as numbers in the summary; stale list shows them one by one. */
        private boolean leftByRule(SweptClaim s) {
            return s.result() == Result.SKIPPED && s.detail() != null;
        }
    }
}
