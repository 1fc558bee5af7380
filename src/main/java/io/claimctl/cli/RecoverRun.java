package io.claimctl.cli;

import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.StoreException;
import io.claimctl.view.RecoverySink;
import io.claimctl.view.RecoverySummary;
import io.claimctl.view.View;
import io.claimctl.worker.RecoveredClaim.Result;
import io.claimctl.worker.Recovery;
import io.claimctl.worker.RecoveryReport;
import io.claimctl.worker.RecoveryReport.End;
import io.claimctl.worker.RecoveryRequest;
import java.util.Set;

/** Runs a pass of a recovery, shows what became of each message and claim while it goes on, and sums up. */
final class RecoverRun {
    private static final Set<Result> PARTIAL = Set.of(Result.FAILED, Result.LOST, Result.UNCLEAR, Result.ERROR);
    private static final Set<End> EARLY = Set.of(End.FAILURES, End.STOPPED, End.STORE);

    private final Context context;
    private final View view;
    private final OutputOptions output;
    private final StopSignals signals;

    RecoverRun(Context context, View view, OutputOptions output, StopSignals signals) {
        this.context = context;
        this.view = view;
        this.output = output;
        this.signals = signals;
    }

    int run(ClaimStore store, RecoveryRequest request, Destination destination) {
        RecoverySink sink = view.recovery();
        RecoveryReport report;
        try (Progress progress = context.progress(output)) {
            RecoveryShown shown =
                    new RecoveryShown(sink, progress, output.format(), request.dryRun(), destination, signals);
            try {
                report = Recovery.on(store).withSleeper(signals).pass(request, destination, shown);
                sink.end(report);
            } catch (StoreException e) {
                throw e; // nothing was changed
            } catch (RuntimeException e) {
                context.prose(output).error(shown.account());
                throw e;
            }
        }
        if (worthSaying(report)) {
            new RecoverySummary(report).sentences().forEach(context.prose(output)::say);
        }
        return exit(exit(report));
    }

    private boolean worthSaying(RecoveryReport report) {
        return !report.counts().isEmpty()
                || report.end() != End.DONE
                || report.rest().filter(SweepRun::worthSaying).isPresent()
                || context.streams().terminals().err();
    }

    private static ExitCode exit(RecoveryReport report) {
        boolean partial = report.counts().keySet().stream().anyMatch(PARTIAL::contains)
                || EARLY.contains(report.end())
                || report.rest().map(SweepRun::exit).orElse(ExitCode.DONE) != ExitCode.DONE;
        return partial ? ExitCode.PARTIAL : ExitCode.DONE;
    }

    /** A signal decides what a process ends with. */
    private int exit(ExitCode otherwise) {
        return signals.stoppedBy()
                .map(signal -> ExitCode.signal(signal.number()))
                .orElse(otherwise.code());
    }
}
