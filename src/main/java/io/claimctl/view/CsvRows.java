package io.claimctl.view;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * RFC 4180: a heading, then a record a line, lines end in CR LF, cells are quoted where they must be. A cell holds the
 * exact text (a line break stands in quotes); on a terminal, and for what no encoding can write, the safe text. Lists
 * and maps stand as JSON in their cell.
 */
final class CsvRows implements Rows {
    private final List<? extends Enum<?>> fields;
    private final boolean terminal;
    private final boolean heading;
    private final TextOutput out;

    CsvRows(List<? extends Enum<?>> fields, Screen screen, boolean heading, TextOutput out) {
        this.fields = fields;
        this.terminal = screen.terminal();
        this.heading = heading;
        this.out = out;
    }

    @Override
    public void begin(Facts head) {
        if (heading) {
            line(fields.stream().map(Facts::name).collect(Collectors.joining(",")));
        }
    }

    @Override
    public void row(Facts row) {
        line(fields.stream().map(field -> cell(row.value(field))).collect(Collectors.joining(",")));
    }

    @Override
    public void end(Facts tail) {
        out.flush();
    }

    @Override
    public void flush() {
        out.flush();
    }

    private void line(String cells) {
        out.write(cells);
        out.write("\r\n");
    }

    private String cell(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        String exact = text(value);
        String text = terminal || !SafeText.isEncodable(exact) ? SafeText.of(exact) : exact;
        boolean quote = text.isEmpty() || text.chars().anyMatch(c -> c == '"' || c == ',' || c == '\n' || c == '\r');
        return quote ? "\"" + text.replace("\"", "\"\"") + "\"" : text;
    }

    private static String text(Object value) {
        if (value instanceof String || value instanceof Long || value instanceof Boolean) {
            return value.toString();
        }
        return value instanceof Instant instant ? Times.utc(instant) : FactsGenerator.text(value);
    }
}
