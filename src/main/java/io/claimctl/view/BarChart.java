package io.claimctl.view;

import io.claimctl.view.StatsSections.Section;
import java.util.List;

/**
 * Draws numbers as bars, within the width of the screen: labels are shortened first, then the percentages go, then the
 * bars. The longest bar of a section takes all the space there is.
 */
final class BarChart {
    private static final int WITHOUT_SCREEN = 72;
    private static final int PERCENT = 4;
    private static final int EIGHTHS = 8;
    private static final String PARTS = " ▏▎▍▌▋▊▉";
    private static final char FULL = '█';
    /** A bar that is shorter than this beside a percentage, or without one, says too little. */
    private static final int WORTHWHILE = 10;

    private static final int SHORTEST = 4;
    private static final int LEAST_LABEL = 8;
    private static final int NARROW = 40;
    private static final int WIDEST = 64;

    private final Paint paint;
    private final boolean ascii;
    private final boolean asciiData;
    private final int screen;
    private final boolean whole;
    private final TextOutput out;
    private Widths widths = new Widths(0, 0, 0, false, 0);

    /** @param whole whether labels are never shortened, so that lines may be longer than the screen is wide */
    BarChart(Screen screen, boolean whole, TextOutput out) {
        this.paint = new Paint(screen);
        this.ascii = screen.ascii();
        this.asciiData = screen.ascii() && screen.terminal();
        this.screen = screen.width() > 0 ? screen.width() : WITHOUT_SCREEN;
        this.whole = whole;
        this.out = out;
    }

    /** How many columns each part of a line has; no bar where its width is 0. */
    private record Widths(int label, int number, int gap, boolean percent, int bar) {}

    void draw(StatsSections stats) {
        List<Section> sections = stats.all();
        widths = widths(sections);
        wrap(stats.note());
        for (int i = 0; i < sections.size(); i++) {
            if (i > 0) {
                out.line("");
            }
            draw(sections.get(i));
        }
    }

    private Widths widths(List<Section> sections) {
        int label = 0;
        int number = 0;
        for (Section section : sections) {
            for (Bar bar : section.bars()) {
                label = Math.max(label, TextWidth.of(shown(bar.label())));
                number = Math.max(number, bar.amount() == null ? bar.number().length() : 0);
            }
        }
        int gap = screen < NARROW ? 1 : 2;
        int left = screen - number - gap;
        int percent = gap + PERCENT;
        if (whole) {
            int usual = Math.min(label, WIDEST); // one monstrous name must not move all the bars away
            return new Widths(usual, number, gap, true, Math.max(WORTHWHILE, left - usual - percent - gap));
        }
        int most = Math.min(label, screen / 2);
        int least = Math.min(label, LEAST_LABEL);
        int beside = Math.min(most, left - percent - gap - WORTHWHILE);
        if (beside >= least) {
            return new Widths(beside, number, gap, true, left - beside - percent - gap);
        }
        int alone = Math.min(most, left - gap - SHORTEST);
        return alone >= least
                ? new Widths(alone, number, gap, false, left - alone - gap)
                : new Widths(Math.max(1, Math.min(label, left)), number, gap, false, 0);
    }

    private void draw(Section section) {
        String note = section.note();
        boolean fits = !note.isEmpty() && section.heading().length() + 2 + note.length() <= screen;
        out.line(paint.in(Tone.HEAD, section.heading()) + (fits ? "  " + paint.in(Tone.QUIET, note) : ""));
        long longest = section.bars().stream().mapToLong(Bar::count).max().orElse(0);
        section.bars().forEach(bar -> draw(bar, section.whole(), longest));
    }

    private void draw(Bar bar, long hundred, long longest) {
        String gap = " ".repeat(widths.gap);
        String number = right(bar.number(), widths.number);
        String label = fitted(bar.label(), screen - widths.gap - number.length());
        int space = widths.label + widths.number - number.length(); // an amount may be longer than any number
        StringBuilder line = new StringBuilder(128)
                .append(paint.in(bar.tone(), label))
                .append(" ".repeat(Math.max(0, space - TextWidth.of(label))))
                .append(gap)
                .append(number);
        if (bar.amount() == null) {
            line.append(widths.percent ? gap + right(percent(bar.count(), hundred), PERCENT) : "");
            String drawn = bar(bar.count(), longest);
            line.append(drawn.isEmpty() ? "" : gap + paint.in(bar.tone(), drawn));
        }
        out.line(line);
    }

    private String fitted(String label, int most) {
        String shown = shown(label);
        return whole ? shown : TextWidth.fit(shown, Math.max(1, Math.min(widths.label, most)), ascii ? "~" : "…");
    }

    private String shown(String label) {
        return asciiData ? SafeText.ascii(label).toString() : label;
    }

    private static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }

    /** What is there is never 0 %, and what is not all is never 100 %. */
    static String percent(long count, long hundred) {
        if (count == 0 || count == hundred) {
            return count == 0 ? "0%" : "100%";
        }
        long rounded = Math.round(100.0 * count / hundred);
        return rounded == 0 ? "<1%" : rounded >= 100 ? ">99%" : rounded + "%";
    }

    /** What is there has a bar, however short. */
    private String bar(long count, long longest) {
        if (count == 0 || widths.bar == 0) {
            return "";
        }
        double share = (double) count / longest;
        if (ascii) {
            return "#".repeat((int) Math.max(1, Math.round(share * widths.bar)));
        }
        int eighths = (int) Math.max(1, Math.round(share * widths.bar * EIGHTHS));
        String full = String.valueOf(FULL).repeat(eighths / EIGHTHS);
        return eighths % EIGHTHS == 0 ? full : full + PARTS.charAt(eighths % EIGHTHS);
    }

    /** A sentence, a blank line behind it. */
    private void wrap(String sentence) {
        if (sentence.isEmpty()) {
            return;
        }
        StringBuilder line = new StringBuilder();
        for (String word : sentence.split(" ", -1)) {
            if (line.length() > 0 && line.length() + 1 + word.length() > screen) {
                out.line(line);
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        out.line(line);
        out.line("");
    }
}
