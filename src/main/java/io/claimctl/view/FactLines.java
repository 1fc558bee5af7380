package io.claimctl.view;

import java.time.Instant;
import java.util.Map;

/** Facts for people, a line a fact. */
final class FactLines {
    private final Screen screen;
    private final Paint paint;
    private final TextOutput out;

    FactLines(Screen screen, TextOutput out) {
        this.screen = screen;
        this.paint = new Paint(screen);
        this.out = out;
    }

    void write(Facts facts) {
        int width =
                facts.values().keySet().stream().mapToInt(String::length).max().orElse(0) + 2;
        for (Map.Entry<String, Object> fact : facts.values().entrySet()) {
            boolean message = fact.getKey().equals(Facts.name(OutcomeField.MESSAGE)); // goes to stderr
            if (!message && !Boolean.FALSE.equals(fact.getValue())) {
                String name = fact.getKey();
                out.line(paint.in(Tone.HEAD, name) + " ".repeat(width - name.length()) + text(fact.getValue()));
            }
        }
    }

    private String text(Object value) {
        return value instanceof Instant instant ? Times.at(instant, screen.zone()) : SafeText.of(value.toString());
    }
}
