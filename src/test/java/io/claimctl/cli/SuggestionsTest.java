package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionsTest {
    private static final List<String> COMMANDS =
            List.of("acquire", "claims list", "complete", "inspect", "release", "reset", "stale list", "stale reset");

    @Test
    void a_slip_of_the_fingers_is_recognised() {
        assertThat(Suggestions.near("isnpect", COMMANDS)).containsExactly("inspect");
        assertThat(Suggestions.near("inspct", COMMANDS)).containsExactly("inspect");
        assertThat(Suggestions.near("Aquire", COMMANDS)).containsExactly("acquire");
    }

    @Test
    void the_nearest_comes_first() {
        assertThat(Suggestions.near("rese", List.of("rise", "reset", "rest")))
                .startsWith("reset")
                .hasSize(3);
    }

    @Test
    void a_beginning_is_recognised() {
        assertThat(Suggestions.near("--collect", List.of("--collection", "--db")))
                .containsExactly("--collection");
    }

    @Test
    void a_word_that_is_far_from_all_is_not_guessed_at() {
        assertThat(Suggestions.near("frobnicate", COMMANDS)).isEmpty();
        assertThat(Suggestions.near("-x", List.of("-h", "-o", "--help"))).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void exchanging_neighbours_is_one_edit() {
        assertThat(Suggestions.distance("ab", "ba")).isEqualTo(1);
        assertThat(Suggestions.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(Suggestions.distance("", "abc")).isEqualTo(3);
    }
}
