package io.claimctl.claim;

import java.util.List;

/**
 * A document with a wrong type in a known field. It is listed, and every mutation refuses it, except that a released one
 * may be acquired, which mends it.
 *
 * @param id the id, or the extended JSON of an {@code _id} that is no string
 * @param readable what could be read of it; the defective fields are null there
 * @param defects every defective field, at least one
 */
public record Malformed(String id, Claim readable, List<Defect> defects)
        implements ClaimRow, AcquireOutcome, TakeOverOutcome, ResetOutcome, WaitOutcome, Miss {

    /** Refuses to call a document malformed without saying why. */
    public Malformed {
        defects = List.copyOf(defects);
        if (defects.isEmpty()) {
            throw new IllegalArgumentException("a malformed claim has at least one defect");
        }
    }

    static Malformed fenceExhausted(Claim claim) {
        return new Malformed(claim.id(), claim, List.of(new Defect(Fields.FENCE, "cannot rise further below 2^53")));
    }

    /** A server with a collation took one id for another: only the reply's {@code _id} shows it. */
    static Malformed matchedByCollation(Claim other, String askedFor) {
        return new Malformed(
                other.id(),
                other,
                List.of(new Defect(
                        Fields.ID,
                        "was matched by the different id '" + askedFor + "': the collection has a collation")));
    }

    @Override
    public <R> R match(AcquireOutcome.Cases<R> cases) {
        return cases.malformed(this);
    }

    @Override
    public <R> R match(Miss.Cases<R> cases) {
        return cases.malformed(this);
    }

    @Override
    public <R> R match(ResetOutcome.Cases<R> cases) {
        return cases.malformed(this);
    }

    @Override
    public <R> R match(TakeOverOutcome.Cases<R> cases) {
        return cases.malformed(this);
    }

    @Override
    public <R> R match(WaitOutcome.Cases<R> cases) {
        return cases.malformed(this);
    }
}
