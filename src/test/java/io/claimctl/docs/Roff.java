package io.claimctl.docs;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Text for a manual page in the macros of man(7): whatever it holds is shown as it is. */
final class Roff {
    private final StringBuilder out = new StringBuilder();
    private boolean begins;

    Roff line(String request) {
        out.append(request).append('\n');
        begins = false;
        return this;
    }

    /** A paragraph begins, unless a section does already. */
    private Roff apart() {
        return begins ? this : line(".PP");
    }

    Roff section(String title) {
        return heading(".SH " + title);
    }

    Roff subsection(String title) {
        return heading(".SS " + title);
    }

    private Roff heading(String request) {
        line(request);
        begins = true;
        return this;
    }

    /** A paragraph of prose. */
    Roff paragraph(String text) {
        return apart().line(prose(text));
    }

    /** What is to be explained, marked up already, and below it what there is to say. */
    Roff term(String term, String text) {
        return line(".TP").line(term).line(prose(text));
    }

    /** More on the last term, on a line of its own. */
    Roff further(String text) {
        return line(".br").line(prose(text));
    }

    /** Lines that are to be copied. */
    Roff example(List<String> lines) {
        apart().line(".RS 4").line(".nf");
        lines.forEach(text -> line(text.isBlank() ? "" : literal(text)));
        return line(".fi").line(".RE");
    }

    static String bold(String text) {
        return "\\fB" + literal(text) + "\\fR";
    }

    static String italic(String text) {
        return "\\fI" + literal(text) + "\\fR";
    }

    /** Words of a command line: a dash is one that can be copied. */
    static String literal(String text) {
        return safeStart(escaped(text).replace("-", "\\-"));
    }

    /** Sentences: only the dashes of options stay what they are. */
    private static String prose(String text) {
        return safeStart(Arrays.stream(text.strip().split(" "))
                .map(word -> word.matches(".*(^|[^\\w])-.*") ? escaped(word).replace("-", "\\-") : escaped(word))
                .collect(Collectors.joining(" ")));
    }

    private static String escaped(String text) {
        StringBuilder safe = new StringBuilder();
        text.chars()
                .forEach(c -> safe.append(
                        switch (c) {
                            case '\\' -> "\\e";
                            case '\'' -> "\\(aq";
                            case '`' -> "\\(ga";
                            case '^' -> "\\(ha";
                            case '~' -> "\\(ti";
                            default -> c < 0x7f ? Character.toString(c) : String.format("\\[u%04X]", c);
                        }));
        return safe.toString();
    }

    private static String safeStart(String text) {
        return text.startsWith(".") ? "\\&" + text : text;
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
