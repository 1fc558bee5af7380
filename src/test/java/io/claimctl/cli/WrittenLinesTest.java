package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.docs.MarkdownPage;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command line that people are given uses only commands, options and values that there are. */
class WrittenLinesTest {
    static Stream<WrittenLine> inDocuments() {
        return MarkdownPage.all().stream()
                .flatMap(page -> WrittenLine.inMarkdown(String.join("\n", page.lines())).stream());
    }

    static Stream<WrittenLine> inShare() throws IOException {
        return SharedFiles.commandLines().stream();
    }

    @ParameterizedTest
    @MethodSource({"inDocuments", "inShare"})
    void a_line_that_people_are_given_is_one_that_the_program_takes(WrittenLine line) {
        assertThat(line.problem()).isEmpty();
    }

    @Test
    void many_are_found() throws IOException {
        assertThat(inDocuments()).hasSizeGreaterThan(100);
        assertThat(inDocuments().map(WrittenLine::text)).anyMatch(text -> text.startsWith("claimctl run --once"));
        assertThat(inShare().map(WrittenLine::text))
                .filteredOn(text -> text.startsWith("claimctl stale reset "))
                .hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*/5 * * * *  claimctl stale reset --older-than 10m --uri-file /etc/claimctl/uri",
                "v=$(claimctl acquire job --ttl 1m -o env) || exit $?; eval \"$v\"",
                "sh -c 'ship && claimctl complete \"$CLAIMCTL_ID\" --uri-file f && tidy-up'",
                "claimctl run job --ttl 1m -- ./job.sh --nonsense     # --nonsense",
                "claimctl acquire order-1 --ttl 15m >/dev/null --nonsense",
                "# claimctl --nonsense",
                "/etc/claimctl --nonsense",
            })
    void what_is_right_has_no_problem(String line) {
        assertThat(WrittenLine.in(line))
                .allSatisfy(one -> assertThat(one.problem()).isEmpty());
    }

    @ParameterizedTest
    @CsvSource({
        "claimctl stale reset --nonsense, --nonsense",
        "claimctl stale reset --older-than soon, soon",
        "claimctl stale wipe, wipe",
        "0 3 * * * root /usr/bin/claimctl sweep, sweep",
        "x && claimctl run job -- true, --ttl",
        "claimctl acquire --tll 1m, --tll",
    })
    void what_is_wrong_is_named(String line, String wrong) {
        List<WrittenLine> found = WrittenLine.in(line).toList();
        assertThat(found).hasSize(1);
        assertThat(found.get(0).problem())
                .hasValueSatisfying(problem -> assertThat(problem).contains(wrong));
    }

    @Test
    void what_is_wrong_in_prose_is_found_and_a_part_is_no_wrong() {
        assertThat(WrittenLine.inMarkdown("Run `claimctl run` or `claimctl inspect --foo` or `claimctl`."))
                .extracting(line -> line.problem().isPresent())
                .containsExactly(false, true);
    }
}
