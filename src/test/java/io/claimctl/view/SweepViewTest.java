package io.claimctl.view;

import static io.claimctl.view.Samples.NOW;
import static io.claimctl.view.Samples.PIPE;
import static io.claimctl.view.Samples.ZONE;
import static io.claimctl.view.Samples.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.Readings;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.SweepReport;
import io.claimctl.claim.SweepReport.End;
import io.claimctl.claim.SweptClaim;
import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.testing.Golden;
import java.io.BufferedWriter;
import java.io.StringWriter;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SweepViewTest {

    private static List<List<SweptClaim>> batches() {
        return List.of(
                List.of(
                        new SweptClaim(Samples.expired(), Result.RESET, null),
                        new SweptClaim(Samples.live(), Result.SKIPPED, "its lease is live"),
                        new SweptClaim(Samples.withPayload(), Result.SKIPPED, "it holds a payload"),
                        new SweptClaim(
                                Samples.wrongDate(), Result.SKIPPED, "malformed: expires_at is a string, not a date")),
                List.of(
                        new SweptClaim(Samples.hostile(), Result.CHANGED, null),
                        new SweptClaim(Samples.foreign(), Result.GONE, null),
                        new SweptClaim(Samples.longOne(), Result.UNCLEAR, null),
                        new SweptClaim(Samples.wide(), Result.ERROR, "the server said \u001b[2J, " + Samples.LONG)));
    }

    private static SweepReport report(boolean dryRun, Map<Result, Long> counts, long live, long payloads) {
        return new SweepReport(
                "sweep-0011",
                NOW,
                NOW.minusSeconds(120),
                dryRun,
                counts,
                live,
                payloads,
                counts.isEmpty() ? 0 : 1,
                0,
                0,
                SweepReport.End.DONE,
                null,
                null);
    }

    private static void draw(SweepSink sink, boolean dryRun) {
        sink.begin(NOW, dryRun);
        Map<Result, Long> counts = new EnumMap<>(Result.class);
        batches().stream().flatMap(List::stream).forEach(s -> counts.merge(s.result(), 1L, Long::sum));
        batches().forEach(sink::batch);
        assertThat(sink.end(report(dryRun, counts, 1, 1))).isEqualTo(8);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENV", "TEXT"})
    void a_sweep_is_written_to_a_pipe_as_it_always_was(Format format) {
        Golden.check("view/sweep." + format, written(format, PIPE, v -> draw(v.sweep(), false)));
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENV", "TEXT"})
    void what_a_batch_did_is_on_the_stream_before_the_next_one(Format format) {
        StringWriter out = new StringWriter();
        SweepSink sink = new View(format, PIPE, CommandLines.plain(), new BufferedWriter(out)).sweep();
        sink.begin(NOW, false);
        sink.batch(batches().get(0));
        assertThat(out.toString()).contains("order-2").contains("order-7");
    }

    @Test
    void a_sweep_fits_the_terminal_and_has_colours() {
        Golden.check(
                "view/sweep.terminal",
                written(Format.TABLE, Screen.terminal(100, true, ZONE), v -> draw(v.sweep(), true)));
    }

    @Test
    void a_sweep_that_met_nothing_has_a_document_and_an_empty_summary() {
        SweepReport nothing = report(true, Map.of(), 0, 0);
        Golden.check("view/sweep.none", written(Format.JSON, PIPE, v -> {
            SweepSink sink = v.sweep();
            sink.begin(NOW, true);
            sink.end(nothing);
        }));
        assertThat(new SweepSummary(nothing).isEmpty()).isTrue();
        assertThat(new SweepSummary(nothing).sentences()).containsExactly("would reset nothing");
    }

    @Test
    void one_of_each_is_said_in_the_singular() {
        Map<Result, Long> counts = new EnumMap<>(Result.class);
        for (Result result : Result.values()) {
            counts.put(result, 1L);
        }
        counts.put(Result.SKIPPED, 3L);
        assertThat(new SweepSummary(report(false, counts, 1, 1)).sentences())
                .containsExactly(
                        "reset 1 claim; 1 changed meanwhile and was left alone; 1 was gone already; 1 could not be changed;"
                                + " 1 may or may not have been reset",
                        "claimctl inspect ID shows that an unclear claim was reset by sweep-0011:N, if it was; the sweep"
                                + " can be run again in any case",
                        "left alone: 1 live lease (--lease any --older-than 2m frees it too); 1 claim with a payload"
                                + " (recovery frees it; so does --payloads include, without the message); 1 malformed"
                                + " document (stale list shows why)");
    }

    @Test
    void many_are_said_in_the_plural() {
        Map<Result, Long> counts = new EnumMap<>(Result.class);
        for (Result result : Result.values()) {
            counts.put(result, 2L);
        }
        counts.put(Result.SKIPPED, 16L);
        assertThat(new SweepSummary(report(true, counts, 12, 2)).sentences())
                .containsExactly(
                        "would reset 2 claims; 2 changed meanwhile and were left alone; 2 were gone already; 2 could not"
                                + " be changed; 2 may or may not have been reset",
                        "claimctl inspect ID shows that an unclear claim was reset by sweep-0011:N, if it was; the sweep"
                                + " can be run again in any case",
                        "left alone: 12 live leases (--lease any --older-than 2m frees them too); 2 claims with payloads"
                                + " (recovery frees them; so does --payloads include, without the messages); 1 malformed"
                                + " document (stale list shows why); 1 other that could not be reset yet");
    }

    @Test
    void what_ended_a_sweep_early_is_said() {
        StoreException lost = Readings.failure(StoreException.Kind.UNREACHABLE, "gone\u001b");
        SweepReport report = new SweepReport(
                "sweep-0011",
                NOW,
                NOW.minusSeconds(90),
                false,
                Map.of(Result.RESET, 5L),
                0,
                0,
                0,
                3,
                2,
                SweepReport.End.LIMITED,
                null,
                null);
        SweepSummary summary = new SweepSummary(report);
        assertThat(summary.isEmpty()).isFalse();
        assertThat(summary.sentences())
                .containsExactly(
                        "reset 5 claims and deleted 3",
                        "the server did not confirm that 2 released claims were deleted; TTL deletes what is left",
                        "the limit ended the sweep and there are more stale claims: run it again");
        SweepReport stopped = new SweepReport(
                "s", NOW, NOW, false, Map.of(), 0, 0, 0, 0, 0, SweepReport.End.STOPPED, null, "2m passed");
        assertThat(new SweepSummary(stopped).sentences())
                .containsExactly("reset nothing", "the sweep stopped early: 2m passed");
        assertThat(new SweepSummary(
                                new SweepReport("s", NOW, NOW, false, Map.of(), 0, 0, 0, 0, 0, End.STORE, lost, null))
                        .sentences())
                .contains("the sweep stopped early: gone\\x1b");
        assertThat(new SweepSummary(
                                new SweepReport("s", NOW, NOW, false, Map.of(), 0, 0, 0, 0, 0, End.STORE, lost, null))
                        .isEmpty())
                .isFalse();
    }
}
