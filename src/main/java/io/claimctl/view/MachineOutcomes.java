package io.claimctl.view;

/** Outcomes in a machine format. */
final class MachineOutcomes implements OutcomeSink {
    private final Rows rows;
    private final boolean onlyDone;
    private boolean begun;

    /** @param onlyDone whether to leave out what was not done, as where ids alone are written */
    MachineOutcomes(Rows rows, boolean onlyDone) {
        this.rows = rows;
        this.onlyDone = onlyDone;
    }

    @Override
    public void report(Report report) {
        begin();
        if (report.done() || !onlyDone) {
            rows.row(report.facts());
        }
        rows.flush();
    }

    @Override
    public void end() {
        begin();
        rows.end(new Facts());
    }

    private void begin() {
        if (!begun) {
            begun = true;
            rows.begin(new Facts());
        }
    }
}
