package io.claimctl.cli;

import io.claimctl.claim.AcquireOutcome;
import io.claimctl.claim.ClaimQuery;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Held;
import io.claimctl.claim.ReleaseOutcome;
import io.claimctl.claim.Released;
import io.claimctl.claim.Status;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.SweepListener;
import io.claimctl.claim.SweepReport;
import io.claimctl.claim.SweepRequest;
import io.claimctl.cli.connection.Connection;
import io.claimctl.sweep.Archive;
import io.claimctl.sweep.AuditFile;
import io.claimctl.sweep.Forecast;
import io.claimctl.sweep.Plan;
import io.claimctl.sweep.SingleFlight;
import io.claimctl.view.Report;
import io.claimctl.view.SafeText;
import io.claimctl.view.View;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code stale reset} from the connection on: asks, waits for its turn, looks whether it may, watches, and sweeps. */
final class StaleSweep {
    private final Context context;
    private final ConnectionOptions connection;
    private final OutputOptions output;
    private final Choices choices;
    private final StopSignals signals = new StopSignals();
    private final Connection open;
    private final ClaimStore store;
    private final Prose prose;

    /**
     * What the command line asks for.
     *
     * @param evenYoung whether the age of what {@code --from} names is no rule
     * @param question what a person is asked before the numbers: {@code Reset}
     */
    record Choices(
            SweepRequest request,
            SweepBounds bounds,
            SweepRecords records,
            SweepPlan plan,
            SingleFlightOptions flight,
            boolean evenYoung,
            boolean asks,
            SweepQuestion question) {}

    StaleSweep(Context context, ConnectionOptions connection, OutputOptions output, Choices choices, Connection open) {
        this.context = context;
        this.connection = connection;
        this.output = output;
        this.choices = choices;
        this.open = open;
        this.store = open.claimStore();
        this.prose = context.prose(output);
    }

    int run() {
        SweepRequest request = choices.request;
        Path path = choices.records.metrics();
        SweepMetricsFile metrics =
                path == null || request.dryRun() ? null : SweepMetricsFile.at(path, open.collectionName(), prose);
        try {
            return planned(metrics);
        } catch (RuntimeException e) {
            if (metrics != null) {
                metrics.failed();
            }
            throw e;
        }
    }

    private int planned(@Nullable SweepMetricsFile metrics) {
        if (choices.plan.from() == null) {
            return asked(null, metrics);
        }
        try (Plan listed = choices.plan.read(
                context, open.collectionName(), store.readTime().earliest())) {
            return asked(listed, metrics);
        }
    }

    private int asked(@Nullable Plan listed, @Nullable SweepMetricsFile metrics) {
        if (choices.asks && !confirmed(listed)) {
            prose.error("not confirmed; nothing was changed");
            return failed(metrics, ExitCode.REFUSED.code());
        }
        signals.listenTo(context.host().signals()); // not while a question waits for its answer
        if (choices.request.dryRun()) {
            return guarded(listed, metrics, null);
        }
        if (!signals.sleep(choices.flight.pause())) {
            return failed(metrics, stopped());
        }
        String name = choices.flight.name();
        return name == null ? guarded(listed, metrics, null) : underClaim(name, listed, metrics);
    }

    private boolean confirmed(@Nullable Plan listed) {
        Forecast forecast = forecast(listed, choices.request);
        if (forecast.count() == 0) {
            return true; // nothing to ask about; the sweep says so itself
        }
        String question = choices.question.of(forecast, open.collectionName());
        return context.confirmation().ask(question) == Confirmation.Answer.YES;
    }

    private Forecast forecast(@Nullable Plan listed, SweepRequest request) {
        Forecast forecast = new Forecast(signals);
        sweep(listed, request.asDryRun(), forecast);
        return forecast;
    }

    private SweepReport sweep(@Nullable Plan listed, SweepRequest request, SweepListener listener) {
        return listed == null
                ? store.sweep(request, listener)
                : store.sweep(request, listed, choices.evenYoung, listener);
    }

    private int underClaim(String name, @Nullable Plan listed, @Nullable SweepMetricsFile metrics) {
        try (SingleFlight flight = SingleFlight.take(store.withTokens(SingleFlightOptions.tokens(context)), name)) {
            if (flight.outcome().acquired().isEmpty()) {
                return notOurTurn(flight.outcome(), metrics);
            }
            try {
                return guarded(listed, metrics, flight);
            } finally {
                letGo(flight, name);
            }
        }
    }

    private int notOurTurn(AcquireOutcome outcome, @Nullable SweepMetricsFile metrics) {
        Report report = sentences().acquired(outcome, List.of(), store.time().earliest());
        if (!(outcome instanceof Held)) {
            prose.explain(report);
            return failed(metrics, OutcomeExit.of(outcome).code());
        }
        prose.say("another sweep is at it: " + report.sentence());
        if (metrics != null) {
            metrics.yielded();
        }
        return ExitCode.DONE.code();
    }

    private void letGo(SingleFlight flight, String name) {
        try {
            ReleaseOutcome outcome = flight.letGo().orElse(null);
            if (outcome != null && !(outcome instanceof Released)) {
                prose.explain(
                        sentences().released(outcome, List.of(), store.time().earliest()));
            }
        } catch (StoreException e) {
            prose.error("the claim " + SafeText.of(name) + " of --single-flight stays held until its lease ends: "
                    + Failures.store(e, context).sentence());
        }
    }

    private View sentences() {
        return context.viewOfSentences(connection);
    }

    private int guarded(@Nullable Plan listed, @Nullable SweepMetricsFile metrics, @Nullable SingleFlight flight) {
        if (choices.bounds.guards()) {
            Forecast forecast = forecast(listed, choices.request.withLimit(null));
            choices.bounds.refuseTooMany(forecast.count(), this::processing);
        }
        Duration watched = choices.plan.observe();
        if (watched == null) {
            return recorded(listed, metrics, flight);
        }
        try (Plan seen = WatchedClaims.of(
                listener -> sweep(listed, choices.request.withLimit(null).asDryRun(), listener),
                SweepPlan.temporaryFolder(context))) {
            try (Progress progress = context.progress(output)) {
                progress.show("watching " + seen.size() + " claims");
                if (seen.size() > 0 && !signals.sleep(watched)) {
                    return failed(metrics, stopped());
                }
            }
            return recorded(seen, metrics, flight);
        }
    }

    private long processing() {
        ClaimQuery processing = ClaimQuery.builder()
                .statuses(Set.of(Status.PROCESSING.stored()))
                .build();
        return store.count(processing).total();
    }

    private int recorded(@Nullable Plan listed, @Nullable SweepMetricsFile metrics, @Nullable SingleFlight flight) {
        SweepRequest request = choices.request;
        Path path = choices.records.audit();
        if (path == null || request.dryRun()) {
            return swept(listed, metrics, flight, null);
        }
        AuditFile audit;
        try {
            audit = AuditFile.at(path, open.collectionName(), request.reset().reason());
        } catch (IOException e) {
            throw Refusal.usage(e.getMessage() + "; nothing was changed");
        }
        try {
            return swept(listed, metrics, flight, audit);
        } finally {
            close(audit);
        }
    }

    private void close(AuditFile audit) {
        try {
            audit.close();
        } catch (IOException e) {
            prose.error(String.valueOf(e.getMessage()));
        }
    }

    private int swept(
            @Nullable Plan listed,
            @Nullable SweepMetricsFile metrics,
            @Nullable SingleFlight flight,
            @Nullable AuditFile audit) {
        SweepRequest request = choices.request;
        String collection = choices.records.archive();
        Archive archive = collection == null ? null : open.archive(collection);
        if (archive != null && !request.dryRun()) {
            archive.check();
        }
        SweepRecorder recorder = new SweepRecorder(
                archive,
                audit,
                request.reset().reason(),
                () -> store.time().earliest(),
                e -> Failures.store(e, context).sentence());
        List<SweepListener> steps = new ArrayList<>();
        steps.add(new SweepStops(choices.bounds.pace(signals), signals, choices.bounds.deadlineWords(), flight));
        steps.add(recorder);
        if (metrics != null) {
            steps.add(metrics);
        }
        SweepReport report = new SweepRun(context, connection, output)
                .run(listener -> sweep(listed, request, listener), request.dryRun(), listed != null, steps);
        recorder.failure().filter(why -> !why.equals(report.reason())).ifPresent(prose::error);
        boolean recorded = recorder.failure().isEmpty();
        ExitCode exit = recorded ? SweepRun.exit(report) : ExitCode.PARTIAL;
        if (metrics != null) {
            metrics.ended(report, exit == ExitCode.DONE, store);
        }
        boolean signalled =
                report.end() == SweepReport.End.STOPPED && signals.stoppedBy().isPresent();
        return signalled ? stopped() : exit.code();
    }

    private static int failed(@Nullable SweepMetricsFile metrics, int code) {
        if (metrics != null) {
            metrics.failed();
        }
        return code;
    }

    private int stopped() {
        return signals.stoppedBy()
                .map(signal -> ExitCode.signal(signal.number()))
                .orElse(ExitCode.PARTIAL.code());
    }
}
