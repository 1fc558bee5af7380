package io.claimctl.view;

import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimRow;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A live list as lines of a screen: how the watch stands, the claims in columns, how to end it. As many lines as the screen
 * has, none wider than it. Immutable.
 */
public final class ClaimFrame {
    private static final String GAP = "  ";

    private final String namespace;
    private final Duration interval;
    private final Screen screen;

    /**
     * A frame.
     *
     * @param namespace the database and the collection
     * @param interval how often it looks
     * @param screen colours and zone; its width is given with each frame
     */
    public ClaimFrame(String namespace, Duration interval, Screen screen) {
        String safe = SafeText.of(namespace);
        this.namespace = screen.ascii() ? SafeText.ascii(safe).toString() : safe;
        this.interval = interval;
        this.screen = screen;
    }

    /**
     * The lines for a screen of this size, without their ends.
     *
     * @param width at least 1
     * @param height at least 1
     */
    public List<String> lines(WatchState state, int width, int height) {
        List<String> lines = new ArrayList<>();
        lines.add(header(state, width));
        int room = height - 2;
        if (room > 0) {
            lines.addAll(table(state, width, room));
        }
        while (lines.size() < height - 1) {
            lines.add("");
        }
        if (height > 1) {
            lines.add(footer(state, width, Math.max(0, room - 1)));
        }
        return lines;
    }

    private String header(WatchState state, int width) {
        List<String> parts = new ArrayList<>();
        if (state.silentSince() != null) {
            long silent = Times.millis(state.silentSince(), state.now());
            parts.add("no answer since " + Times.clock(state.silentSince(), screen.zone()) + " (" + Times.words(silent)
                    + ")");
        } else {
            if (state.silentFor() != null) {
                parts.add("answers again after " + Times.words(state.silentFor().toMillis()));
            }
            parts.add(Times.clock(state.now(), screen.zone()));
        }
        parts.add(counts(state.claims()));
        parts.add(namespace);
        parts.add("every " + Times.exact(interval));
        Tone tone = state.silentSince() != null ? Tone.BAD : Tone.HEAD;
        return new Paint(screen).in(tone, fitting(parts, width));
    }

    /** The first part, and of the others those that have room. */
    private String fitting(List<String> parts, int width) {
        StringBuilder line = new StringBuilder(TextWidth.fit(parts.get(0), width, screen.ascii() ? "~" : "…"));
        for (String part : parts.subList(1, parts.size())) {
            if (TextWidth.of(line.toString()) + GAP.length() + TextWidth.of(part) <= width) {
                line.append(GAP).append(part);
            }
        }
        return line.toString();
    }

    private String counts(List<ClaimRow> claims) {
        Map<String, Long> byStatus =
                claims.stream().collect(Collectors.groupingBy(this::status, TreeMap::new, Collectors.counting()));
        String words = Words.count(claims.size(), "claim");
        return byStatus.isEmpty()
                ? words
                : words + ": "
                        + byStatus.entrySet().stream()
                                .map(entry -> entry.getValue() + " " + entry.getKey())
                                .collect(Collectors.joining(", "));
    }

    private String status(ClaimRow row) {
        Claim claim = row.readable();
        if (!row.defects().isEmpty()) {
            return "malformed";
        }
        String safe = claim.status() == null ? "without status" : SafeText.of(claim.status());
        return screen.ascii() ? SafeText.ascii(safe).toString() : safe;
    }

    private List<String> table(WatchState state, int width, int room) {
        StringWriter text = new StringWriter();
        Screen sized = new Screen(true, width, screen.colour(), screen.zone(), screen.ascii(), screen.absolute());
        ClaimTable table = new ClaimTable(Format.TABLE, Layout.WHOLE, null, sized, new TextOutput(text, false));
        table.begin(state.now());
        state.claims().stream().limit(Math.max(0, room - 1)).forEach(table::row);
        table.end(null);
        return text.toString().lines().limit(room).map(line -> cut(line, width)).toList();
    }

    private String footer(WatchState state, int width, int shown) {
        List<String> parts = new ArrayList<>(List.of("Ctrl-C ends"));
        int all = state.claims().size();
        if (all > shown) {
            parts.add(shown + " of " + all + " shown");
        }
        return fitting(parts, width);
    }

    /** The line up to this width, its colours ended. */
    private static String cut(String line, int width) {
        StringBuilder cut = new StringBuilder(line.length());
        int used = 0;
        boolean coloured = false;
        int i = 0;
        while (i < line.length()) {
            int end = i + Character.charCount(line.codePointAt(i));
            if (line.charAt(i) == '\u001b') {
                end = line.indexOf('m', i) + 1;
                coloured = true;
            } else {
                used += TextWidth.of(line.substring(i, end));
                if (used > width) {
                    break;
                }
            }
            cut.append(line, i, end);
            i = end;
        }
        return coloured && i < line.length() ? cut + "\u001b[m" : cut.toString();
    }
}
