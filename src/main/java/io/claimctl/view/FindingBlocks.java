package io.claimctl.view;

import io.claimctl.doctor.Examination;
import io.claimctl.doctor.Finding;
import io.claimctl.doctor.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Findings for people: what asks for action first, each in a block that says what was seen, what it means, and what mends it;
 * then the others, a line each, and how many are as they should be. {@code wide} has a block for each.
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

    void write(Examination examination) {
        List<Finding> gravest = new ArrayList<>(examination.findings());
        String version = examination.server().map(words -> ": " + words).orElse("");
        out.line(SafeText.of(examination.collection() + version));
        out.line("");
        gravest.sort(Comparator.comparing(Finding::level).reversed()); // stable: in the order of the checks
        boolean blocks = false;
        Set<String> folded = new HashSet<>();
        for (Finding finding : gravest) {
            if (!wide && (finding.level() == Level.OK || isFolded(finding, folded))) {
                continue;
            }
            boolean block = wide || finding.level().asksForAction();
            if (blocks) {
                out.line("");
            }
            if (block) {
                block(finding);
            } else {
                line(names(finding, gravest), finding);
            }
            blocks = block;
        }
        if (!wide) {
            fine(examination.count(Level.OK), blocks);
        }
    }

    private void fine(long count, boolean blocks) {
        if (count > 0) {
            if (blocks) {
                out.line("");
            }
            out.line(heading(Level.OK) + count + (count == 1 ? " check" : " checks"));
        }
    }

    /** Checks that are unknown for one reason stand in one line, that of the first of them. */
    private static boolean isFolded(Finding finding, Set<String> folded) {
        return finding.level() == Level.UNKNOWN && !folded.add(finding.evidence());
    }

    private static String names(Finding finding, List<Finding> all) {
        return finding.level() != Level.UNKNOWN
                ? finding.name()
                : String.join(
                        ", ",
                        all.stream()
                                .filter(f -> f.level() == Level.UNKNOWN
                                        && f.evidence().equals(finding.evidence()))
                                .map(Finding::name)
                                .toList());
    }

    private void block(Finding finding) {
        text(heading(finding.level()), finding.name() + ": " + finding.evidence());
        text(" ".repeat(INDENT), finding.consequence());
        if (finding.remedy() != null) {
            // whole, and as it is: a line to copy, whose words are quoted
            out.line(" ".repeat(INDENT) + paint.in(Tone.HEAD, "fix: ") + finding.remedy());
        }
    }

    private void line(String names, Finding finding) {
        String text = SafeText.of(names + ": " + finding.evidence());
        out.line(heading(finding.level()) + (screen.width() == 0 ? text : TextWidth.fit(text, room(), ellipsis())));
    }

    private String heading(Level level) {
        String word = level.name();
        return paint.in(tone(level), word) + " ".repeat(INDENT - word.length());
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
