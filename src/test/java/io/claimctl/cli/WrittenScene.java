package io.claimctl.cli;

import io.claimctl.docs.MarkdownPage;
import io.claimctl.docs.MarkdownPage.Block;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * What a document gives people to run: what one shell, one job of cron, or one unit is to do.
 *
 * @param block where it stands
 * @param script for a shell, as it is written
 */
record WrittenScene(Block block, String script) {
    /** Of these a block shows something, and nobody is to run it. */
    private static final Set<String> NOT_FOR_A_SHELL = Set.of("text", "json", "java", "js");

    private static final Pattern CRON = Pattern.compile("(?:[*/0-9,-]+\\s+){5}(.*)");
    private static final Pattern UNIT = Pattern.compile("ExecStart=(.*)");
    private static final Pattern INLINE = Pattern.compile("(?:[A-Z_]+=\\S+ )*claimctl [a-z-].*");

    /** Those of every document. */
    static Stream<WrittenScene> all() {
        return MarkdownPage.all().stream().flatMap(WrittenScene::in);
    }

    /** Those of one. */
    static Stream<WrittenScene> in(MarkdownPage page) {
        return Stream.concat(
                page.blocks().stream().flatMap(WrittenScene::of),
                page.inline().stream()
                        .filter(code -> INLINE.matcher(code.lines().get(0)).matches())
                        .map(code -> new WrittenScene(code, code.lines().get(0))));
    }

    private static Stream<WrittenScene> of(Block block) {
        List<String> typed = block.lines().stream()
                .filter(line -> line.startsWith("$ "))
                .map(line -> line.substring(2))
                .toList();
        if (!typed.isEmpty()) {
            return Stream.of(new WrittenScene(block, String.join("\n", typed)));
        }
        if (block.language().equals("yaml")) {
            return containers(block);
        }
        if (NOT_FOR_A_SHELL.contains(block.language())) {
            return Stream.empty();
        }
        return block.lines().stream().anyMatch(line -> line.matches("\\[[A-Z][a-z]+]|ExecStart=.*"))
                ? matches(UNIT, block).map(line -> new WrittenScene(block, line.replace("%%", "%")))
                : block.lines().stream().allMatch(line -> CRON.matcher(line).matches())
                        ? matches(CRON, block).map(line -> new WrittenScene(block, line.replace("\\%", "%")))
                        : Stream.of(new WrittenScene(block, block.text().stripTrailing()));
    }

    private static Stream<String> matches(Pattern pattern, Block block) {
        return block.lines().stream()
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .map(found -> found.group(1));
    }

    private static Stream<WrittenScene> containers(Block block) {
        JsonNode document = new YAMLMapper().readTree(block.text());
        return Stream.concat(
                        document.findValues("command").stream().map(WrittenScene::quoted),
                        document.findValues("args").stream().map(args -> "claimctl " + quoted(args)))
                .map(script -> new WrittenScene(block, script));
    }

    private static String quoted(JsonNode words) {
        return words.valueStream().map(word -> "'" + word.asString() + "'").collect(Collectors.joining(" "));
    }

    /** What it is called in the lists of exceptions: its first line. */
    String key() {
        return script.lines().findFirst().orElseThrow().strip();
    }

    boolean isInline() {
        return block.language().equals("inline");
    }

    /** The command lines of the program in it. */
    List<WrittenLine> lines() {
        return script.lines().flatMap(WrittenLine::in).toList();
    }

    /** Whether it names a command in the course of a sentence, without all that this needs. */
    boolean isAPart() {
        return isInline()
                && (script.contains("…")
                        || lines().stream().anyMatch(line -> line.problem().isPresent()));
    }

    @Override
    public String toString() {
        return block.page() + ":" + block.line() + " " + key();
    }
}
