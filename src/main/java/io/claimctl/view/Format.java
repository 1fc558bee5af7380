package io.claimctl.view;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How a result is written to stdout. */
public enum Format {
    /** Columns for people, shortened to the width of a terminal. */
    TABLE,
    /** More columns, nothing shortened. */
    WIDE,
    /** One JSON document. */
    JSON,
    /** One JSON object a line, one line a row. */
    NDJSON,
    /** One YAML document with the content of the JSON one. */
    YAML,
    /** RFC 4180, a header line first. */
    CSV,
    /** The claim ids, one a line. */
    NAME,
    /** Assignments for a POSIX shell; only an acquisition has this format. */
    ENV,
    /** The text that a monitoring system reads: only check and metrics have this format. */
    TEXT;

    /** The formats that every command has. */
    public static List<Format> general() {
        return Arrays.stream(values())
                .filter(format -> format != ENV && format != TEXT)
                .toList();
    }

    /** Whether programs read it: never coloured, and nothing but the data on stdout. */
    public boolean machine() {
        return this != TABLE && this != WIDE;
    }

    /** The word of the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
