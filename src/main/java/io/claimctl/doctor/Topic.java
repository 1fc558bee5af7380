package io.claimctl.doctor;

import java.util.List;

/** What belongs together in an examination. It reads the chart alone. */
interface Topic {

    /** What it looks at; each has at least one finding. */
    List<Check> checks();

    /** Looks. */
    List<Finding> examine(Chart chart);
}
