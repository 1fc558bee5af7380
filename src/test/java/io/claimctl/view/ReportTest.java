package io.claimctl.view;

import static io.claimctl.view.Samples.NOW;
import static io.claimctl.view.Samples.PIPE;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.AcquireOutcome;
import io.claimctl.claim.Acquired;
import io.claimctl.claim.AlreadyCompleted;
import io.claimctl.claim.Awaited;
import io.claimctl.claim.Changed;
import io.claimctl.claim.Claim;
import io.claimctl.claim.CompleteOutcome;
import io.claimctl.claim.Completed;
import io.claimctl.claim.Contended;
import io.claimctl.claim.Expired;
import io.claimctl.claim.Fenced;
import io.claimctl.claim.Gone;
import io.claimctl.claim.Held;
import io.claimctl.claim.KeptForRecovery;
import io.claimctl.claim.Lease;
import io.claimctl.claim.Malformed;
import io.claimctl.claim.NotFound;
import io.claimctl.claim.PayloadCleared;
import io.claimctl.claim.PayloadOutcome;
import io.claimctl.claim.PayloadStored;
import io.claimctl.claim.RanOut;
import io.claimctl.claim.Reached;
import io.claimctl.claim.Readings;
import io.claimctl.claim.ReleaseOutcome;
import io.claimctl.claim.Released;
import io.claimctl.claim.RenewOutcome;
import io.claimctl.claim.Renewed;
import io.claimctl.claim.Reset;
import io.claimctl.claim.Reset.Deletion;
import io.claimctl.claim.ResetOutcome;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.Token;
import io.claimctl.claim.Unknown;
import io.claimctl.claim.WaitOutcome;
import io.claimctl.testing.Golden;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReportTest {
    private static final Token TOKEN = new Token(Samples.TOKEN);
    private static final StoreException LOST =
            Readings.failure(StoreException.Kind.TIMED_OUT, "no answer\u001b within 10s");

    static List<AcquireOutcome> acquisitions() {
        return List.of(
                new Acquired(lease("order-1"), null),
                new Acquired(lease("order-2"), Samples.expired()),
                new Acquired(lease("order-3"), lapsed()),
                new Acquired(lease("order-4"), Samples.released()),
                new Acquired(lease(Samples.HOSTILE + "'$(id)"), Samples.hostile()),
                new Acquired(Lease.of("order-1", TOKEN), null),
                new Held(Samples.live()),
                new Held(Samples.undated()),
                new Held(Samples.foreign()),
                new Held(Samples.hostile()),
                new AlreadyCompleted(Samples.completed()),
                new Expired(lease("order-1")),
                new Contended("order-1", 5),
                (Malformed) Samples.wrongDate(),
                new Unknown("order-1", TOKEN, null, LOST),
                new Unknown(Samples.HOSTILE, TOKEN, null, LOST));
    }

    static List<CompleteOutcome> completions() {
        return List.of(
                new Completed("order-1", NOW.plusSeconds(86_400), false, false),
                new Completed("order-1", NOW.plusSeconds(86_400), true, false),
                new Completed("order-1", NOW.plusSeconds(86_400), false, true),
                new AlreadyCompleted(Samples.completed()),
                new Fenced(Samples.live()),
                new Fenced(Samples.completed()),
                new Fenced(Samples.hostile()),
                new Reset(Samples.released(), "sweep-0011:2", "pod-7\u001b died", Deletion.NOT_ASKED),
                new Reset(Samples.released(), null, null, Deletion.NOT_ASKED),
                new NotFound("order-1"),
                (Malformed) Samples.wrongId(),
                new Unknown("order-1", TOKEN, null, LOST));
    }

    static List<RenewOutcome> renewals() {
        return List.of(
                new Renewed(lease("order-1")),
                new Renewed(Lease.of("order-1", TOKEN)),
                new Expired(over("order-1")),
                new Expired(lease("order-1")),
                new Expired(Lease.of("order-1", TOKEN)),
                new AlreadyCompleted(Samples.completed()),
                new Fenced(Samples.live()),
                new Reset(Samples.released(), "sweep-0011:2", "pod-7\u001b died", Deletion.NOT_ASKED),
                new NotFound("order-1"),
                (Malformed) Samples.wrongDate(),
                new Unknown("order-1", TOKEN, null, LOST));
    }

    static List<ReleaseOutcome> releases() {
        return List.of(
                new Released("order-1"),
                new KeptForRecovery(Samples.withPayload()),
                new AlreadyCompleted(Samples.completed()),
                new Fenced(Samples.expired()),
                new Reset(Samples.released(), null, null, Deletion.NOT_ASKED),
                new NotFound(Samples.HOSTILE),
                (Malformed) Samples.wrongDate(),
                new Unknown("-order 1", TOKEN, null, LOST));
    }

    static List<WaitOutcome> waits() {
        return List.of(
                new Reached("order-1", null),
                new Reached("order-1", Samples.expired()),
                new RanOut("order-1", null),
                new RanOut("order-1", Samples.live()),
                new RanOut(Samples.HOSTILE, Samples.hostile()),
                new AlreadyCompleted(Samples.completed()),
                (Malformed) Samples.wrongDate());
    }

    static List<PayloadOutcome> stored() {
        return List.of(new PayloadStored("order-1", 20_000), new PayloadStored("order-1", 0));
    }

    static List<PayloadOutcome> cleared() {
        return List.of(new PayloadCleared("order-1"));
    }

    /** What both of them meet. */
    static List<PayloadOutcome> after(List<PayloadOutcome> done) {
        List<PayloadOutcome> all = new ArrayList<>(done);
        all.addAll(List.of(
                new AlreadyCompleted(Samples.completed()),
                new Fenced(Samples.expired()),
                new Reset(Samples.released(), "sweep-0011:2", "pod-7\u001b died", Deletion.NOT_ASKED),
                new NotFound(Samples.HOSTILE),
                (Malformed) Samples.wrongDate(),
                new Unknown("order-1", TOKEN, null, LOST)));
        return all;
    }

    /** Every outcome of every operation, reported. */
    static List<Report> all(View view) {
        List<String> options = List.of("--ttl", "5m");
        List<Report> reports = new ArrayList<>();
        acquisitions().forEach(outcome -> reports.add(view.acquired(outcome, options, NOW)));
        renewals().forEach(outcome -> reports.add(view.renewed(outcome, options, NOW)));
        completions().forEach(outcome -> reports.add(view.completed(outcome, options, NOW)));
        releases().forEach(outcome -> reports.add(view.released(outcome, options, NOW)));
        resets().forEach(outcome -> reports.add(view.reset(outcome, NOW)));
        waits().forEach(outcome -> reports.add(view.waited(outcome, Awaited.FREE, NOW)));
        after(stored()).forEach(outcome -> reports.add(view.payloadPut(outcome, "a\u001bb", options, NOW)));
        after(cleared()).forEach(outcome -> reports.add(view.payloadCleared(outcome, NOW)));
        reports.add(Report.none(Operation.RESET, "error", "order-1", "claim order-1: no server answered"));
        return reports;
    }

    static List<ResetOutcome> resets() {
        return List.of(
                new Reset(Samples.expired(), "reset-1", null, Deletion.NOT_ASKED),
                new Reset(Samples.live(), "reset-1", "pod-7 died", Deletion.DELETED),
                new Reset(Samples.expired(), "reset-1", null, Deletion.LEFT),
                new Reset(Samples.undated(), "reset-1", null, Deletion.FAILED),
                new Changed(Samples.completed()),
                new Changed(Samples.wrongDate()),
                new Changed(Samples.hostile()),
                new Gone("order-1"),
                new KeptForRecovery(Samples.withPayload()),
                (Malformed) Samples.wrongDate(),
                new Unknown("order-1", null, "reset-1", LOST));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TEXT")
    void acquisitions_are_reported_as_they_always_were(Format format) {
        Golden.check(
                "view/acquire." + format,
                reports(format, acquisitions(), (v, o) -> v.acquired(o, List.of("--ttl", "5m"), NOW)));
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENV", "TEXT"})
    void completions_are_reported_as_they_always_were(Format format) {
        Golden.check(
                "view/complete." + format,
                reports(format, completions(), (v, o) -> v.completed(o, List.of("--memory", "1d"), NOW)));
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENV", "TEXT"})
    void resets_are_reported_as_they_always_were(Format format) {
        Golden.check("view/reset." + format, reports(format, resets(), (v, o) -> v.reset(o, NOW)));
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENV", "TEXT"})
    void renewals_are_reported_as_they_always_were(Format format) {
        Golden.check(
                "view/renew." + format,
                reports(format, renewals(), (v, o) -> v.renewed(o, List.of("--ttl", "5m"), NOW)));
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENV", "TEXT"})
    void releases_are_reported_as_they_always_were(Format format) {
        Golden.check("view/release." + format, reports(format, releases(), (v, o) -> v.released(o, List.of(), NOW)));
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENV", "TEXT"})
    void waiting_is_reported_as_it_always_was(Format format) {
        Golden.check("view/wait." + format, reports(format, waits(), (v, o) -> v.waited(o, Awaited.COMPLETED, NOW)));
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENV", "TEXT"})
    void messages_that_are_stored_are_reported_as_they_always_were(Format format) {
        Golden.check(
                "view/payload-put." + format,
                reports(
                        format,
                        after(stored()),
                        (v, o) -> v.payloadPut(o, "my message", List.of("--metadata", "k=a b"), NOW)));
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENV", "TEXT"})
    void messages_that_are_cleared_are_reported_as_they_always_were(Format format) {
        Golden.check(
                "view/payload-clear." + format, reports(format, after(cleared()), (v, o) -> v.payloadCleared(o, NOW)));
    }

    @Test
    void people_get_a_sentence_for_everything_that_was_not_done() {
        List<Report> reports = all(new View(Format.TABLE, PIPE, CommandLines.plain(), new StringWriter()));
        assertThat(reports).allMatch(report -> report.done() || report.sentence() != null);
        assertThat(reports).allMatch(report -> report.sentence() == null || SafeText.isSafe(report.sentence()));
        assertThat(reports).allMatch(report -> report.next().stream().allMatch(SafeText::isSafe));
    }

    @Test
    void what_nobody_knows_comes_with_the_commands_that_settle_it() {
        CommandLines lines = new CommandLines(List.of("-c", "orders"));
        View view = new View(Format.TABLE, PIPE, lines, new StringWriter());
        Unknown unknown = new Unknown("order-1", TOKEN, null, LOST);
        assertThat(view.acquired(unknown, List.of("--ttl", "5m"), NOW).next())
                .containsExactly(
                        "keeps it, if it was acquired by then: claimctl renew order-1 --token " + TOKEN
                                + " --ttl 5m -c orders",
                        "gives it up, if it was acquired by then: claimctl release order-1 --token " + TOKEN
                                + " -c orders");
        assertThat(view.renewed(unknown, List.of("--ttl", "5m"), NOW).next())
                .containsExactly(
                        "does the same again: claimctl renew order-1 --token " + TOKEN + " --ttl 5m -c orders");
        assertThat(view.completed(unknown, List.of("--memory", "1d", "--record-missing"), NOW)
                        .next())
                .containsExactly("does the same again: claimctl complete order-1 --token " + TOKEN
                        + " --memory 1d --record-missing -c orders");
        assertThat(view.released(unknown, List.of("--payloads", "include"), NOW).next())
                .containsExactly("does the same again: claimctl release order-1 --token " + TOKEN
                        + " --payloads include -c orders");
        assertThat(view.payloadPut(unknown, "a b", List.of("--event-name", "e"), NOW)
                        .next())
                .containsExactly("does the same again: claimctl payload put order-1 'a b' --token " + TOKEN
                        + " --event-name e -c orders");
        assertThat(view.payloadPut(unknown, null, List.of(), NOW).next())
                .containsExactly("does the same again, with a file of yours that holds what was read:"
                        + " claimctl payload put order-1 FILE-WITH-THE-SAME-MESSAGE --token " + TOKEN + " -c orders");
        assertThat(view.payloadPut(new Unknown("-o", TOKEN, null, LOST), "-x", List.of(), NOW)
                        .next())
                .containsExactly("does the same again: claimctl payload put --token " + TOKEN + " -c orders -- -o -x");
        assertThat(view.payloadCleared(unknown, NOW).next())
                .containsExactly("does the same again: claimctl payload clear order-1 --token " + TOKEN + " -c orders");
        assertThat(view.reset(new Unknown("order-1", null, "reset-1", LOST), NOW)
                        .next())
                .containsExactly("shows that it was reset by reset-1, if it was: claimctl inspect order-1 -c orders");
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENV", "TEXT"})
    void several_outcomes_are_one_document_or_a_record_each(Format format) {
        StringWriter out = new StringWriter();
        View view = new View(format, PIPE, CommandLines.plain(), out);
        OutcomeSink sink = view.outcomes(Operation.RELEASE);
        releases().forEach(outcome -> sink.report(view.released(outcome, List.of(), NOW)));
        sink.report(view.released(new Released("order-2"), List.of(), NOW));
        sink.end();
        Golden.check("view/several." + format, out.toString());
    }

    @Test
    void every_fact_has_its_column_in_csv() {
        View view = new View(Format.CSV, PIPE, CommandLines.plain(), new StringWriter());
        List<Report> reports = all(view);
        for (Report report : reports) {
            assertThat(report.operation().fields().stream().map(Facts::name))
                    .containsAll(report.facts().values().keySet());
        }
    }

    @Test
    void a_failure_without_a_report_takes_the_variables_away_and_stops_the_shell() {
        StringWriter out = new StringWriter();
        new View(Format.ENV, PIPE, CommandLines.plain(), out).failed(69);
        assertThat(out.toString())
                .isEqualTo("unset CLAIMCTL_ID CLAIMCTL_TOKEN CLAIMCTL_FENCE CLAIMCTL_EXPIRES_AT; (exit 69)\n");
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENV", "TEXT"})
    void a_failure_without_a_report_writes_nothing_in_other_formats(Format format) {
        StringWriter out = new StringWriter();
        new View(format, PIPE, CommandLines.plain(), out).failed(69);
        assertThat(out.toString()).isEmpty();
    }

    /** Each outcome under a heading: stdout, then what goes to stderr. */
    private static <O> String reports(Format format, List<O> outcomes, BiFunction<View, O, Report> report) {
        StringBuilder all = new StringBuilder();
        for (O outcome : outcomes) {
            StringWriter out = new StringWriter();
            View view = new View(format, PIPE, CommandLines.plain(), out);
            Report made = report.apply(view, outcome);
            view.report(made, 42);
            all.append("== ").append(made.outcome()).append('\n').append(out);
            if (made.sentence() != null) {
                all.append("stderr: ").append(made.sentence()).append('\n');
            }
            made.next().forEach(line -> all.append("stderr: ").append(line).append('\n'));
        }
        return all.toString();
    }

    private static Claim lapsed() {
        return (Claim)
                Samples.claim("order-3", -90_000, -60, c -> c.append("status", new org.bson.BsonString("completed")));
    }

    private static Lease over(String id) {
        return new Lease(id, TOKEN, OptionalLong.empty(), Optional.of(NOW.minusSeconds(3)));
    }

    private static Lease lease(String id) {
        return new Lease(id, TOKEN, OptionalLong.of(1767323045120000L), Optional.of(NOW.plusSeconds(300)));
    }
}
