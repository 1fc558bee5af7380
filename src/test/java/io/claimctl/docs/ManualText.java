package io.claimctl.docs;

import java.util.List;

/**
 * Mends what picocli writes as AsciiDoc: it puts help texts there as they are, and AsciiDoc would take an asterisk, a
 * brace or {@code --} in them for markup.
 */
final class ManualText {
    private static final String SYNOPSIS = "== Synopsis";

    private final StringBuilder out = new StringBuilder();
    private String section = "";
    private String before = "";
    private boolean literal;

    private ManualText() {}

    static String withoutMarkup(List<String> lines) {
        ManualText text = new ManualText();
        lines.forEach(text::line);
        return text.out.toString();
    }

    private void line(String line) {
        out.append(mended(line)).append('\n');
        before = line;
    }

    private String mended(String line) {
        if (line.startsWith("=")) {
            section = heading(line);
            return section;
        }
        if (line.isBlank() || line.matches("(//|:|\\[|\\+$).*") || line.endsWith("::")) {
            return line;
        }
        if (before.endsWith("::")) {
            return "  " + plain(line.strip());
        }
        if (section.equals(SYNOPSIS)) {
            return line.replace(" -- ", " \\-- ");
        }
        if (before.isBlank() || before.startsWith("[") || before.startsWith("//")) {
            literal = line.startsWith(" ");
        }
        return literal || section.equals("== Name") ? line : plain(line);
    }

    /** Without the colon that a heading has in the help. */
    private static String heading(String line) {
        return line.replaceFirst("^==\\s+", "== ")
                .replaceFirst(":$", "")
                .replaceFirst("^== Exit codes.*", "== Exit status");
    }

    private static String plain(String text) {
        return "pass:c[" + text.replace("]", "\\]") + "]";
    }
}
