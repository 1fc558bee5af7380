package io.claimctl.claim;

import org.bson.BsonDocument;

/** One document of the collection as it was read: a {@link Claim}, or {@link Malformed} where a known field has a wrong type. */
public sealed interface ClaimRow permits Claim, Malformed {

    /**
     * A document as it was read.
     *
     * @param document with all known fields that it has; one that a projection left out counts as absent
     */
    static ClaimRow of(BsonDocument document) {
        return Documents.row(document);
    }

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
