package io.claimctl.view;

/**
 * The ids, exactly, each with a NUL behind it, for {@code xargs -0}. An id that holds a NUL itself, or what no encoding can
 * write, has no such form and is left out. On a terminal all are safe text.
 */
final class NullRows implements Rows {
    private final boolean terminal;
    private final TextOutput out;

    NullRows(Screen screen, TextOutput out) {
        this.terminal = screen.terminal();
        this.out = out;
    }

    @Override
    public void begin(Facts head) {}

    @Override
    public void row(Facts row) {
        String id = String.valueOf(row.value(ClaimField.ID));
        if (id.indexOf('\0') >= 0 || !SafeText.isEncodable(id)) {
            out.leaveOut();
        } else {
            out.write(terminal ? SafeText.of(id) : id);
            out.write("\0");
        }
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
