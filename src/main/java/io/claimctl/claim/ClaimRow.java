package io.claimctl.claim;

/** One document of the collection as it was read: a {@link Claim}, or {@link Malformed} where a known field has a wrong type. */
public sealed interface ClaimRow permits Claim, Malformed {

    /** The claim id; for an {@code _id} that is no string, its extended JSON. */
    String id();

    /** The claim itself; of a malformed document, what could be read of it. */
    Claim readable();

    /** What each known field with a wrong type holds; empty for a {@link Claim}. */
    java.util.List<Defect> defects();

    /** The whole document as canonical-relaxed extended JSON, exactly as read. */
    default String extendedJson() {
        return readable().document().toJson();
    }
}
