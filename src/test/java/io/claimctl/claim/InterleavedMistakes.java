package io.claimctl.claim;

import io.claimctl.claim.SweptClaim.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;

/** Mistakes that are more than a condition too few. */
final class InterleavedMistakes {
    private InterleavedMistakes() {}

    /** Every command of the library is rewritten so. */
    static InterleavedVariant rewriting(UnaryOperator<BsonDocument> rewrite) {
        return new InterleavedVariant() {
            @Override
            public BsonDocument rewrite(BsonDocument command) {
                return rewrite.apply(command);
            }
        };
    }

    /** A claim is read, found to be its own, and completed by its id. */
    static InterleavedVariant readsBeforeDeciding() {
        return new InterleavedVariant() {
            @Override
            public CompleteOutcome complete(InterleavedActor me, Lease lease, Duration memory) {
                Claim standing = (Claim) me.store().find(lease.id()).orElseThrow();
                if (!standing.is(Status.PROCESSING) || !lease.token().value().equals(standing.workerId())) {
                    return new Fenced(standing);
                }
                Instant until = me.read(memory).earliest().plus(memory);
                BsonDocument completed =
                        Filters.status(Status.COMPLETED).append(Fields.EXPIRES_AT, Filters.date(until));
                me.documents().updateOne(Filters.id(lease.id()), new BsonDocument("$set", completed));
                return new Completed(lease.id(), until, false, false);
            }
        };
    }

    /** What is not clear is called gone where a read finds nothing. */
    static InterleavedVariant guessesGone() {
        return new InterleavedVariant() {
            @Override
            public SweepReport sweep(InterleavedActor me, SweepRequest request, List<SweptClaim> told) {
                SweepReport[] report = {InterleavedVariant.super.sweep(me, request, told)};
                told.replaceAll(swept -> {
                    boolean guessed = swept.result() == Result.UNCLEAR
                            && me.store().find(swept.seen().id()).isEmpty();
                    report[0] = guessed ? null : report[0]; // its sums are those before the guess
                    return guessed ? new SweptClaim(swept.seen(), Result.GONE, null) : swept;
                });
                return report[0];
            }
        };
    }

    /**
     * A sweep with marks of its own. It reads each batch when it comes to it, as every sweep does, so it may meet a claim twice.
     *
     * @param oneMark whether all batches leave the same {@code reset_by}
     */
    static InterleavedVariant marks(boolean oneMark) {
        return new InterleavedVariant() {
            @Override
            public SweepReport sweep(InterleavedActor me, SweepRequest request, List<SweptClaim> told) {
                Instant cutoff = me.read(request.olderThan()).earliest().minus(request.olderThan());
                SweepRows rows = new StaleRows(me.access(), cutoff, new BsonDocument(), request.batch());
                for (int batch = 1; rows.hasNext(); batch++) {
                    List<Claim> page = new ArrayList<>();
                    while (page.size() < request.batch() && rows.hasNext()) {
                        page.add((Claim) rows.next().row());
                    }
                    String by = oneMark ? "sweep" : "sweep:" + batch;
                    told.addAll(
                            new SweepBatch(me.access(), request, page, by).run().claims());
                }
                return null;
            }
        };
    }
}
