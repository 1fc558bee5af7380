package io.claimctl.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextWidthTest {

    @ParameterizedTest
    @CsvSource({"abc,3", "é,1", "e\u0301,1", "注文,4", "한국,4", "ｆ,2", "ﾊ,1", "📦,2", "שלום,4", "'',0", "…,1"})
    void a_text_is_as_wide_as_a_terminal_draws_it(String text, int width) {
        assertThat(TextWidth.of(text)).isEqualTo(width);
    }

    @ParameterizedTest
    @CsvSource({
        "abcdefghij,10,abcdefghij",
        "abcdefghij,9,abcdef…ij",
        "abcdefghij,3,ab…",
        "abcdefghij,1,…",
        "注文注文注文,8,注文…文",
        "注文注文注文,7,注文…文",
        "abcdefghi\u0301j\u0301,7,abcd…i\u0301j\u0301"
    })
    void aTextThatIsTooWideKeepsItsHeadAndItsTail(String text, int columns, String fitted) {
        assertThat(TextWidth.fit(text, columns)).isEqualTo(fitted);
    }

    @Test
    void no_fitted_text_is_too_wide() {
        SplittableRandom random = new SplittableRandom(3);
        String letters = "ab注文e\u0301📦";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            random.ints(random.nextInt(30), 0, letters.codePointCount(0, letters.length()))
                    .map(n -> letters.codePointAt(letters.offsetByCodePoints(0, n)))
                    .forEach(text::appendCodePoint);
            int columns = 1 + random.nextInt(20);
            String fitted = TextWidth.fit(text.toString(), columns);
            assertThat(TextWidth.of(fitted)).isLessThanOrEqualTo(columns);
            assertThat(fitted).doesNotContain("…\u0301");
        }
    }
}
