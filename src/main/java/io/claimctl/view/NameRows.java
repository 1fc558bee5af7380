package io.claimctl.view;

/**
 * The ids, one a line. Into a pipe they are exact, except that an id with control characters is written as safe text:
 * with its line break it would look like two other ids. (JSON has such an id exactly.) On a terminal all are safe text.
 */
final class NameRows implements Rows {
    private final boolean terminal;
    private final TextOutput out;

    NameRows(Screen screen, TextOutput out) {
        this.terminal = screen.terminal();
        this.out = out;
    }

    @Override
    public void begin(Facts head) {}

    @Override
    public void row(Facts row) {
        String id = String.valueOf(row.value(ClaimField.ID));
        boolean exact = !terminal && SafeText.isEncodable(id) && id.chars().noneMatch(NameRows::breaksLines);
        out.line(exact ? id : SafeText.of(id));
    }

    private static boolean breaksLines(int c) {
        return Character.isISOControl(c) || c == 0x2028 || c == 0x2029;
    }

    @Override
    public void end(Facts tail) {
        out.flush();
    }

    @Override
    public void flush() {
        out.flush();
    }
}
