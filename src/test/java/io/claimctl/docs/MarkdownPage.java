package io.claimctl.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A document for people, in Markdown. */
public record MarkdownPage(Path path, List<String> lines) {
    private static final Path FOLDER = Path.of("docs");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^)]+)\\)");

    /**
     * A block of code, fenced or indented.
     *
     * @param line the number of its first line
     * @param language as the fence says it; {@code indented} where there is no fence
     */
    public record Block(MarkdownPage page, int line, String language, List<String> lines) {
        /** All of it. */
        public String text() {
            return String.join("\n", lines) + "\n";
        }

        @Override
        public String toString() {
            return page + ":" + line + " " + lines.get(0).strip();
        }
    }

    /** A line outside of the blocks. */
    private record Prose(int number, String text) {}

    /** Every document: the README, and all in {@code docs/}. */
    public static List<MarkdownPage> all() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return Stream.concat(
                            Stream.of(Path.of("README.md")),
                            files.filter(file -> file.toString().endsWith(".md"))
                                    .sorted())
                    .map(MarkdownPage::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One document. */
    public static MarkdownPage of(Path path) {
        try {
            return new MarkdownPage(path, Files.readAllLines(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Its blocks of code. */
    public List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        walk(blocks, new ArrayList<>());
        return blocks;
    }

    private List<Prose> prose() {
        List<Prose> prose = new ArrayList<>();
        walk(new ArrayList<>(), prose);
        return prose;
    }

    private void walk(List<Block> blocks, List<Prose> prose) {
        int i = 0;
        while (i < lines.size()) {
            String line = lines.get(i);
            if (line.startsWith("```")) {
                int end = i + 1;
                while (!lines.get(end).startsWith("```")) {
                    end++;
                }
                blocks.add(new Block(this, i + 2, line.substring(3), lines.subList(i + 1, end)));
                i = end + 1;
            } else if (line.startsWith("    ") && i > 0 && lines.get(i - 1).isBlank()) {
                int end = endOfIndented(i);
                List<String> text = lines.subList(i, end).stream()
                        .map(one -> one.isBlank() ? "" : one.substring(4))
                        .toList();
                blocks.add(new Block(this, i + 1, "indented", text));
                i = end;
            } else {
                prose.add(new Prose(i + 1, line));
                i++;
            }
        }
    }

    private int endOfIndented(int start) {
        int end = start;
        for (int i = start; i < lines.size(); i++) {
            if (lines.get(i).startsWith("    ")) {
                end = i + 1;
            } else if (!lines.get(i).isBlank()) {
                break;
            }
        }
        return end;
    }

    /** Every piece of code that stands within its text, as a block of one line. */
    public List<Block> inline() {
        List<Block> found = new ArrayList<>();
        for (Prose line : prose()) {
            Matcher code = CODE.matcher(line.text());
            while (code.find()) {
                found.add(new Block(
                        this,
                        line.number(),
                        "inline",
                        List.of(code.group(1).replace("\\|", "|").strip())));
            }
        }
        return found;
    }

    /** The lines that quote, without the mark. */
    public List<String> quotes() {
        return prose().stream()
                .map(Prose::text)
                .filter(line -> line.startsWith("> "))
                .map(line -> line.substring(2))
                .toList();
    }

    /** Where its links lead, those to other sites left out. */
    public List<String> links() {
        return prose().stream()
                .flatMap(line -> LINK.matcher(CODE.matcher(line.text()).replaceAll("code"))
                        .results()
                        .map(link -> link.group(1)))
                .filter(link -> !link.startsWith("https://"))
                .toList();
    }

    /** What can stand behind the {@code #} of a link to it: its headings, as the sites that show Markdown name them. */
    public Set<String> anchors() {
        Set<String> anchors = new LinkedHashSet<>();
        for (Prose line : prose()) {
            if (line.text().matches("#{1,6} .*")) {
                String anchor = line.text()
                        .replaceFirst("#+ +", "")
                        .strip()
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-');
                for (int i = 1; !anchors.add(i == 1 ? anchor : anchor + "-" + (i - 1)); i++) {
                    continue;
                }
            }
        }
        return anchors;
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
