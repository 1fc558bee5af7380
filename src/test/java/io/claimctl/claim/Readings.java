package io.claimctl.claim;

import org.bson.BsonDocument;

/** Lets tests of other packages have what only the store makes: rows read from documents, and its failures. */
public final class Readings {

    private Readings() {}

    /** The row that a document is read as. */
    public static ClaimRow row(BsonDocument document) {
        return Documents.row(document);
    }

    /** A failure of the store. */
    public static StoreException failure(StoreException.Kind kind, String message) {
        return new StoreException(kind, message, 0, null);
    }
}
