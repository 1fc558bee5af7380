package io.claimctl.claim;

import org.bson.BsonDocument;
import org.bson.BsonInt32;

/** What a read leaves out. */
final class Projections {
    static final BsonDocument WITHOUT_PAYLOAD = new BsonDocument(Fields.PAYLOAD, new BsonInt32(0));

    private Projections() {}
}
