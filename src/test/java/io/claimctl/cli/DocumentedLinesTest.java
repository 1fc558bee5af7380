package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.docs.MarkdownPage;
import io.claimctl.docs.MarkdownPage.Block;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No command line of a document is left out by {@link DocumentedLinesIT} without a reason. */
class DocumentedLinesTest {
    private static final Set<String> FOR_A_SHELL = Set.of("indented", "sh", "yaml");
    private static final Set<String> TO_BE_READ = Set.of("text", "json", "java", "js");

    static Stream<MarkdownPage> pages() {
        return MarkdownPage.all().stream();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void each_command_line_belongs_to_a_scene(MarkdownPage page) {
        Set<String> inScenes = new TreeSet<>();
        WrittenScene.in(page).forEach(scene -> scene.lines().forEach(line -> inScenes.add(line.text())));
        assertThat(WrittenLine.inMarkdown(String.join("\n", page.lines()) + "\n"))
                .extracting(line -> line.text().replace("\\%", "%").replace("%%", "%"))
                .allSatisfy(text -> assertThat(inScenes)
                        .as(text)
                        .anyMatch(one -> one.replace('|', '/').startsWith(text.replace('|', '/'))));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void each_block_is_for_a_shell_or_holds_no_command(MarkdownPage page) {
        assertThat(page.blocks()).allSatisfy(block -> {
            assertThat(block.language())
                    .as("%s", block)
                    .isIn(Stream.concat(FOR_A_SHELL.stream(), TO_BE_READ.stream())
                            .toList());
            if (TO_BE_READ.contains(block.language())) {
                assertThat(block.lines().stream()
                                .filter(line -> line.startsWith("claimctl "))
                                .toList())
                        .as("%s", block)
                        .isEmpty();
            }
        });
    }

    @Test
    void each_exception_is_one_of_a_scene_that_there_is_and_all_are_printed() {
        Set<String> keys = WrittenScene.all().map(WrittenScene::key).collect(Collectors.toCollection(TreeSet::new));
        WrittenScenes.OTHERS.forEach(
                (key, other) -> System.out.println("Not run as it is written: " + key + ": " + other.reason()));
        WrittenScene.all()
                .filter(WrittenScene::isAPart)
                .forEach(scene -> System.out.println("A part of a command line, which is only parsed: " + scene));
        WrittenScenes.NOT_REACHED.forEach((line, why) -> System.out.println("Not reached: " + line + ": " + why));
        assertThat(keys)
                .containsAll(WrittenScenes.OTHERS.keySet())
                .containsAll(WrittenScenes.ENDS.keySet())
                .containsAll(WrittenScenes.BEFORE.keySet());
        assertThat(WrittenScene.all().flatMap(scene -> scene.lines().stream()).map(WrittenLine::text))
                .containsAll(WrittenScenes.NOT_REACHED.keySet());
    }

    @Test
    void each_stand_in_stands_for_something() {
        String all = WrittenScene.all().map(WrittenScene::script).collect(Collectors.joining("\n"));
        assertThat(WrittenScenes.PLACES.keySet())
                .allSatisfy(place -> assertThat(all).contains(place));
        assertThat(WrittenScenes.PROGRAMS).allSatisfy(name -> assertThat(all).contains(name.replaceFirst(".*/", "")));
        assertThat(Stream.of("message.json", "job.json", "sweep.ndjson"))
                .allSatisfy(name -> assertThat(all).contains(name));
    }

    @Test
    void many_are_found_of_every_kind() {
        List<WrittenScene> scenes = WrittenScene.all().toList();
        assertThat(scenes).hasSizeGreaterThan(100);
        Map<String, Long> kinds = scenes.stream()
                .map(WrittenScene::block)
                .collect(Collectors.groupingBy(Block::language, Collectors.counting()));
        assertThat(kinds).containsKeys("indented", "inline", "text", "yaml");
        assertThat(scenes.stream().filter(WrittenScene::isAPart).count()).isLessThan(scenes.size() / 4);
    }

    @Test
    void lines_of_cron_and_of_units_are_what_these_make_of_them() {
        MarkdownPage page = new MarkdownPage(
                pages().findFirst().orElseThrow().path(),
                List.of(
                        "",
                        "    0 3 * * *  claimctl check \"$(date +\\%F)\"",
                        "",
                        "```sh",
                        "[Service]",
                        "ExecStart=/bin/sh -c 'date +%%F'",
                        "Restart=always",
                        "```",
                        "",
                        "```yaml",
                        "a: {args: [check, -q], command: [sh, -c, claimctl inspect x]}",
                        "```"));
        assertThat(WrittenScene.in(page))
                .extracting(WrittenScene::script)
                .containsExactly(
                        "claimctl check \"$(date +%F)\"",
                        "/bin/sh -c 'date +%F'", "'sh' '-c' 'claimctl inspect x'", "claimctl 'check' '-q'");
    }
}
