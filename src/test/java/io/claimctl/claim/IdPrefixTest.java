package io.claimctl.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The range of ids that begin with a text, by the order in which MongoDB has strings: that of their bytes in UTF-8. */
class IdPrefixTest {
    private static final String LAST = Character.toString(Character.MAX_CODE_POINT);

    private static boolean contains(String prefix, String id) {
        String end = Conditions.behindAllWith(prefix);
        return compare(prefix, id) <= 0 && (end.isEmpty() || compare(id, end) < 0);
    }

    private static int compare(String one, String other) {
        return Arrays.compareUnsigned(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void the_range_holds_exactly_the_ids_that_begin_with_it() {
        List<String> texts = List.of(
                "",
                "a",
                "a-",
                "a-1",
                "a-\u0000",
                "a-" + LAST,
                "a.",
                "b",
                "é",
                "éa",
                "\uFFFF",
                "\uD7FF",
                "\uE000",
                "\uD83D\uDE00",
                LAST,
                LAST + "a",
                "x" + LAST + LAST,
                "x" + LAST,
                "y",
                "a-\uFFFF\uFFFF");
        for (String prefix : texts) {
            for (String id : texts) {
                assertThat(contains(prefix, id)).as("'%s' in '%s'", id, prefix).isEqualTo(id.startsWith(prefix));
            }
        }
    }
}
