package io.claimctl.claim;

import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * An index of a collection, compared with those that claims want.
 *
 * @param standing how it compares
 * @param name the index's name
 * @param wanted its definition as claims want it, as extended JSON; null for one that they do not want
 * @param found its definition as the server has it, as extended JSON; null for one that is not there
 */
public record ClaimIndex(
        Standing standing,
        String name,
        @Nullable String wanted,
        @Nullable String found) {

    /** How an index that is wanted, or there, compares. */
    public enum Standing {
        /** It is there as it is wanted. */
        PRESENT,
        /** It is wanted and not there. */
        MISSING,
        /** Another one, of the same keys or the same name, is there. */
        CONFLICTING,
        /** It is there and none of ours: it is never touched. */
        EXTRA,
        /** It was missing, and has been made. */
        CREATED,
        /** It was missing, and no reply came when it was to be made. */
        UNKNOWN
    }

    /**
     * The indexes that claims want beside those that there are.
     *
     * @param capped whether the collection is capped, so that it has no TTL
     * @param listed the indexes as {@code listIndexes} gives them
     * @return those wanted, in a fixed order, then the others by name, without that of {@code _id}
     */
    public static List<ClaimIndex> compare(boolean capped, List<BsonDocument> listed) {
        return WantedIndex.compare(WantedIndex.all(!capped), listed);
    }

    boolean is(Standing other) {
        return standing == other;
    }

    ClaimIndex now(Standing other) {
        return new ClaimIndex(other, name, wanted, found);
    }
}
