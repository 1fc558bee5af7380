package io.claimctl.view;

import java.util.List;
import java.util.Locale;

/** A column of a table; the constants of an enum. */
interface Column {

    /** The heading. */
    String heading();

    /** Cells of later rows are as wide as this at least, so that it is worth reserving. */
    int usual();

    /** A column that must shrink keeps this width; {@link Integer#MAX_VALUE} if it never shrinks. */
    int least();

    /** What machine formats call it. */
    Enum<?> field();

    /** The heading as a word of the command line. */
    default String word() {
        return heading().toLowerCase(Locale.ROOT).replace('-', '_');
    }

    /** The column with this name or heading. */
    static <C extends Column> C named(String word, List<C> columns) {
        return columns.stream()
                .filter(column -> word.equals(Facts.name(column.field())))
                .findFirst()
                .or(() -> columns.stream()
                        .filter(column -> word.equals(column.word()))
                        .findFirst())
                .orElseThrow(() -> new IllegalArgumentException("there is no column " + word));
    }

    /** The columns with these names or headings. */
    static <C extends Column> List<C> named(List<String> words, List<C> columns) {
        return words.stream().map(word -> named(word, columns)).toList();
    }
}
