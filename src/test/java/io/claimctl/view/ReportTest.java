package io.claimctl.view;

import static io.claimctl.view.Samples.NOW;
import static io.claimctl.view.Samples.PIPE;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.AcquireOutcome;
import io.claimctl.claim.Acquired;
import io.claimctl.claim.AlreadyCompleted;
import io.claimctl.claim.Changed;
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
import io.claimctl.claim.Readings;
import io.claimctl.claim.Reset;
import io.claimctl.claim.Reset.Deletion;
import io.claimctl.claim.ResetOutcome;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.Token;
import io.claimctl.claim.Unknown;
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
    @EnumSource
    void acquisitions_are_reported_as_they_always_were(Format format) {
        Golden.check("view/acquire." + format, reports(format, acquisitions(), (v, o) -> v.acquired(o, NOW)));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ENV")
    void completions_are_reported_as_they_always_were(Format format) {
        Golden.check("view/complete." + format, reports(format, completions(), (v, o) -> v.completed(o, NOW)));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ENV")
    void resets_are_reported_as_they_always_were(Format format) {
        Golden.check("view/reset." + format, reports(format, resets(), (v, o) -> v.reset(o, NOW)));
    }

    @Test
    void people_get_a_sentence_for_everything_that_was_not_done() {
        List<Report> reports = new ArrayList<>();
        View view = new View(Format.TABLE, PIPE, CommandLines.plain(), new StringWriter());
        acquisitions().forEach(outcome -> reports.add(view.acquired(outcome, NOW)));
        completions().forEach(outcome -> reports.add(view.completed(outcome, NOW)));
        resets().forEach(outcome -> reports.add(view.reset(outcome, NOW)));
        assertThat(reports).allMatch(report -> report.done() || report.sentence() != null);
        assertThat(reports).allMatch(report -> report.sentence() == null || SafeText.isSafe(report.sentence()));
    }

    @Test
    void every_fact_has_its_column_in_csv() {
        View view = new View(Format.CSV, PIPE, CommandLines.plain(), new StringWriter());
        List<Report> reports = new ArrayList<>();
        acquisitions().forEach(outcome -> reports.add(view.acquired(outcome, NOW)));
        completions().forEach(outcome -> reports.add(view.completed(outcome, NOW)));
        resets().forEach(outcome -> reports.add(view.reset(outcome, NOW)));
        for (Report report : reports) {
            assertThat(report.fields().stream().map(Facts::name))
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
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ENV")
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
        }
        return all.toString();
    }

    private static io.claimctl.claim.Claim lapsed() {
        return (io.claimctl.claim.Claim)
                Samples.claim("order-3", -90_000, -60, c -> c.append("status", new org.bson.BsonString("completed")));
    }

    private static Lease lease(String id) {
        return new Lease(id, TOKEN, OptionalLong.of(1767323045120000L), Optional.of(NOW.plusSeconds(300)));
    }
}
