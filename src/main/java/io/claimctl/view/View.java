package io.claimctl.view;

import io.claimctl.claim.AcquireOutcome;
import io.claimctl.claim.Awaited;
import io.claimctl.claim.ClaimCollection;
import io.claimctl.claim.ClaimCounts;
import io.claimctl.claim.ClaimGauges;
import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.ClaimStats;
import io.claimctl.claim.CompleteOutcome;
import io.claimctl.claim.PayloadOutcome;
import io.claimctl.claim.ReleaseOutcome;
import io.claimctl.claim.RenewOutcome;
import io.claimctl.claim.ResetOutcome;
import io.claimctl.claim.WaitOutcome;
import io.claimctl.doctor.Examination;
import java.io.Writer;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Draws results in one format on one stream. Not thread-safe; one view serves one command. It flushes where a result
 * ends, and closes nothing.
 */
public final class View {
    private final Format format;
    private final Layout layout;
    private final Screen screen;
    private final TextOutput out;
    private final CommandLines lines;
    private final NextSteps next;

    /**
     * A view.
     *
     * @param out stdout; a failure of it surfaces as {@link java.io.UncheckedIOException}
     * @param lines how the command lines that it shows are made
     */
    public View(Format format, Screen screen, CommandLines lines, Writer out) {
        this(format, Layout.WHOLE, screen, lines, out);
    }

    /** The same, where it is said what of a list is written. */
    public View(Format format, Layout layout, Screen screen, CommandLines lines, Writer out) {
        this.format = format;
        this.layout = layout;
        this.screen = screen;
        this.out = new TextOutput(out, screen.terminal() && screen.ascii());
        this.lines = lines;
        this.next = new NextSteps(lines);
    }

    /** A list of claims. */
    public ClaimSink claims() {
        return format.machine()
                ? new MachineClaims(listed(EnvelopeField.CLAIMS, ClaimField.LISTED, Listing.CLAIMS), ClaimFacts::of)
                : new ClaimTable(format, layout, null, screen, out);
    }

    /**
     * A list of stale claims, with their fingerprints; every row must have been read whole. For machines each says where and
     * when it was seen, so that rows can be chosen from the list, and be reset later.
     *
     * @param namespace the database and the collection, as in {@code shop._message_state}
     */
    public ClaimSink stale(String namespace) {
        return format.machine()
                ? new MachineClaims(
                        listed(EnvelopeField.CLAIMS, ClaimField.STALE, Listing.STALE),
                        (row, now) -> ClaimFacts.withFingerprint(row, now)
                                .text(ClaimField.NAMESPACE, namespace)
                                .time(ClaimField.SERVER_TIME, now))
                : new ClaimTable(format, layout, namespace, screen, out);
    }

    /** Everything about some claims, and what can be done with them; every row must have been read whole. */
    public ClaimSink inspect() {
        return format.machine()
                ? new MachineClaims(rows(EnvelopeField.CLAIMS, ClaimField.INSPECTED), this::inspected)
                : new ClaimBlocks(screen, next, out);
    }

    /** What happens to claims, an event a line: sentences, or records. */
    public EventSink events() {
        return format == Format.NDJSON ? new MachineEvents(out) : new EventLines(screen, out);
    }

    /** The documents as they are stored, as extended JSON, one a line. */
    public ClaimSink raw() {
        return new RawClaims(out);
    }

    /**
     * The report of an acquisition.
     *
     * @param options what the command line repeats that settles an unknown outcome, each name and value a word of its own
     * @param now the server's time, which durations in the sentence are counted from
     */
    public Report acquired(AcquireOutcome outcome, List<String> options, Instant now) {
        return outcome.match(new AcquireReport(new Situation(now, screen), settling(options)));
    }

    /** The report of a renewal, as {@link #acquired}. */
    public Report renewed(RenewOutcome outcome, List<String> options, Instant now) {
        return outcome.match(new RenewReport(new Situation(now, screen), settling(options)));
    }

    /** The report of a release, as {@link #acquired}. */
    public Report released(ReleaseOutcome outcome, List<String> options, Instant now) {
        return outcome.match(new ReleaseReport(new Situation(now, screen), settling(options)));
    }

    /** The report of waiting, as {@link #acquired}. */
    public Report waited(WaitOutcome outcome, Awaited awaited, Instant now) {
        return outcome.match(new WaitReport(new Situation(now, screen), awaited));
    }

    /** The report of a completion, as {@link #acquired}. */
    public Report completed(CompleteOutcome outcome, List<String> options, Instant now) {
        return outcome.match(new CompleteReport(new Situation(now, screen), settling(options)));
    }

    /** The report of a reset, as {@link #acquired}. */
    public Report reset(ResetOutcome outcome, Instant now) {
        return outcome.match(new ResetReport(new Situation(now, screen), settling(List.of())));
    }

    /**
     * The report of a message that was to be stored, as {@link #acquired}.
     *
     * @param file where it was read from; null if it cannot be read there a second time
     */
    public Report payloadPut(PayloadOutcome outcome, @Nullable String file, List<String> options, Instant now) {
        return outcome.match(PayloadReport.ofPut(new Situation(now, screen), settling(options), file));
    }

    /** The report of a message that was to be cleared, as {@link #acquired}. */
    public Report payloadCleared(PayloadOutcome outcome, Instant now) {
        return outcome.match(PayloadReport.ofClear(new Situation(now, screen), settling(List.of())));
    }

    private Settling settling(List<String> options) {
        return new Settling(lines, options);
    }

    /**
     * The outcomes of one operation on several claims, one after the other.
     *
     * @param operation which
     */
    public OutcomeSink outcomes(Operation operation) {
        return format.machine()
                ? new MachineOutcomes(rows(EnvelopeField.OUTCOMES, operation.fields()), format == Format.NAME)
                : new OutcomeBlocks(new FactLines(screen, out), out);
    }

    /**
     * Writes the facts of a report. Formats for people, and {@code name}, have facts only of what was done.
     *
     * @param exitCode what the process will end with; {@code env} passes it to the shell
     */
    public void report(Report report, int exitCode) {
        boolean onlyWhatWasDone = !format.machine() || format == Format.NAME;
        if (report.done() || !onlyWhatWasDone) {
            write(report, exitCode);
        }
        out.flush();
    }

    private void write(Report report, int exitCode) {
        Facts facts = report.facts();
        switch (format) {
            case JSON, YAML, NDJSON, CSV -> record(facts, report.operation().fields());
            case NAME ->
                rows(EnvelopeField.OUTCOMES, report.operation().fields()).row(facts);
            case TABLE, WIDE, TEXT -> new FactLines(screen, out).write(facts);
            case ENV ->
                out.write(report.done() ? Environment.assignments(facts, screen) : Environment.failure(exitCode));
        }
    }

    /**
     * Where a command fails without a report. Only {@code env} has something to write then: what keeps a script from
     * going on without the claim.
     */
    public void failed(int exitCode) {
        if (format == Format.ENV) {
            out.write(Environment.failure(exitCode));
            out.flush();
        }
    }

    /** How many claims there are. */
    public void counts(ClaimCounts counts) {
        if (format.machine()) {
            CountFacts.write(counts, listed(EnvelopeField.COUNTS, CountFacts.FIELDS, Listing.COUNTS));
        } else {
            CountColumn.write(counts, screen, format == Format.TABLE, layout, out);
        }
    }

    /** Claims in numbers: as bars for people. */
    public void stats(ClaimStats stats) {
        switch (format) {
            case TABLE, WIDE -> new BarChart(screen, format == Format.WIDE, out).draw(new StatsSections(stats));
            case JSON, YAML -> record(new StatsFacts(stats).document(), StatsFacts.FIELDS);
            default -> new StatsFacts(stats).write(rows(EnvelopeField.COUNTS, StatsFacts.FIELDS));
        }
        out.flush();
    }

    /** What the doctor found. */
    public void examination(Examination examination) {
        if (format.machine()) {
            FindingFacts.write(examination, rows(EnvelopeField.FINDINGS, FindingFacts.FIELDS));
        } else {
            new FindingBlocks(screen, format == Format.WIDE, out).write(examination);
        }
        out.flush();
    }

    /** What a check found: in {@link Format#TEXT} one line. */
    public void check(StaleCheck check) {
        if (format == Format.TEXT) {
            out.line(check.line());
        } else {
            record(check.facts(), List.of());
        }
        out.flush();
    }

    /** The gauges of a collection, as a record. */
    public void gauges(String collection, ClaimGauges gauges) {
        record(GaugeField.facts(collection, gauges), List.of());
        out.flush();
    }

    /** The indexes of a collection, before and after what is missing is made. */
    public IndexSink indexes() {
        return format.machine()
                ? new MachineIndexes(listed(EnvelopeField.INDEXES, CollectionFacts.INDEX, Listing.INDEXES))
                : new IndexTable(format, layout, screen, out);
    }

    /** A collection that was made, or was there: one record, its indexes in it. */
    public void collection(ClaimCollection collection) {
        if (format.machine()) {
            record(CollectionFacts.withIndexes(collection), CollectionFacts.COLLECTION);
        } else {
            new FactLines(screen, out).write(CollectionFacts.of(collection));
            out.line("");
            new IndexTable(format, layout, screen, out).seen(collection);
        }
        out.flush();
    }

    /** Profiles, in their order. */
    public void profiles(List<ProfileRow> profiles) {
        new ProfileView(format, layout, screen, out).list(profiles);
    }

    /** What counts with one profile. */
    public void profileValues(String name, boolean current, List<ProfileValue> values) {
        new ProfileView(format, layout, screen, out).values(name, current, values);
    }

    /** How the test of a profile went. */
    public void profileSteps(String name, List<ProfileStep> steps) {
        new ProfileView(format, layout, screen, out).steps(name, steps);
    }

    /** One record in a format that programs parse. */
    private void record(Facts facts, List<? extends Enum<?>> fields) {
        switch (format) {
            case JSON -> {
                FactsGenerator.pretty(out).object(facts).finish();
                out.write("\n");
            }
            case YAML -> FactsGenerator.yaml(out).object(facts).finish();
            default -> {
                Rows rows = rows(EnvelopeField.OUTCOMES, fields);
                rows.begin(new Facts());
                rows.row(facts);
            }
        }
    }

    /** How many ids {@link Layout#nulls} had to leave out, since they hold a NUL themselves. */
    public long leftOut() {
        return out.leftOut();
    }

    /** A sweep. */
    public SweepSink sweep() {
        return recovery();
    }

    /** A recovery, whose rows are those of a sweep. */
    public RecoverySink recovery() {
        return format.machine()
                ? new MachineSweep(listed(EnvelopeField.CLAIMS, SweepField.row(), Listing.SWEEP))
                : new SweepTable(format, layout, screen, out);
    }

    private Facts inspected(ClaimRow row, Instant now) {
        return ClaimFacts.withFingerprint(row, now)
                .records(
                        ClaimField.NEXT,
                        next.of(row, now).stream().map(NextStep::facts).toList());
    }

    private Rows rows(EnvelopeField array, List<? extends Enum<?>> fields) {
        return Rows.of(format, screen, layout, array, fields, out);
    }

    private Rows listed(EnvelopeField array, List<? extends Enum<?>> fields, Listing listing) {
        if (layout.columns().isEmpty()) {
            return rows(array, fields);
        }
        List<Enum<?>> chosen = listing.fields(layout.columns());
        return new ChosenRows(chosen, rows(array, chosen));
    }
}
