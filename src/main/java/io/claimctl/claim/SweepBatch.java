package io.claimctl.claim;

import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.client.MongoCursor;
import com.mongodb.connection.ClusterType;
import io.claimctl.claim.StoreAccess.Reply;
import io.claimctl.claim.SweptClaim.Result;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * One batch of a fenced sweep. Claims with tokens that are fresh per acquisition go in one {@code updateMany}, fenced by
 * the sets of the values seen: a takeover brings a token that is not among them, a renewal other times, a completion
 * another status. The others go one by one, by their exact fingerprints.
 */
final class SweepBatch {
    static final String STOPPED = "the sweep stopped before it";

    private final StoreAccess store;
    private final SweepRequest request;
    private final List<Claim> claims;
    private final String by;
    private final Deadline deadline;
    private final Map<String, SweptClaim> swept = new LinkedHashMap<>();
    private long deleted;
    private long notDeleted;
    private @Nullable StoreException refusal;
    private boolean surelyUnchanged;

    /**
     * What came of a batch.
     *
     * @param refusal the failure that is to end the sweep; null if it can go on
     * @param changedNothing whether the refusal was an answer, and a read found every claim as it was
     */
    record Swept(
            List<SweptClaim> claims,
            long deleted,
            long notDeleted,
            @Nullable StoreException refusal,
            boolean changedNothing) {}

    SweepBatch(StoreAccess store, SweepRequest request, List<Claim> claims, String by) {
        this.store = store;
        this.request = request;
        this.claims = claims;
        this.by = by;
        this.deadline = store.deadline();
    }

    Swept run() {
        ServerTime time;
        try {
            time = store.time.read(deadline.left());
        } catch (StoreException e) {
            claims.forEach(c -> put(c, Result.SKIPPED, STOPPED));
            return new Swept(List.copyOf(swept.values()), 0, 0, e, true);
        }
        Map<Boolean, List<Claim>> parts = claims.stream().collect(Collectors.partitioningBy(goesTogether()));
        List<Claim> together = Objects.requireNonNull(parts.get(true));
        if (!together.isEmpty()) {
            resetTogether(together, time);
        }
        for (Claim claim : Objects.requireNonNull(parts.get(false))) {
            if (refusal == null) {
                resetAlone(claim, time);
            } else {
                put(claim, Result.SKIPPED, STOPPED);
            }
        }
        List<SweptClaim> inOrder = claims.stream()
                .map(c -> swept.get(c.id()))
                .filter(Objects::nonNull)
                .toList();
        return new Swept(inOrder, deleted, notDeleted, refusal, surelyUnchanged);
    }

    /** Those whose token tells them from every other acquisition, with a lease, and without a payload. */
    private Predicate<Claim> goesTogether() {
        Map<String, Long> tokens = claims.stream()
                .map(Claim::workerId)
                .filter(Objects::nonNull)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        return c -> c.workerId() != null
                && Token.looksFresh(c.workerId())
                && tokens.getOrDefault(c.workerId(), 0L) == 1
                && c.expiresAt() != null
                && c.payload() == null;
    }

    private void resetTogether(List<Claim> together, ServerTime time) {
        Instant now = time.earliest();
        BsonDocument filter = filter(together, now);
        BsonDocument update = Releases.update(now, by, request.reset().reason());
        BsonDocument byId = new BsonDocument(Fields.ID, new BsonInt32(1));
        Reply reply;
        try {
            reply = store.send(
                    deadline.leftForFirstAttempt(),
                    time,
                    c -> new BsonDocument("modified", new BsonInt64(c.updateMany(filter, update, byId))));
        } catch (StoreException e) {
            refused(together, e);
            return;
        }
        long modified = reply.kind() == Reply.Kind.ANSWERED && reply.document() != null
                ? reply.document().getInt64("modified").getValue()
                : -1;
        if (modified == together.size() && !sharded()) {
            together.forEach(c -> put(c, Result.RESET, null));
        } else {
            attribute(together, modified, reply.cause());
        }
        deleteTogether(together);
    }

    private BsonDocument filter(List<Claim> together, Instant now) {
        BsonDocument expires = Filters.oneOf(seen(together, Fields.EXPIRES_AT));
        if (request.lease() == LeaseFilter.EXPIRED) {
            expires.append("$lt", Filters.date(now));
        }
        return ids(together)
                .append(Fields.STATUS, new BsonString(Status.PROCESSING.stored()))
                .append(Fields.WORKER_ID, Filters.oneOf(seen(together, Fields.WORKER_ID)))
                .append(Fields.UPDATED_AT, Filters.oneOf(seen(together, Fields.UPDATED_AT)))
                .append(Fields.EXPIRES_AT, expires)
                .append(Fields.PAYLOAD, new BsonDocument("$exists", BsonBoolean.FALSE));
    }

    private static BsonDocument ids(List<Claim> claims) {
        return Filters.id(new BsonDocument(
                "$in",
                new org.bson.BsonArray(
                        claims.stream().map(c -> new BsonString(c.id())).toList())));
    }

    private static List<BsonValue> seen(List<Claim> claims, String field) {
        return claims.stream()
                .map(c -> Objects.requireNonNull(c.document().get(field)))
                .distinct()
                .toList();
    }

    /** A sharded server may count orphans among the modified. */
    private boolean sharded() {
        return store.client.getClusterDescription().getType() == ClusterType.SHARDED;
    }

    private record Standing(boolean ours, boolean equal) {}

    /** Tells by one read which are ours; what the others are is known only if the server's count leaves no doubt. */
    private void attribute(List<Claim> together, long modified, @Nullable StoreException cause) {
        Map<String, Standing> standing;
        try {
            standing = read(together);
        } catch (StoreException e) {
            together.forEach(c -> put(c, Result.UNCLEAR, "no answer to the reset, nor to a read after it"));
            refusal = e;
            return;
        }
        long ours = standing.values().stream().filter(Standing::ours).count();
        for (Claim claim : together) {
            @Nullable Standing now = standing.get(claim.id());
            if (now != null && now.ours()) {
                put(claim, Result.RESET, null);
            } else if (modified != ours) {
                put(
                        claim,
                        Result.UNCLEAR,
                        cause == null ? "the server changed more claims than a read finds" : cause.getMessage());
            } else if (now == null) {
                put(claim, Result.GONE, null);
            } else {
                put(claim, now.equal() ? Result.SKIPPED : Result.CHANGED, null);
            }
        }
    }

    private void refused(List<Claim> together, StoreException refused) {
        refusal = refused;
        if (refused.kind() == StoreException.Kind.DENIED) {
            together.forEach(c -> put(c, Result.ERROR, refused.getMessage()));
            surelyUnchanged = true;
            return;
        }
        attribute(together, -1, refused);
        refusal = refused;
        surelyUnchanged = swept.values().stream().noneMatch(s -> s.result() == Result.RESET) && allStand(together);
    }

    private boolean allStand(List<Claim> together) {
        try {
            Map<String, Standing> standing = read(together);
            return standing.size() == together.size()
                    && standing.values().stream().allMatch(Standing::equal);
        } catch (StoreException e) {
            return false;
        }
    }

    private Map<String, Standing> read(List<Claim> together) {
        Map<String, Claim> byId = together.stream().collect(Collectors.toMap(Claim::id, Function.identity()));
        return store.reading(concern -> {
            Map<String, Standing> standing = new HashMap<>();
            try (MongoCursor<BsonDocument> cursor = find(together, concern)) {
                while (cursor.hasNext()) {
                    BsonDocument now = cursor.next();
                    String id = Documents.idText(Documents.idOf(now));
                    Claim seen = byId.get(id);
                    boolean equal = seen != null && Fingerprint.of(now).equals(seen.fingerprint());
                    standing.put(id, new Standing(Releases.carries(now, by), equal));
                }
            }
            return standing;
        });
    }

    private MongoCursor<BsonDocument> find(List<Claim> together, ReadConcern concern) {
        return store.collection(deadline.left())
                .withReadConcern(concern)
                .find(ids(together))
                .batchSize(together.size() + 1)
                .cursor();
    }

    private void deleteTogether(List<Claim> together) {
        if (!request.reset().delete()) {
            return;
        }
        long reset =
                swept.values().stream().filter(s -> s.result() == Result.RESET).count();
        BsonDocument filter = Filters.and(
                ids(together),
                Releases.leftBy(by),
                new BsonDocument(Fields.WORKER_ID, Filters.oneOf(seen(together, Fields.WORKER_ID))),
                Filters.withoutPayload());
        try {
            deleted += store.collection(deadline.left()).deleteMany(filter).getDeletedCount();
        } catch (MongoException e) {
            store.failure(e);
            notDeleted += reset;
        }
    }

    private void resetAlone(Claim claim, ServerTime time) {
        @Nullable ServerTime expiredBy = request.lease() == LeaseFilter.EXPIRED ? time : null;
        try {
            ResetOutcome outcome = new ResetOperation(
                            store, claim.fingerprint(), request.reset(), by, expiredBy, store.deadline())
                    .run();
            swept.put(claim.id(), outcome.match(new SweptAlone(claim)));
            outcome.reset().map(Reset::deletion).ifPresent(this::count);
            if (outcome instanceof Unknown unknown) {
                refusal = unknown.cause(); // its whole time has passed; the next would wait as long
            }
        } catch (StoreException e) {
            surelyUnchanged = e.kind() == StoreException.Kind.DENIED && swept.isEmpty();
            put(claim, Result.ERROR, e.getMessage());
            refusal = ofThisClaimAlone(e) ? null : e;
        }
    }

    private static boolean ofThisClaimAlone(StoreException e) {
        return e.kind() == StoreException.Kind.REFUSED || e.kind() == StoreException.Kind.DUPLICATE_KEY;
    }

    private void count(Reset.Deletion deletion) {
        deleted += deletion == Reset.Deletion.DELETED ? 1 : 0;
        notDeleted += deletion == Reset.Deletion.FAILED ? 1 : 0;
    }

    private void put(Claim claim, Result result, @Nullable String detail) {
        swept.put(claim.id(), new SweptClaim(claim, result, detail));
    }
}
