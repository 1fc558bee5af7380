package io.claimctl.view;

/** What was done, for people, a block a claim; the sentences about the rest are prose. */
final class OutcomeBlocks implements OutcomeSink {
    private final FactLines lines;
    private final TextOutput out;
    private boolean first = true;

    OutcomeBlocks(FactLines lines, TextOutput out) {
        this.lines = lines;
        this.out = out;
    }

    @Override
    public void report(Report report) {
        if (report.done()) {
            if (!first) {
                out.line("");
            }
            first = false;
            lines.write(report.facts());
            out.flush();
        }
    }

    @Override
    public void end() {
        out.flush();
    }
}
