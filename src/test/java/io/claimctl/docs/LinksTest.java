package io.claimctl.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The documents lead to each other, and to nothing that is not there. */
class LinksTest {

    static Stream<MarkdownPage> pages() {
        return MarkdownPage.all().stream();
    }

    private static Path target(MarkdownPage page, String link) {
        String file = link.replaceFirst("#.*", "");
        return file.isEmpty() ? page.path() : page.path().resolveSibling(file).normalize();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void every_link_leads_to_a_file_and_a_heading_that_are_there(MarkdownPage page) {
        assertThat(page.links()).allSatisfy(link -> {
            Path target = target(page, link);
            assertThat(target).as("%s in %s", link, page).exists();
            if (link.contains("#")) {
                assertThat(MarkdownPage.of(target).anchors())
                        .as("%s in %s", link, page)
                        .contains(link.replaceFirst(".*#", ""));
            }
        });
    }

    @Test
    void from_the_README_each_document_is_one_step_away() {
        MarkdownPage readme = MarkdownPage.of(Path.of("README.md"));
        Set<Path> reached = new TreeSet<>();
        readme.links().forEach(link -> reached.add(target(readme, link)));
        assertThat(reached).containsAll(pages().map(MarkdownPage::path).toList().subList(1, (int) pages().count()));
    }

    @Test
    void each_document_leads_to_another_so_that_nobody_is_lost() {
        Deque<MarkdownPage> all = new ArrayDeque<>(MarkdownPage.all());
        assertThat(all)
                .allSatisfy(page -> assertThat(page.links())
                        .as("links of %s", page)
                        .anyMatch(link -> !target(page, link).equals(page.path()) && Files.exists(target(page, link))));
    }

    @ParameterizedTest
    @CsvSource({
        "## What Go workers can still do, what-go-workers-can-still-do",
        "### `run`, run",
        "# In place of `flock`, in-place-of-flock",
        "## Exit 78 in cron?, exit-78-in-cron",
    })
    void a_heading_is_named_as_sites_name_it(String heading, String anchor) {
        assertThat(new MarkdownPage(Path.of("x.md"), List.of(heading)).anchors())
                .containsExactly(anchor);
    }

    @Test
    void the_second_heading_of_a_name_gets_a_number_and_code_is_no_heading() {
        MarkdownPage page = new MarkdownPage(
                Path.of("x.md"), List.of("# a", "## a", "", "    # b", "", "```text", "# c", "```", "### a"));
        assertThat(page.anchors()).containsExactly("a", "a-1", "a-2");
        assertThat(page.blocks()).extracting(MarkdownPage.Block::text).containsExactly("# b\n", "# c\n");
    }
}
