package io.claimctl.view;

import io.claimctl.doctor.Finding;
import io.claimctl.doctor.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Findings for people: what asks for action first, each in a block that says what was seen, what it means, and what mends it;
 * then the others, a line each. {@code wide} has a block for each.
 */
final class FindingBlocks {
    private static final int INDENT = 9;

    private final Screen screen;
    private final boolean wide;
    private final Paint paint;
    private final TextOutput out;

    FindingBlocks(Screen screen, boolean wide, TextOutput out) {
        this.screen = screen;
        this.wide = wide;
        this.paint = new Paint(screen);
        this.out = out;
    }

    void write(List<Finding> findings) {
        List<Finding> gravest = new ArrayList<>(findings);
        gravest.sort(Comparator.comparing(Finding::level).reversed()); // stable: in the order of the checks
        boolean blocks = false;
        for (Finding finding : gravest) {
            boolean block = wide || finding.level().asksForAction();
            if (blocks) {
                out.line("");
            }
            if (block) {
                block(finding);
            } else {
                line(finding);
            }
            blocks = block;
        }
    }

    private void block(Finding finding) {
        text(heading(finding), finding.name() + ": " + finding.evidence());
        text(" ".repeat(INDENT), finding.consequence());
        if (finding.remedy() != null) {
            // whole, and as it is: a line to copy, whose words are quoted
            out.line(" ".repeat(INDENT) + paint.in(Tone.HEAD, "fix: ") + finding.remedy());
        }
    }

    private void line(Finding finding) {
        String text = SafeText.of(finding.name() + ": " + finding.evidence());
        out.line(heading(finding) + (screen.width() == 0 ? text : TextWidth.fit(text, room(), ellipsis())));
    }

    private String heading(Finding finding) {
        String word = finding.level().name();
        return paint.in(tone(finding.level()), word) + " ".repeat(INDENT - word.length());
    }

    private String ellipsis() {
        return screen.ascii() ? "~" : "…";
    }

    private int room() {
        return Math.max(20, screen.width() - INDENT);
    }

    /** Words in lines as long as the screen is wide; without a width in one. */
    private void text(String first, String raw) {
        String start = first;
        StringBuilder line = new StringBuilder();
        for (String word : SafeText.of(raw).split(" ", -1)) {
            boolean full = screen.width() > 0
                    && line.length() > 0
                    && TextWidth.of(line.toString()) + 1 + TextWidth.of(word) > room();
            if (full) {
                out.line(start + line);
                start = " ".repeat(INDENT);
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        out.line(start + line);
    }

    private static Tone tone(Level level) {
        return switch (level) {
            case OK -> Tone.GOOD;
            case INFO -> Tone.PLAIN;
            case UNKNOWN -> Tone.QUIET;
            case WARNING -> Tone.WARN;
            case ERROR -> Tone.BAD;
        };
    }
}
