package io.claimctl.claim;

import io.claimctl.claim.ClaimIndex.Standing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a collection for claims stands: its kind, and its indexes compared with those that claims want.
 *
 * @param name database and collection, as in {@code shop._message_state}
 * @param state whether it is there
 * @param capped its size if it is a capped one; null otherwise
 * @param refusesSizeChanges whether it is capped on a MongoDB up to 5.0 by the server's own word, which refuses any change of
 *     a document's size there: claims cannot be kept in it
 * @param indexes those wanted, in a fixed order, then the others by name, without that of {@code _id}
 * @param failure why indexes were not made, or are {@linkplain Standing#UNKNOWN not known} to be, after the collection had
 *     been; null if nothing failed
 */
public record ClaimCollection(
        String name,
        State state,
        @Nullable Capped capped,
        boolean refusesSizeChanges,
        List<ClaimIndex> indexes,
        @Nullable StoreException failure) {

    /** Whether a collection is there. */
    public enum State {
        /** It is not. */
        ABSENT,
        /** It was there before. */
        EXISTS,
        /** It has been made. */
        CREATED,
        /** No reply came when it was to be made. */
        UNKNOWN
    }

    /** Copies the indexes, so that it is a value. */
    public ClaimCollection {
        indexes = List.copyOf(indexes);
    }

    /** Whether there is an index of this standing. */
    public boolean hasAny(Standing standing) {
        return indexes.stream().anyMatch(index -> index.is(standing));
    }

    /** How many indexes have this standing. */
    public long count(Standing standing) {
        return indexes.stream().filter(index -> index.is(standing)).count();
    }

    /** Whether it is not known what came of the collection or of an index. */
    public boolean unknown() {
        return state == State.UNKNOWN || hasAny(Standing.UNKNOWN);
    }

    /** Whether the indexes that are missing can be made. */
    public boolean indexable() {
        return state != State.ABSENT && !hasAny(Standing.CONFLICTING);
    }

    /**
     * Refuses where the indexes that are missing cannot be made.
     *
     * @throws StoreException if the collection is not there, or if other indexes stand in the way; the message names both
     *     definitions of each
     */
    public void requireIndexable() {
        if (state == State.ABSENT) {
            throw refusal("there is no collection " + name
                    + ", so there is nothing to index; collection create makes it, with its indexes");
        }
        requireNoConflict();
    }

    void requireNoConflict() {
        List<String> conflicts = indexes.stream()
                .filter(index -> index.is(Standing.CONFLICTING))
                .map(index -> "there is " + index.found() + ", wanted is " + index.wanted())
                .toList();
        if (!conflicts.isEmpty()) {
            throw refusal((conflicts.size() == 1 ? "an index stands in the way: " : "indexes stand in the way: ")
                    + String.join("; ", conflicts) + "; drop what is there, or keep it and do without");
        }
    }

    ClaimCollection with(State other, @Nullable StoreException why) {
        return new ClaimCollection(name, other, capped, refusesSizeChanges, indexes, why);
    }

    /** With another standing for what was missing. */
    ClaimCollection withMissing(Standing now, @Nullable StoreException why) {
        List<ClaimIndex> changed = indexes.stream()
                .map(index -> index.is(Standing.MISSING) ? index.now(now) : index)
                .toList();
        return new ClaimCollection(name, state, capped, refusesSizeChanges, changed, why);
    }

    private static StoreException refusal(String why) {
        return new StoreException(StoreException.Kind.REFUSED, why, 0, null);
    }
}
