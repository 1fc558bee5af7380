package io.claimctl.claim;

import java.time.Duration;
import java.util.List;
import org.bson.BsonDocument;

/** The library, or the library with one mistake. */
interface InterleavedVariant {
    /** The library as it is. */
    InterleavedVariant NONE = new InterleavedVariant() {};

    /** The command that is sent instead. */
    default BsonDocument rewrite(BsonDocument command) {
        return command;
    }

    /** @param told gets what is reported of each claim */
    default SweepReport sweep(InterleavedActor me, SweepRequest request, List<SweptClaim> told) {
        return me.store().sweep(request, new SweepListener() {
            @Override
            public void afterBatch(List<SweptClaim> swept) {
                told.addAll(swept);
            }
        });
    }

    default CompleteOutcome complete(InterleavedActor me, Lease lease, Duration memory) {
        return me.store().complete(lease, memory);
    }
}
