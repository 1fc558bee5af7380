package io.claimctl.cli;

import io.claimctl.claim.AcquireOutcome;
import io.claimctl.claim.ClaimQuery;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Held;
import io.claimctl.claim.ReleaseOutcome;
import io.claimctl.claim.Released;
import io.claimctl.claim.Status;
import io.claimctl.claim.Stopwatch;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.SweepListener;
import io.claimctl.claim.SweepReport;
import io.claimctl.claim.SweepRequest;
import io.claimctl.cli.connection.Connection;
import io.claimctl.sweep.Archive;
import io.claimctl.sweep.Forecast;
import io.claimctl.sweep.Plan;
import io.claimctl.sweep.SingleFlight;
import io.claimctl.sweep.SweepPace;
import io.claimctl.view.Report;
import io.claimctl.view.SafeText;
import io.claimctl.view.SweepSink;
import io.claimctl.view.View;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code stale reset} from the connection on: asks, waits for its turn, looks whether it may, watches, and sweeps. Used once.
 */
final class StaleSweep {
    private final Context context;
    private final ConnectionOptions connection;
    private final OutputOptions output;
    private final View view;
    private final Choices choices;
    private final StopSignals signals = new StopSignals();
    private final Connection open;
    private final ClaimStore store;
    private final Prose prose;
    private final @Nullable SweepMetricsFile metrics;
    private Stopwatch started = Stopwatch.start();

    /**
     * What the command line asks for.
     *
     * @param evenYoung whether the age of what {@code --from} names is no rule
     * @param asks whether there is somebody to ask, and nobody has said yes
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

    /** @param view draws the report */
    StaleSweep(
            Context context,
            ConnectionOptions connection,
            OutputOptions output,
            View view,
            Choices choices,
            Connection open) {
        this.context = context;
        this.connection = connection;
        this.output = output;
        this.view = view;
        this.choices = choices;
        this.open = open;
        this.store = open.claimStore();
        this.prose = context.prose(output);
        Path path = choices.records.metrics();
        this.metrics = path == null || choices.request.dryRun()
                ? null
                : SweepMetricsFile.at(path, open.collectionName(), prose);
    }

    int run() {
        try (SweepAudit audit = SweepAudit.open(choices, open.collectionName())) {
            return planned(audit);
        } catch (RuntimeException e) {
            failed(0);
            throw e;
        }
    }

    private int planned(SweepAudit audit) {
        if (choices.plan.from() == null) {
            return asked(null, audit);
        }
        try (Plan listed = choices.plan.read(
                context, open.collectionName(), store.readTime().earliest())) {
            return asked(listed, audit);
        }
    }

    private int asked(@Nullable Plan listed, SweepAudit audit) {
        if (choices.asks && !confirmed(listed)) {
            prose.error("not confirmed; nothing was changed");
            return failed(ExitCode.REFUSED.code());
        }
        signals.listenTo(context.host().signals()); // not while a question waits for its answer
        started = Stopwatch.start();
        if (choices.request.dryRun()) {
            return guarded(listed, audit, null);
        }
        if (!signals.sleep(choices.flight.pause())) {
            prose.error(signals.words() + "; nothing was changed");
            return failed(stopped());
        }
        String name = choices.flight.name();
        return name == null ? guarded(listed, audit, null) : underClaim(name, listed, audit);
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
        look(listed, request, forecast);
        return forecast;
    }

    /** A look that did not come to its end says too little, and nobody may go by it. */
    private void look(@Nullable Plan listed, SweepRequest request, SweepListener listener) {
        SweepReport report = sweep(listed, request.asDryRun().withBatch(SweepRequest.MOST_IN_BATCH), listener);
        if (report.failure() != null) {
            throw report.failure();
        }
    }

    private SweepReport sweep(@Nullable Plan listed, SweepRequest request, SweepListener listener) {
        return listed == null
                ? store.sweep(request, listener)
                : store.sweep(request, listed, choices.evenYoung, listener);
    }

    private int underClaim(String name, @Nullable Plan listed, SweepAudit audit) {
        try (SingleFlight flight = SingleFlight.take(store.withTokens(SingleFlightOptions.tokens(context)), name)) {
            if (flight.outcome().acquired().isEmpty()) {
                return notOurTurn(flight.outcome());
            }
            try {
                return guarded(listed, audit, flight);
            } finally {
                letGo(flight, name);
            }
        }
    }

    private int notOurTurn(AcquireOutcome outcome) {
        Report report = sentences().acquired(outcome, List.of(), store.time().earliest());
        if (!(outcome instanceof Held)) {
            prose.explain(report);
            prose.error("the sweep did not begin: --single-flight NAME takes another claim");
            return failed(OutcomeExit.of(outcome).code());
        }
        String busy = "another sweep is at it: " + report.sentence();
        showNothing(busy);
        prose.say(busy);
        if (metrics != null) {
            metrics.yielded();
        }
        return ExitCode.DONE.code();
    }

    /** So that what reads a report finds one. */
    private void showNothing(String why) {
        Instant at = store.time().earliest();
        SweepSink sink = view.sweep();
        sink.begin(at, choices.request.dryRun());
        sink.end(SweepReport.nothing(choices.request, at, why));
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

    private int guarded(@Nullable Plan listed, SweepAudit audit, @Nullable SingleFlight flight) {
        if (choices.bounds.guards()) {
            Forecast forecast = forecast(listed, choices.request.withLimit(null));
            if (signals.stoppedBy().isPresent()) {
                return stoppedEarly();
            }
            choices.bounds.refuseTooMany(forecast.count(), this::processing);
        }
        Duration watched = choices.plan.observe();
        if (watched == null) {
            return swept(listed, audit, flight);
        }
        if (listed != null) { // what it names was seen before already
            return signals.sleep(watched) ? swept(listed, audit, flight) : stoppedEarly();
        }
        try (Plan seen = WatchedClaims.of(
                listener -> look(null, choices.request.withLimit(null), listener),
                SweepPlan.temporaryFolder(context))) {
            boolean stays;
            try (Progress progress = context.progress(output)) {
                progress.show("watching " + seen.size() + " claims");
                stays = signals.sleep(seen.size() > 0 ? watched : Duration.ZERO);
            }
            return stays ? swept(seen, audit, flight) : stoppedEarly();
        }
    }

    private int stoppedEarly() {
        showNothing(signals.words());
        prose.error(signals.words() + "; nothing was changed");
        return failed(stopped());
    }

    private long processing() {
        ClaimQuery processing = ClaimQuery.builder()
                .statuses(Set.of(Status.PROCESSING.stored()))
                .build();
        return store.count(processing).total();
    }

    private int swept(@Nullable Plan listed, SweepAudit audit, @Nullable SingleFlight flight) {
        SweepRequest request = choices.request;
        SweepRecorder recorder = recorder(audit);
        List<SweepListener> steps = new ArrayList<>();
        SweepPace pace = choices.bounds.pace(started, signals);
        steps.add(new SweepStops(pace, signals, choices.bounds.deadlineWords(), flight));
        steps.add(recorder);
        if (metrics != null) {
            steps.add(metrics);
        }
        SweepReport report;
        try {
            report = new SweepRun(context, view, output)
                    .run(
                            listener -> sweep(listed, request, listener),
                            request.dryRun(),
                            choices.plan.from() != null,
                            steps);
        } catch (StoreException e) {
            recorder.nothingChanged(e);
            recorder.failure().ifPresent(prose::error);
            throw e;
        }
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

    private SweepRecorder recorder(SweepAudit audit) {
        String collection = choices.request.dryRun() ? null : choices.records.archive();
        Archive archive = collection == null ? null : open.archive(collection);
        if (archive != null) {
            archive.check();
        }
        return new SweepRecorder(
                archive,
                audit.file(),
                choices.request.reset().reason(),
                () -> store.time().earliest(),
                e -> Failures.store(e, context).sentence());
    }

    private int failed(int code) {
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
