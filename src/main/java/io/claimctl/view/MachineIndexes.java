package io.claimctl.view;

import io.claimctl.claim.ClaimCollection;

/** The indexes of a collection in a machine format: as they are in the end. */
final class MachineIndexes implements IndexSink {
    private final Rows rows;

    MachineIndexes(Rows rows) {
        this.rows = rows;
    }

    @Override
    public void seen(ClaimCollection found) {}

    @Override
    public void end(ClaimCollection now) {
        rows.begin(CollectionFacts.of(now));
        now.indexes().forEach(index -> rows.row(CollectionFacts.of(index)));
        rows.end(new Facts());
    }
}
