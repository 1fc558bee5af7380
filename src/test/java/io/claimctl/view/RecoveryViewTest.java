package io.claimctl.view;

import static io.claimctl.view.Samples.NOW;
import static io.claimctl.view.Samples.PIPE;
import static io.claimctl.view.Samples.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.Readings;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.SweepReport;
import io.claimctl.claim.SweptClaim;
import io.claimctl.testing.Golden;
import io.claimctl.worker.RecoveredClaim;
import io.claimctl.worker.RecoveredClaim.Result;
import io.claimctl.worker.RecoveryReport;
import io.claimctl.worker.RecoveryReport.End;
import java.io.BufferedWriter;
import java.io.StringWriter;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RecoveryViewTest {
    private static final StoreException LOST = Readings.failure(StoreException.Kind.UNREACHABLE, "gone\u001b");

    private static SweepReport rest(long reset) {
        return new SweepReport(
                "sweep-0011",
                NOW,
                NOW.minusSeconds(120),
                false,
                reset == 0 ? Map.of() : Map.of(SweptClaim.Result.RESET, reset, SweptClaim.Result.SKIPPED, 1L),
                0,
                reset == 0 ? 0 : 1,
                0,
                0,
                0,
                SweepReport.End.DONE,
                null,
                null);
    }

    private static RecoveryReport report(Map<Result, Long> counts, End end, Optional<SweepReport> rest) {
        return report(counts, end, rest, false);
    }

    private static RecoveryReport report(
            Map<Result, Long> counts, End end, Optional<SweepReport> rest, boolean dryRun) {
        StoreException failure = end == End.STORE ? LOST : null;
        return new RecoveryReport(NOW, NOW.minusSeconds(120), dryRun, counts, end, failure, rest);
    }

    private static Map<Result, Long> each(long count) {
        Map<Result, Long> counts = new EnumMap<>(Result.class);
        for (Result result : Result.values()) {
            counts.put(result, count);
        }
        return counts;
    }

    private static RecoveredClaim recovered(Result result, @Nullable String detail) {
        return new RecoveredClaim(result == Result.ERROR ? Samples.wrongDate() : Samples.withPayload(), result, detail);
    }

    private static void drawAll(RecoverySink sink) {
        sink.begin(NOW, false);
        for (Result result : Result.values()) {
            sink.message(recovered(result, result == Result.FAILED ? "exit code 3, \u001b[2J" : null));
        }
        sink.batch(List.of(new SweptClaim(Samples.expired(), SweptClaim.Result.RESET, null)));
        assertThat(sink.end(report(each(1), End.DONE, Optional.of(rest(1))))).isEqualTo(Result.values().length + 1);
    }

    private static void drawNothing(RecoverySink sink, End end) {
        sink.begin(NOW, false);
        boolean swept = end != End.STOPPED && end != End.STORE;
        sink.end(report(Map.of(), end, swept ? Optional.of(rest(0)) : Optional.empty()));
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENV", "TEXT"})
    void a_recovery_is_written_to_a_pipe_as_it_always_was(Format format) {
        StringBuilder all = new StringBuilder("== done\n" + written(format, PIPE, v -> drawAll(v.recovery())));
        for (End end : End.values()) {
            all.append("== ended ").append(end).append('\n');
            all.append(written(format, PIPE, v -> drawNothing(v.recovery(), end)));
        }
        Golden.check("view/recovery." + format, all.toString());
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENV", "TEXT"})
    void what_became_of_a_message_is_on_the_stream_before_the_next_one(Format format) {
        StringWriter out = new StringWriter();
        RecoverySink sink = new View(format, PIPE, CommandLines.plain(), new BufferedWriter(out)).recovery();
        sink.begin(NOW, false);
        sink.message(recovered(Result.PUBLISHED, null));
        assertThat(out.toString()).contains("order 5");
    }

    @Test
    void one_of_each_is_said_in_the_singular_with_what_becomes_of_it() {
        assertThat(new RecoverySummary(report(each(1), End.DONE, Optional.of(rest(1)))).sentences())
                .containsExactly(
                        "published 1 message; 1 was not published; 1 was not tried and is held; 1 was lost on the way and may be published again;"
                                + " 1 changed meanwhile and was left alone; 1 was gone already; 1 may or may not be"
                                + " published again; 1 could not be taken over",
                        "claimctl complete ID --token TOKEN settles an unclear one, with the token in its detail; what it"
                                + " does not settle is published again",
                        "claimctl payload get ID -O FILE saves the message of one that could not be taken over, before"
                                + " TTL deletes it",
                        "a message that was not published stays with its claim; a later pass comes for it once it is"
                                + " stale again",
                        "reset 1 claim",
                        "left alone: 1 claim with a payload (the next recovery comes for it)");
    }

    @Test
    void many_are_said_in_the_plural_and_a_dry_run_says_what_it_would_do() {
        assertThat(new RecoverySummary(report(each(2), End.LIMITED, Optional.empty(), true)).sentences())
                .containsExactly(
                        "would publish 2 messages; 2 were not published; 2 were not tried and are held; 2 were lost on the way and may be published"
                                + " again; 2 changed meanwhile and were left alone; 2 were gone already; 2 may or may"
                                + " not be published again; 2 could not be taken over",
                        "claimctl complete ID --token TOKEN settles an unclear one, with the token in its detail; what it"
                                + " does not settle is published again",
                        "claimctl payload get ID -O FILE saves the message of one that could not be taken over, before"
                                + " TTL deletes it",
                        "a message that was not published stays with its claim; a later pass comes for it once it is"
                                + " stale again",
                        "the limit ended the publishing and there may be more messages: run it again");
    }

    @Test
    void why_it_ended_early_is_said() {
        assertThat(new RecoverySummary(report(Map.of(), End.FAILURES, Optional.of(rest(0)))).sentences())
                .containsExactly(
                        "published nothing", "too many failed in a row, so no more were tried", "reset nothing");
        assertThat(new RecoverySummary(report(Map.of(), End.STOPPED, Optional.empty())).sentences())
                .contains("it was told to stop; there may be more messages, and no claim was reset");
        assertThat(new RecoverySummary(report(Map.of(), End.STORE, Optional.empty())).sentences())
                .contains("it stopped early, since the store failed: gone\\x1b");
    }
}
