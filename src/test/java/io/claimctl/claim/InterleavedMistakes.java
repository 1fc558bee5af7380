package io.claimctl.claim;

import io.claimctl.claim.SweptClaim.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;

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
     * A sweep that reads each batch when it comes to it, so that it may meet a claim twice.
     *
     * @param oneMark whether all batches leave the same {@code reset_by}
     */
    static InterleavedVariant readsPageByPage(boolean oneMark) {
        return new InterleavedVariant() {
            @Override
            public SweepReport sweep(InterleavedActor me, SweepRequest request, List<SweptClaim> told) {
                Instant cutoff = me.read(request.olderThan()).earliest().minus(request.olderThan());
                BsonDocument wanted = Filters.staleBefore(cutoff);
                for (int batch = 1; ; batch++) {
                    List<Claim> page = new ArrayList<>();
                    me.documents()
                            .find(wanted)
                            .sort(BsonDocument.parse("{updated_at: 1, _id: 1}"))
                            .limit(request.batch())
                            .batchSize(request.batch() + 1)
                            .forEach(d -> page.add((Claim) Documents.row(d)));
                    if (page.isEmpty()) {
                        return null;
                    }
                    String by = oneMark ? "sweep" : "sweep:" + batch;
                    told.addAll(
                            new SweepBatch(me.access(), request, page, by).run().claims());
                    wanted = Filters.and(Filters.staleBefore(cutoff), behind(page.get(page.size() - 1)));
                }
            }
        };
    }

    private static BsonDocument behind(Claim last) {
        BsonDocument at = new BsonDocument("$gt", Filters.date(last.updatedAt()));
        BsonDocument sameInstant = new BsonDocument(Fields.UPDATED_AT, Filters.date(last.updatedAt()))
                .append(Fields.ID, new BsonDocument("$gt", new BsonString(last.id())));
        return new BsonDocument("$or", new BsonArray(List.of(new BsonDocument(Fields.UPDATED_AT, at), sameInstant)));
    }
}
