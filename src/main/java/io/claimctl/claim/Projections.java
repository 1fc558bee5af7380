package io.claimctl.claim;

import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/** What a read and an answer leave out. */
final class Projections {
    static final BsonDocument WITHOUT_PAYLOAD = new BsonDocument(Fields.PAYLOAD, new BsonInt32(0));

    /** A find-and-modify answers with the claim as it was, without the bytes of its payload. */
    static FindOneAndUpdateOptions before() {
        return answering(ReturnDocument.BEFORE);
    }

    /** A find-and-modify answers with the claim as it has become, without the bytes of its payload. */
    static FindOneAndUpdateOptions after() {
        return answering(ReturnDocument.AFTER);
    }

    private static FindOneAndUpdateOptions answering(ReturnDocument which) {
        return new FindOneAndUpdateOptions().returnDocument(which).projection(WITHOUT_PAYLOAD);
    }

    private Projections() {}
}
