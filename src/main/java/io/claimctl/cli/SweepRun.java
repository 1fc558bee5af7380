package io.claimctl.cli;

import io.claimctl.claim.Claim;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.SweepListener;
import io.claimctl.claim.SweepReport;
import io.claimctl.claim.SweptClaim;
import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.sweep.GuardedSweep;
import io.claimctl.view.SweepSink;
import io.claimctl.view.SweepSummary;
import io.claimctl.view.View;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs a sweep, shows what became of each claim while it goes on, and sums up. */
final class SweepRun {
    private final Context context;
    private final View view;
    private final OutputOptions output;

    SweepRun(Context context, View view, OutputOptions output) {
        this.context = context;
        this.view = view;
        this.output = output;
    }

    /**
     * Runs it.
     *
     * @param sweep given what listens to it
     * @param named whether it was told which claims to take, so that there is something to say of each
     * @param steps what is asked before each batch, and told of it, before it is shown
     */
    SweepReport run(
            Function<SweepListener, SweepReport> sweep, boolean dryRun, boolean named, List<SweepListener> steps) {
        SweepSink sink = view.sweep();
        SweepReport report;
        try (Progress progress = context.progress(output)) {
            Shown shown = new Shown(sink, new SweepShown(sink, progress, output.format()), dryRun);
            List<SweepListener> all = new ArrayList<>(steps);
            all.add(shown);
            try {
                report = sweep.apply(new GuardedSweep(all));
                shown.rethrow();
                sink.end(report);
            } catch (StoreException e) {
                throw e; // nothing was changed
            } catch (RuntimeException e) {
                shown.account();
                throw e;
            }
        }
        if (named || worthSaying(report) || context.streams().terminals().err()) {
            Prose prose = context.prose(output);
            boolean wholly = exit(report) == ExitCode.DONE;
            new SweepSummary(report).sentences().forEach(wholly ? prose::say : prose::error);
        }
        return report;
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

    /** Where the reader is gone, the sweep ends in order, so that the records of what is on its way are whole. */
    private final class Shown implements SweepListener {
        private final SweepSink sink;
        private final SweepShown rows;
        private final boolean dryRun;
        private @Nullable RuntimeException failure;

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

        @Override
        public Optional<String> reasonToStop() {
            return failure == null ? Optional.empty() : Optional.of("what it did could not be shown");
        }

        @Override
        public Optional<String> beforeBatch(String by, List<Claim> claims) {
            return rows.beforeBatch(by, claims);
        }

        @Override
        public void afterBatch(List<SweptClaim> swept) {
            try {
                rows.afterBatch(swept);
            } catch (RuntimeException e) {
                failure = failure == null ? e : failure;
            }
        }

        void rethrow() {
            if (failure != null) {
                throw failure;
            }
        }

        /** Where the sweep is cut short. */
        void account() {
            if (!dryRun) {
                context.prose(output).error("the sweep was cut short: " + rows.account() + "; it can be run again");
            }
        }
    }
}
