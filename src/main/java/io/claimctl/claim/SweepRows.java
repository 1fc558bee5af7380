package io.claimctl.claim;

import io.claimctl.claim.SweepRows.Row;
import java.util.Iterator;
import java.util.Optional;

/** What a sweep comes to, read little by little. */
interface SweepRows extends Iterator<Row>, AutoCloseable {

    /**
     * One row.
     *
     * @param verdict what became of it before this sweep could send anything for it; empty if it may be swept
     */
    record Row(ClaimRow row, Optional<SweptClaim> verdict) {
        static Row of(ClaimRow row) {
            return new Row(row, Optional.empty());
        }

        static Row settled(SweptClaim swept) {
            return new Row(swept.seen(), Optional.of(swept));
        }
    }

    @Override
    void close();
}
