package io.claimctl.view;

import static io.claimctl.view.Samples.NOW;
import static io.claimctl.view.Samples.ZONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.Claim;
import io.claimctl.claim.Readings;
import io.claimctl.testing.Golden;
import java.util.List;
import java.util.SplittableRandom;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimelineTest {
    private static final Screen SCREEN = Screen.terminal(80, false, ZONE);

    private static Claim claim(String status, long created, long updated, long expires) {
        return (Claim) Samples.claim(
                "order-1",
                updated,
                expires,
                c -> c.append("status", new BsonString(status)).append("created_at", at(created)));
    }

    private static BsonDateTime at(long seconds) {
        return new BsonDateTime(NOW.plusSeconds(seconds).toEpochMilli());
    }

    private static List<Claim> lives() {
        return List.of(
                claim("processing", -600, -240, 510),
                claim("processing", -600, -240, -60),
                claim("processing", -86_400, -2, 1),
                claim("completed", -600, -240, 82_800),
                claim("completed", -600, -240, -5),
                released("release:" + Samples.TOKEN),
                released("reset-1"),
                claim("parked", -600, -240, 510));
    }

    private static Claim released(String by) {
        return (Claim) Samples.claim(
                "order-1",
                -240,
                -241,
                c -> c.append("status", new BsonString("released"))
                        .append("created_at", at(-600))
                        .append("reset_by", new BsonString(by))
                        .append("reset_at", at(-240)));
    }

    private static String drawn(Screen screen, int width) {
        StringBuilder text = new StringBuilder();
        for (Claim claim : lives()) {
            Timeline.of(claim, NOW, screen, width)
                    .forEach(line -> text.append(line).append('\n'));
            text.append('\n');
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(ints = {11, 12, 16, 40, 76, 200})
    void lives_of_all_kinds_fit_the_room_there_is(int width) {
        String drawn = drawn(SCREEN, width);
        Golden.check("view/timeline." + width, drawn);
        assertThat(drawn.lines()).allMatch(line -> TextWidth.of(line) <= width);
    }

    @Test
    void a_screen_of_ascii_gets_a_drawing_in_ascii() {
        String drawn = drawn(SCREEN.inAscii(), 60);
        Golden.check("view/timeline.ascii", drawn);
        assertThat(drawn.chars()).allMatch(c -> c < 0x80);
    }

    @Test
    void instants_stand_in_place_of_spans_where_they_are_asked_for() {
        Golden.check("view/timeline.absolute", drawn(SCREEN.withInstants(), 76));
    }

    @Test
    void every_mark_stands_where_its_instant_is() {
        SplittableRandom random = new SplittableRandom(8);
        for (int i = 0; i < 500; i++) {
            long created = -random.nextLong(1, 1_000_000);
            long updated = random.nextLong(created, 1);
            long expires = random.nextLong(-1_000_000, 1_000_000);
            List<String> lines = Timeline.of(claim("processing", created, updated, expires), NOW, SCREEN, 73);
            double first = Math.min(created, expires);
            double last = Math.max(0, expires);
            for (long at : new long[] {created, updated, expires, 0}) {
                int column = (int) Math.round((at - first) / (last - first) * 72);
                assertThat("┿┼")
                        .as("%s at %s in %s", at, column, lines)
                        .contains("" + lines.get(0).charAt(column));
            }
        }
    }

    @Test
    void a_claim_without_any_span_has_no_line() {
        assertThat(Timeline.of(claim("processing", 0, 0, 0), NOW, SCREEN, 73)).isEmpty();
        Claim bare = (Claim) Readings.row(new BsonDocument("_id", new BsonString("a")));
        assertThat(Timeline.of(bare, NOW, SCREEN, 73)).isEmpty();
    }

    @Test
    void the_farthest_instants_do_not_break_it() {
        Claim far = (Claim) Samples.claim(
                "a",
                0,
                0,
                c -> c.append("created_at", new BsonDateTime(Long.MIN_VALUE))
                        .append("expires_at", new BsonDateTime(Long.MAX_VALUE)));
        List<String> lines = Timeline.of(far, NOW, SCREEN, 73);
        assertThat(lines).hasSize(5);
    }
}
