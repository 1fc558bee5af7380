package io.claimctl.view;

import static io.claimctl.view.Samples.NOW;
import static io.claimctl.view.Samples.PIPE;
import static io.claimctl.view.Samples.ZONE;
import static io.claimctl.view.Samples.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimEvent;
import io.claimctl.claim.ClaimEvent.Kind;
import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.Readings;
import io.claimctl.testing.Golden;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Events, and frames of a live list. */
class WatchViewTest {
    private static final ClaimFrame FRAME =
            new ClaimFrame("shop._message_state", Duration.ofSeconds(2), Screen.terminal(80, false, ZONE));

    private static Claim changed(Claim claim, String field, org.bson.BsonValue value) {
        BsonDocument document = claim.document().clone();
        document.put(field, value);
        return (Claim) Readings.row(document);
    }

    private static BsonDateTime at(long seconds) {
        return new BsonDateTime(NOW.plusSeconds(seconds).toEpochMilli());
    }

    private static ClaimEvent event(Kind kind, @Nullable ClaimRow now, @Nullable ClaimRow before) {
        ClaimRow any = now == null ? before : now;
        return new ClaimEvent(kind, any == null ? "none" : any.id(), NOW, now, before, false);
    }

    private static List<ClaimEvent> events() {
        Claim live = Samples.live();
        Claim taken = changed(live, "worker_id", new BsonString(Samples.OTHER));
        Claim free = Samples.released();
        Claim released = changed(free, "reset_by", new BsonString("release:" + Samples.TOKEN));
        Claim ended = Samples.expired();
        List<ClaimEvent> events = new ArrayList<>();
        Samples.all().forEach(row -> events.add(event(Kind.SEEN, row, null)));
        events.add(event(Kind.MISSING, null, null));
        events.add(event(Kind.ACQUIRED, live, null));
        events.add(event(Kind.TAKEN_OVER, taken, live));
        events.add(event(Kind.RENEWED, live, changed(live, "expires_at", at(3))));
        events.add(event(Kind.RENEWED, changed(live, "expires_at", at(86_400)), live));
        events.add(event(Kind.COMPLETED, Samples.completed(), Samples.live()));
        events.add(event(Kind.COMPLETED, changed(Samples.completed(), "worker_id", new BsonString("w2")), live));
        events.add(event(Kind.RELEASED, released, live));
        events.add(event(Kind.RELEASED, changed(free, "reset_at", at(-99)), null));
        events.add(event(Kind.RESET, free, taken));
        events.add(event(Kind.PAYLOAD_STORED, Samples.withPayload(), live));
        events.add(event(Kind.PAYLOAD_CLEARED, live, Samples.withPayload()));
        events.add(event(Kind.KEPT, Samples.withPayload(), Samples.withPayload()));
        events.add(event(Kind.EXPIRED, ended, ended));
        events.add(event(Kind.DELETED, null, live));
        events.add(event(Kind.DELETED, null, Samples.bare()));
        events.add(new ClaimEvent(Kind.DELETED, ended.id(), NOW, null, ended, true));
        events.add(event(Kind.CHANGED, live, changed(live, "zone", new BsonString("x"))));
        events.add(event(Kind.CHANGED, Samples.foreign(), null));
        events.add(event(Kind.MALFORMED, Samples.wrongDate(), live));
        return events;
    }

    @ParameterizedTest
    @EnumSource(names = {"TABLE", "NDJSON"})
    void events_are_written_to_a_pipe_as_they_always_were(Format format) {
        Golden.check(
                "view/watch." + format, written(format, PIPE, v -> v.events().events(events())));
    }

    @Test
    void events_have_short_times_and_colours_on_a_terminal() {
        Screen screen = Screen.terminal(80, true, ZONE);
        Golden.check(
                "view/watch.terminal",
                written(Format.TABLE, screen, v -> v.events().events(events())));
    }

    @Test
    void instants_stand_in_place_of_spans_where_they_are_asked_for_and_ascii_where_there_is_no_more() {
        Screen instants = Screen.terminal(80, false, ZONE).withInstants();
        String lines = written(
                Format.TABLE,
                instants,
                v -> v.events().events(List.of(event(Kind.RENEWED, Samples.live(), Samples.live()))));
        assertThat(lines)
                .isEqualTo("2026-01-02T08:34:05.120+05:30 order-1 renewed by " + Samples.TOKEN
                        + " until 2026-01-02T08:34:47.120+05:30\n");
        assertThat(new WatchLine(1, instants).of(new WatchState(List.of(Samples.live()), NOW, null, null)))
                .contains("processing, live until 2026-01-02T08:34:47.120+05:30");
        ClaimFrame ascii = new ClaimFrame(
                "größe.x",
                Duration.ofSeconds(2),
                Screen.terminal(80, false, ZONE).inAscii());
        for (int width = 5; width < 120; width += 5) {
            assertThat(String.join("", ascii.lines(silent(), width, 24))).matches("[ -~]*");
        }
    }

    @Test
    void there_is_an_event_of_each_kind_here() {
        assertThat(events()).extracting(ClaimEvent::kind).contains(Kind.values());
    }

    @Test
    void an_event_stands_on_one_line() {
        String lines = written(Format.TABLE, PIPE, v -> v.events().events(events()));
        assertThat(lines.lines()).hasSize(events().size()).allMatch(SafeText::isSafe);
    }

    private static WatchState state() {
        return new WatchState(Samples.all(), NOW, null, null);
    }

    private static WatchState silent() {
        return new WatchState(Samples.all(), NOW, NOW.minusSeconds(75), null);
    }

    private static String framed(WatchState state, int width, int height) {
        return String.join("\n", FRAME.lines(state, width, height)) + "\n";
    }

    @ParameterizedTest
    @CsvSource({"80,24", "40,10", "20,5", "120,12"})
    void a_frame_is_drawn_as_it_always_was(int width, int height) {
        Golden.check("view/frame." + width + "x" + height, framed(state(), width, height));
    }

    @Test
    void a_frame_says_that_the_server_is_silent_and_that_it_has_come_back() {
        WatchState back = new WatchState(List.of(), NOW, null, Duration.ofSeconds(75));
        Golden.check(
                "view/frame.silent",
                framed(silent(), 80, 4) + framed(silent(), 30, 3) + framed(back, 80, 4) + framed(back, 30, 3));
    }

    @Test
    void no_frame_is_wider_or_higher_than_its_screen_whatever_that_is() {
        ClaimFrame coloured = new ClaimFrame("shop.x", Duration.ofSeconds(2), Screen.terminal(80, true, ZONE));
        for (int width = 1; width < 140; width++) {
            for (int height = 1; height < 40; height += height < 6 ? 1 : 7) {
                for (WatchState state : List.of(state(), silent(), new WatchState(List.of(), NOW, null, null))) {
                    List<String> plain = FRAME.lines(state, width, height);
                    int most = width;
                    assertThat(plain).hasSize(height).allMatch(line -> TextWidth.of(line) <= most);
                    assertThat(coloured.lines(state, width, height).stream()
                                    .map(line -> line.replaceAll("\u001b\\[[0-9;]*m", "")))
                            .as("%d columns, %d lines", width, height)
                            .hasSize(height)
                            .allMatch(line -> TextWidth.of(line) <= most && line.indexOf('\u001b') < 0);
                }
            }
        }
    }

    @Test
    void a_line_says_what_is_left_of_the_lease() {
        WatchLine one = new WatchLine(1, PIPE);
        WatchLine several = new WatchLine(3, PIPE);
        assertThat(Arrays.asList(
                        one.of(new WatchState(List.of(Samples.live()), NOW, null, null)),
                        one.of(new WatchState(List.of(Samples.released()), NOW, null, null)),
                        one.of(new WatchState(List.of(Samples.wrongDate()), NOW, null, null)),
                        one.of(new WatchState(List.of(), NOW, null, null)),
                        one.of(new WatchState(List.of(Samples.live()), NOW, NOW.minusSeconds(5), null)),
                        several.of(new WatchState(List.of(Samples.live(), Samples.completed()), NOW, null, null)),
                        several.of(new WatchState(List.of(Samples.expired()), NOW, null, null))))
                .containsExactly(
                        "08:34:05 processing, live 42s left; Ctrl-C ends",
                        "08:34:05 released, free; Ctrl-C ends",
                        "08:34:05 malformed; Ctrl-C ends",
                        "08:34:05 not there; Ctrl-C ends",
                        "no answer since 08:34:00; 08:34:05 processing, live 42s left; Ctrl-C ends",
                        "08:34:05 1 of 3 claims processing, next lease 42s left; Ctrl-C ends",
                        "08:34:05 1 of 3 claims processing; Ctrl-C ends");
    }
}
