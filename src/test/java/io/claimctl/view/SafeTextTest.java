package io.claimctl.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SafeTextTest {
    private static final String ODD =
            "\\ nrtxu{}0a19\n\r\t\u0000\u001b\u007f\u0085\u009b\u00a0\u00ad\u0301\u034f\u061c\u200b"
                    + "\u200d\u200e\u202e\u2028\u2029\u2066\u3000\ufe0f\ufeff\uffff\ud83d\udc41\udb40é注";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0a|\\n",
                "0d|\\r",
                "09|\\t",
                "00|\\x00",
                "1b|\\x1b",
                "7f|\\x7f",
                "9b|\\x9b",
                "a0|\\xa0",
                "ad|\\xad",
                "202e|\\u202e",
                "200b|\\u200b",
                "2028|\\u2028",
                "feff|\\ufeff",
                "d800|\\ud800",
                "dc00|\\udc00",
                "e0041|\\u{e0041}",
                "34f|\\u034f",
                "61c|\\u061c",
                "115f|\\u115f",
                "180e|\\u180e",
                "200e|\\u200e",
                "2029|\\u2029",
                "2066|\\u2066",
                "2800|\\u2800",
                "3000|\\u3000",
                "3164|\\u3164",
                "fe00|\\ufe00",
                "fe0f|\\ufe0f",
                "fff9|\\ufff9",
                "ffa0|\\uffa0",
                "ffff|\\uffff",
                "e01ef|\\u{e01ef}",
                "5c|\\\\"
            })
    void whatATerminalActsOnOrHidesBecomesAVisibleEscape(String point, String escaped) {
        String raw = "a" + Character.toString(Integer.parseInt(point, 16)) + "b";
        assertThat(SafeText.of(raw)).isEqualTo("a" + escaped + "b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "order-1", "pod-7:cdfc1149", "a b", "été", "注文", "📦", "e\u0301", "שלום", "[31m"})
    void what_is_visible_stays_as_it_is(String raw) {
        assertThat(SafeText.of(raw)).isEqualTo(raw);
    }

    @Test
    void blanks_at_the_ends_are_shown() {
        assertThat(SafeText.of(" a b ")).isEqualTo("\\x20a b\\x20");
    }

    @Test
    void marks_that_would_draw_over_other_lines_are_shown() {
        assertThat(SafeText.of("\u0301")).isEqualTo("\\u0301");
        assertThat(SafeText.of("z" + "\u0301".repeat(6))).isEqualTo("z" + "\u0301".repeat(4) + "\\u0301\\u0301");
        assertThat(SafeText.of("\n\u0301")).isEqualTo("\\n\\u0301");
    }

    @Test
    void no_text_leaves_anything_that_a_terminal_acts_on() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 50_000; i++) {
            String raw = text(random);
            String safe = SafeText.of(raw);
            assertThat(SafeText.isSafe(safe)).as(safe).isTrue();
            assertThat(safe.codePoints()).allMatch(point -> point >= 0x20 && (point < 0x7f || point > 0xa0));
            assertThat(safe.getBytes(java.nio.charset.StandardCharsets.UTF_8)).doesNotContain((byte) 0x1b);
        }
    }

    @Test
    void two_texts_are_never_written_alike() {
        SplittableRandom random = new SplittableRandom(2);
        Map<String, String> raws = new HashMap<>();
        for (int i = 0; i < 50_000; i++) {
            String raw = text(random);
            String same = raws.putIfAbsent(SafeText.of(raw), raw);
            assertThat(same == null || same.equals(raw)).as(raw).isTrue();
        }
    }

    /** Short, so that texts which could collide do meet. */
    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(6);
        for (int i = 0; i < length; i++) {
            if (random.nextInt(10) == 0) {
                text.appendCodePoint(random.nextInt(0x110000));
            } else {
                text.append(ODD.charAt(random.nextInt(ODD.length())));
            }
        }
        return text.toString();
    }
}
