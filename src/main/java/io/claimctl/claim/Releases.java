package io.claimctl.claim;

import java.time.Instant;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** The effect of letting a claim go, the same for reset, sweep and release. */
final class Releases {
    private Releases() {}

    /**
     * Released and free at once for every version of the workers; the fence's memory stays until TTL removes the document.
     *
     * @param by what finds this release again
     */
    static BsonDocument update(Instant now, String by, @Nullable String reason) {
        BsonDocument set = new BsonDocument(Fields.STATUS, new BsonString(Status.RELEASED.stored()))
                .append(Fields.EXPIRES_AT, Filters.date(now.minusMillis(1)))
                .append(Fields.UPDATED_AT, Filters.date(now))
                .append(Fields.RESET_BY, new BsonString(by))
                .append(Fields.RESET_AT, Filters.date(now));
        if (reason != null) {
            return new BsonDocument("$set", set.append(Fields.RESET_REASON, new BsonString(reason)));
        }
        return new BsonDocument("$set", set)
                .append("$unset", new BsonDocument(Fields.RESET_REASON, new BsonString("")));
    }

    /** What only a document that this release left, and that nothing has happened to since, matches. */
    static BsonDocument leftBy(String by) {
        return Filters.status(Status.RELEASED).append(Fields.RESET_BY, new BsonString(by));
    }

    /** Whether a read document carries this release. */
    static boolean carries(@Nullable BsonDocument document, String by) {
        return document != null && new BsonString(by).equals(document.get(Fields.RESET_BY));
    }
}
