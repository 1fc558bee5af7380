package io.claimctl.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;

/**
 * A command line of the program as it is written in a document or a file for another program, and what is wrong with it: it
 * is parsed by the program's own command tree.
 *
 * @param text what is written from the program's name on, perhaps with more behind it
 * @param whole whether all that the command needs must be there; prose may name a part
 */
record WrittenLine(String text, boolean whole) {
    private static final Pattern PROGRAM = Pattern.compile("(?<![\\w./~-])(?:/usr/bin/)?claimctl (?=[a-z-])");
    private static final Pattern IN_PROSE = Pattern.compile("`(claimctl [a-z-][^`]*)`");
    /** What stands for a value in the tables and synopses. */
    private static final List<List<String>> STAND_INS =
            List.of(List.of("D", "1m"), List.of("T", "token"), List.of("N", "1"), List.of("SIZE", "64KiB"));

    private static final String ENDS = "|;&)<>`…";

    /** Those of a Markdown document: in code blocks, and in code within the text. */
    static List<WrittenLine> inMarkdown(String document) {
        List<WrittenLine> found = new ArrayList<>();
        boolean fenced = false;
        for (String line : document.lines().toList()) {
            if (line.startsWith("```")) {
                fenced = !fenced;
            } else if (line.startsWith("    ") || (fenced && line.startsWith("$ "))) {
                in(line).forEach(found::add);
            } else if (!fenced) {
                Matcher code = IN_PROSE.matcher(line.replace("\\|", "/"));
                code.results().forEach(one -> found.add(new WrittenLine(one.group(1), false)));
            }
        }
        return found;
    }

    /** Those of a line of a shell, a crontab or a unit. */
    static Stream<WrittenLine> in(String line) {
        String code = line.strip().startsWith("#") ? "" : line;
        return PROGRAM.matcher(code)
                .results()
                .map(one -> new WrittenLine(
                        code.substring(one.end() - "claimctl ".length()),
                        !code.substring(0, one.start()).contains("xargs"))); // which adds words
    }

    /** Those of a list of words. */
    static WrittenLine of(List<String> words) {
        return new WrittenLine("claimctl " + String.join(" ", words), true);
    }

    /** Why the program would refuse it; empty if it would not. */
    Optional<String> problem() {
        List<String> words = words();
        try {
            new CommandTree(Verb.ALL).forArguments(words, Context.ofNothing()).parseArgs(words.toArray(new String[0]));
            return Optional.empty();
        } catch (MissingParameterException e) {
            List<String> unknown = e.getCommandLine().getUnmatchedArguments();
            return whole || !unknown.isEmpty()
                    ? Optional.of(text + ": " + e.getMessage() + " " + unknown)
                    : Optional.empty();
        } catch (ParameterException e) {
            return Optional.of(text + ": " + e.getMessage());
        }
    }

    /** As a shell would split it, up to where the command ends; variables stand for themselves. */
    List<String> words() {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        char quote = 0;
        boolean begun = false;
        for (int i = "claimctl ".length(); i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote == 0 && (ENDS.indexOf(c) >= 0 || (c == '#' && !begun))) {
                break;
            } else if (quote == 0 && (c == '\'' || c == '"')) {
                if (text.indexOf(c, i + 1) < 0) {
                    break; // it ends what the whole command stands in
                }
                quote = c;
                begun = true;
            } else if (c == quote) {
                quote = 0;
            } else if (quote == 0 && c == ' ') {
                add(word, begun, words);
                begun = false;
            } else {
                word.append(c);
                begun = true;
            }
        }
        add(word, begun, words);
        return words;
    }

    private static void add(StringBuilder word, boolean begun, List<String> words) {
        if (begun) {
            String text = word.toString();
            words.add(STAND_INS.stream()
                    .filter(pair -> pair.get(0).equals(text))
                    .map(pair -> pair.get(1))
                    .findFirst()
                    .orElse(text));
        }
        word.setLength(0);
    }

    @Override
    public String toString() {
        return text;
    }
}
