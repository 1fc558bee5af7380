package io.claimctl.view;

/** JSON Lines: a record a line, nothing else. */
final class LineRows implements Rows {
    private final TextOutput out;
    private final FactsGenerator generator;

    LineRows(TextOutput out) {
        this.out = out;
        this.generator = FactsGenerator.compact(out);
    }

    @Override
    public void begin(Facts head) {}

    @Override
    public void row(Facts row) {
        generator.object(row).flush();
        out.write("\n");
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
