package io.claimctl.view;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What of a list is written, and how.
 *
 * @param columns words of {@link Listing#columns}, in this order; empty for those that the format has by itself
 * @param headings whether a heading stands above columns
 * @param nulls whether ids alone are written exactly, each with a NUL behind it, in place of a line
 */
public record Layout(List<String> columns, boolean headings, boolean nulls) {
    /** All that the format has. */
    public static final Layout WHOLE = new Layout(List.of(), true, false);

    /** Copies the columns; refuses one that is named twice. */
    public Layout {
        columns = List.copyOf(columns);
        Set<String> seen = new HashSet<>();
        for (String column : columns) {
            if (!seen.add(column)) {
                throw new IllegalArgumentException("column " + column + " is named twice: name it once");
            }
        }
    }
}
