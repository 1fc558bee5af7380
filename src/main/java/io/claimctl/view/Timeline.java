package io.claimctl.view;

import io.claimctl.claim.Claim;
import io.claimctl.claim.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The life of a claim as a line drawn to scale, from the first of its instants to the last, now among them. What each mark
 * is stands below it, the last one first, a line a mark:
 *
 * <pre>
 * ├──────────────┝━━━━━━━━━━┿━━━━━━━━━━━━━━━━━━━━┥
 * │              │          │  lease ends in 8m30s
 * │              │          now
 * │              last transition 4m ago
 * created 10m ago
 * </pre>
 *
 * The heavy part is the time of the lease; where it is over, dots follow up to now.
 */
final class Timeline {
    private static final int WIDEST = 96;
    private static final int NARROWEST = 12;

    private final Instant now;
    private final Screen screen;
    private final int width;
    private final List<Mark> marks = new ArrayList<>();
    private final Strokes strokes;

    private record Mark(Instant at, String label) {}

    private record Strokes(char line, char lease, char over, char mark, char leaseMark, char below) {
        static final Strokes DRAWN = new Strokes('─', '━', '┄', '┼', '┿', '│');
        static final Strokes TYPED = new Strokes('-', '=', '.', '+', '#', '|');
    }

    private Timeline(Claim claim, Instant now, Screen screen, int width) {
        this.now = now;
        this.screen = screen;
        this.width = width;
        this.strokes = screen.ascii() ? Strokes.TYPED : Strokes.DRAWN;
        mark(claim.createdAt(), "created ");
        mark(claim.updatedAt(), transition(claim));
        if (!claim.is(Status.RELEASED)) {
            mark(claim.expiresAt(), end(claim));
        }
        marks.add(new Mark(now, screen.absolute() ? "now " + Times.at(now, screen.zone()) : "now"));
        marks.sort(Comparator.comparing(Mark::at));
    }

    /**
     * The lines of the drawing; none where there is no span of time, or no room.
     *
     * @param room in columns; 0 if it is not known
     */
    static List<String> of(Claim claim, Instant now, Screen screen, int room) {
        int width = room <= 0 ? 72 : Math.min(room, WIDEST);
        Timeline timeline = new Timeline(claim, now, screen, width);
        boolean spans = timeline.span() > 0 && width >= NARROWEST;
        return spans ? timeline.lines(claim) : List.of();
    }

    private void mark(@Nullable Instant at, String label) {
        if (at != null) {
            String when = screen.absolute() ? Times.at(at, screen.zone()) : LeaseWords.ago(at, now);
            marks.add(new Mark(at, label + when));
        }
    }

    private static String transition(Claim claim) {
        if (claim.is(Status.COMPLETED)) {
            return "completed ";
        }
        boolean reset = claim.presentReset().filter(mark -> !mark.isRelease()).isPresent();
        return reset ? "reset " : claim.is(Status.RELEASED) ? "released " : "last transition ";
    }

    private String end(Claim claim) {
        boolean over = LeaseWords.over(claim, now);
        if (claim.is(Status.COMPLETED)) {
            return screen.absolute() && !over ? "remembered until " : "forgotten ";
        }
        return over ? "lease ended " : "lease ends ";
    }

    private long span() {
        return Times.millis(marks.get(0).at(), marks.get(marks.size() - 1).at());
    }

    private int column(Instant at) {
        double part = (double) Times.millis(marks.get(0).at(), at) / span();
        return (int) Math.round(part * (width - 1));
    }

    private List<String> lines(Claim claim) {
        List<String> lines = new ArrayList<>();
        lines.add(axis(claim));
        for (int i = marks.size() - 1; i >= 0; i--) {
            lines.add(label(i));
        }
        return lines;
    }

    private String axis(Claim claim) {
        char[] axis = new char[width];
        Arrays.fill(axis, strokes.line());
        marks.forEach(mark -> axis[column(mark.at())] = strokes.mark());
        Instant from = claim.updatedAt();
        Instant to = claim.expiresAt();
        if (claim.is(Status.PROCESSING) && from != null && to != null && from.isBefore(to)) {
            if (to.isBefore(now)) {
                Arrays.fill(axis, column(to), column(now), strokes.over());
            }
            Arrays.fill(axis, column(from), column(to) + 1, strokes.lease());
            marks.stream()
                    .filter(mark -> !mark.at().isBefore(from) && !mark.at().isAfter(to))
                    .forEach(mark -> axis[column(mark.at())] = strokes.leaseMark());
        }
        return new String(axis);
    }

    /** The label begins below its mark, or ends there where it would not fit; the marks before it go on downwards. */
    private String label(int index) {
        Mark mark = marks.get(index);
        String text = TextWidth.fit(mark.label(), width, screen.ascii() ? "~" : "…");
        int place = column(mark.at());
        int start = place + text.length() <= width ? place : Math.max(0, Math.min(place + 1, width) - text.length());
        char[] line = new char[width];
        Arrays.fill(line, ' ');
        for (int i = 0; i < index; i++) {
            line[column(marks.get(i).at())] = strokes.below();
        }
        Arrays.fill(line, Math.max(0, start - 1), Math.min(width, start + text.length() + 1), ' ');
        text.getChars(0, text.length(), line, start);
        return new String(line).stripTrailing();
    }
}
