package io.claimctl.view;

/** One document: {@code {"claims": [...], ...}}, or with another name for what it lists. */
final class EnvelopeRows implements Rows {
    private final EnvelopeField array;
    private final FactsGenerator generator;
    private final TextOutput out;
    private final boolean endLine;

    EnvelopeRows(EnvelopeField array, FactsGenerator generator, TextOutput out, boolean endLine) {
        this.array = array;
        this.generator = generator;
        this.out = out;
        this.endLine = endLine;
    }

    @Override
    public void begin(Facts head) {
        generator.start().members(head).startArray(array);
    }

    @Override
    public void row(Facts row) {
        generator.object(row);
    }

    @Override
    public void end(Facts tail) {
        generator.endArray().members(tail).end().finish();
        if (endLine) {
            out.write("\n");
        }
        out.flush();
    }

    @Override
    public void flush() {
        generator.flush();
        out.flush();
    }
}
