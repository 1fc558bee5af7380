package io.claimctl.testing;

import java.util.ArrayList;
import java.util.List;

/** A strict reader of RFC 4180: records end in CR LF, quotes stand around whole cells and are doubled inside. */
public final class Rfc4180 {
    private final String text;
    private int at;

    private Rfc4180(String text) {
        this.text = text;
    }

    /** The records, each a list of cells. */
    public static List<List<String>> parse(String text) {
        Rfc4180 reader = new Rfc4180(text);
        List<List<String>> records = new ArrayList<>();
        while (reader.at < text.length()) {
            records.add(reader.record());
        }
        return records;
    }

    private List<String> record() {
        List<String> cells = new ArrayList<>();
        while (true) {
            cells.add(text.charAt(at) == '"' ? quoted() : bare());
            if (text.startsWith("\r\n", at)) {
                at += 2;
                return cells;
            }
            expect(',');
        }
    }

    private String quoted() {
        StringBuilder cell = new StringBuilder();
        at++;
        while (true) {
            int end = text.indexOf('"', at);
            if (end < 0) {
                throw new IllegalArgumentException("a quote is not closed");
            }
            cell.append(text, at, end);
            at = end + 1;
            if (at >= text.length() || text.charAt(at) != '"') {
                return cell.toString();
            }
            cell.append('"');
            at++;
        }
    }

    private String bare() {
        int start = at;
        while (",\r\n\"".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(start, at);
    }

    private void expect(char c) {
        if (text.charAt(at) != c) {
            throw new IllegalArgumentException("expected " + c + " at " + at + ": " + text.substring(at));
        }
        at++;
    }
}
