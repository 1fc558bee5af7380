package io.claimctl.claim;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A claim as a watch remembers it: without the bytes of its payload, and with a hash of them, so that another message of the
 * same size shows where it is read because something else has changed, too.
 *
 * @param key its {@code _id}
 * @param row as it was read, without the bytes
 * @param payloadHash 0 without a payload
 * @param wanted whether it is one of those that are watched
 * @param expiryTold whether the end of this lease is known already
 */
record WatchedClaim(BsonValue key, ClaimRow row, int payloadHash, boolean wanted, boolean expiryTold) {

    /** A document that was read whole. */
    static WatchedClaim of(BsonDocument whole) {
        BsonValue payload = whole.get(Fields.PAYLOAD);
        int hash = payload == null ? 0 : payload.hashCode() | 1;
        return new WatchedClaim(Documents.idOf(whole), withoutBytes(Documents.row(whole)), hash, true, false);
    }

    private static ClaimRow withoutBytes(ClaimRow row) {
        Claim claim = row.readable();
        BsonDocument document = claim.document().clone();
        document.remove(Fields.PAYLOAD);
        Claim light = new Claim(
                claim.id(),
                claim.status(),
                claim.workerId(),
                claim.expiresAt(),
                claim.createdAt(),
                claim.updatedAt(),
                claim.payload(),
                claim.metadata(),
                claim.eventName(),
                claim.fence(),
                claim.fenceWorker(),
                claim.lastReset(),
                claim.keptAt(),
                document);
        return row instanceof Malformed malformed ? new Malformed(row.id(), light, malformed.defects()) : light;
    }

    WatchedClaim marked(boolean isWanted, boolean isExpiryTold) {
        return new WatchedClaim(key, row, payloadHash, isWanted, isExpiryTold);
    }

    boolean holdsPayload() {
        return payloadHash != 0;
    }

    /** Whether the document, read without its payload, is the same in everything else. */
    boolean isBesidePayload(BsonDocument other) {
        return row.readable().document().equals(other);
    }

    /** Whether it is the same as when it was read at another time. */
    boolean isAs(@Nullable WatchedClaim other) {
        return other != null
                && payloadHash == other.payloadHash
                && isBesidePayload(other.row.readable().document());
    }

    /** Whether the end of the lease is the same one. */
    boolean hasLeaseOf(WatchedClaim other) {
        Claim one = row.readable();
        Claim two = other.row.readable();
        return Objects.equals(one.workerId(), two.workerId()) && Objects.equals(one.expiresAt(), two.expiresAt());
    }

    /** Where it stands in the order of {@code updated_at} and {@code _id}. */
    Place place() {
        return Place.of(row.readable().document());
    }

    /**
     * A place in the order of {@code updated_at} and {@code _id}.
     *
     * @param millis of {@code updated_at}; the least where there is no date
     * @param id null for the place before all ids
     */
    record Place(long millis, @Nullable BsonValue id) implements Comparable<Place> {
        private static final List<BsonType> FIRST = List.of(BsonType.NULL, BsonType.DOUBLE, BsonType.STRING);

        static Place of(BsonDocument document) {
            BsonValue updated = document.get(Fields.UPDATED_AT);
            long millis = updated != null && updated.isDateTime()
                    ? updated.asDateTime().getValue()
                    : Long.MIN_VALUE;
            return new Place(millis, Documents.idOf(document));
        }

        @Override
        public int compareTo(Place other) {
            int byTime = Long.compare(millis, other.millis);
            return byTime != 0 ? byTime : compare(id, other.id);
        }

        /** As the server orders strings, by their bytes in UTF-8; other ids, which no claim has, in some order. */
        private static int compare(@Nullable BsonValue one, @Nullable BsonValue two) {
            if (one == null || two == null) {
                return Boolean.compare(one != null, two != null);
            }
            if (one.isString() && two.isString()) {
                return Arrays.compareUnsigned(bytes(one), bytes(two));
            }
            int byType = Integer.compare(rank(one), rank(two));
            return byType != 0 ? byType : Documents.idText(one).compareTo(Documents.idText(two));
        }

        private static byte[] bytes(BsonValue id) {
            return id.asString().getValue().getBytes(StandardCharsets.UTF_8);
        }

        private static int rank(BsonValue id) {
            int place = FIRST.indexOf(id.isNumber() ? BsonType.DOUBLE : id.getBsonType());
            return place < 0 ? FIRST.size() + id.getBsonType().getValue() : place;
        }
    }
}
