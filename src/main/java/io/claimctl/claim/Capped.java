package io.claimctl.claim;

import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * How large a capped collection is.
 *
 * @param sizeBytes at least 4,096
 * @param maxDocuments how many documents at most, 1 to 2,147,483,647; null for as many as fit
 */
public record Capped(long sizeBytes, @Nullable Long maxDocuments) {
    private static final long LEAST = 4_096;
    private static final long UNIT = 256;

    /** Refuses sizes that the server does not take. */
    public Capped {
        if (sizeBytes < LEAST) {
            throw new IllegalArgumentException(
                    "size is " + sizeBytes + "; a capped collection has at least 4096 bytes");
        }
        if (maxDocuments != null && (maxDocuments < 1 || maxDocuments > Integer.MAX_VALUE)) {
            throw new IllegalArgumentException(
                    "max is " + maxDocuments + "; a capped collection has 1 to 2147483647 documents");
        }
    }

    /**
     * Whether a server refuses to change the size of a document in a capped collection, so that no claim can be kept in one:
     * MongoDB up to 5.0 does; a server that does not say its version is not suspected.
     *
     * @param buildInfo its reply to {@code buildInfo}
     */
    public static boolean sizesAreFixedBy(BsonDocument buildInfo) {
        BsonArray version = buildInfo.getArray("versionArray", new BsonArray());
        return version.size() > 1
                && version.get(0).asNumber().doubleValue()
                                + version.get(1).asNumber().doubleValue() / 100
                        <= 5;
    }

    /** Whether a server that was asked for this one made the other: it rounds sizes up to multiples of 256. */
    public boolean madeAs(Capped other) {
        long rounded = (sizeBytes + UNIT - 1) / UNIT * UNIT;
        return (other.sizeBytes == sizeBytes || other.sizeBytes == rounded)
                && java.util.Objects.equals(maxDocuments, other.maxDocuments);
    }
}
