package io.claimctl.sweep;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoNamespace;
import com.mongodb.MongoServerException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.WriteConcernResult;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.InsertManyOptions;
import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.SweptClaim;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonMaximumSizeExceededException;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.BsonValueCodecProvider;
import org.bson.codecs.configuration.CodecRegistries;
import org.jspecify.annotations.Nullable;

/**
 * A collection that keeps copies of claims as they were before a sweep changed them.
 *
 * <p>A copy has all that the claim had. Its {@code _id} is the claim's, an {@code @}, and what {@code reset_by} of the claim
 * will be: so each state of a claim that a sweep came to is kept, and a copy that is sent twice is one. {@code archived_id} is
 * the claim's id, {@code archived_by} what its {@code reset_by} will be, {@code archived_at} the server's time, and
 * {@code archive_reason} why, if it was said. A copy is a claim that is still processing, with its message, so a recovery can
 * work on the archive as on any collection of claims, unless the claim was left as it is: then the copy's {@code status} is
 * {@code changed}, {@code skipped} or {@code error}. The archive must not have their TTL index: it would delete what is
 * kept.
 *
 * <p>Thread-safe. It owns and closes nothing: the client is the caller's.
 */
public final class Archive {
    private static final int DUPLICATE_KEY = 11000;
    private static final Set<Integer> TOO_LARGE = Set.of(10334, 17280, 17419, 17420);
    private static final int NO_SUCH_COLLECTION = 26;
    private static final Set<Integer> DENIED = Set.of(13, 8000);
    private static final Set<SweptClaim.Result> LEFT_AS_THEY_ARE =
            EnumSet.of(SweptClaim.Result.CHANGED, SweptClaim.Result.SKIPPED, SweptClaim.Result.ERROR);
    private static final Set<String> OURS = Set.of("archived_id", "archived_by", "archived_at", "archive_reason");

    private final MongoClient client;
    private final MongoNamespace namespace;
    private final MongoCollection<BsonDocument> copies;
    private final Map<ClaimRow, BsonValue> open = Collections.synchronizedMap(new IdentityHashMap<>());

    private Archive(MongoClient client, MongoNamespace namespace, Duration timeout) {
        this.client = client;
        this.namespace = namespace;
        this.copies = client.getDatabase(namespace.getDatabaseName())
                .getCollection(namespace.getCollectionName(), BsonDocument.class)
                .withCodecRegistry(CodecRegistries.fromProviders(new BsonValueCodecProvider()))
                .withReadPreference(ReadPreference.primary())
                .withReadConcern(ReadConcern.MAJORITY)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withTimeout(Math.max(1, timeout.toMillis()), TimeUnit.MILLISECONDS);
    }

    /**
     * An archive, which need not exist yet. Sends nothing.
     *
     * @param collection another one than that of the claims
     * @param timeout how long one command takes at most, in whole milliseconds
     * @throws IllegalArgumentException if MongoDB allows no such database or collection name
     */
    public static Archive in(MongoClient client, String database, String collection, Duration timeout) {
        return new Archive(client, new MongoNamespace(database, collection), timeout);
    }

    /** Its database and collection, as in {@code shop.archive}. */
    public String name() {
        return namespace.getFullName();
    }

    /**
     * Looks whether copies would stay in it. Where the user may not look at indexes, it finds nothing.
     *
     * @throws StoreException if an index would delete them after a time, or the store failed
     */
    public void check() {
        try {
            for (BsonDocument index : copies.listIndexes(BsonDocument.class)) {
                if (index.containsKey("expireAfterSeconds")) {
                    throw StoreException.refusal("the archive " + name() + " would lose its copies: its index "
                            + index.getString("name", new BsonString("?")).getValue()
                            + " deletes documents after a time; drop it, or name another collection");
                }
            }
        } catch (MongoException e) {
            if (e.getCode() != NO_SUCH_COLLECTION && !DENIED.contains(e.getCode())) {
                throw failed(e);
            }
        }
    }

    /**
     * Copies claims before they are changed. Returns when a majority of the server's members has confirmed every copy.
     *
     * @param by what {@code reset_by} of these claims will be: the sweep's id, a colon and the batch number; no claim may
     *     occur twice under it in two states
     * @param at server time
     * @param reason why the sweep is made; null if it was not said
     * @throws StoreException if one was not confirmed: nothing may be changed then
     */
    public void copy(String by, Instant at, List<Claim> seen, @Nullable String reason) {
        List<BsonDocument> all =
                seen.stream().map(claim -> copyOf(claim, by, at, reason)).toList();
        if (all.isEmpty()) {
            return;
        }
        seen.forEach(claim -> open.put(claim, new BsonString(claim.id() + "@" + by)));
        try {
            insert(all);
        } catch (MongoSocketException lost) {
            insertAgain(all);
        } catch (MongoException e) {
            throw failed(e);
        }
    }

    /**
     * Tells the copies of claims that were left as they are from those that may be the last of their messages: their status
     * becomes what came of the claim, so that no recovery comes for them. Copies of claims that are gone, or of which nobody
     * knows, stay as they are.
     *
     * @param swept what came of claims that were copied, and perhaps of others
     * @throws StoreException if that was not confirmed
     */
    public void after(List<SweptClaim> swept) {
        Map<SweptClaim.Result, List<BsonValue>> left = new EnumMap<>(SweptClaim.Result.class);
        for (SweptClaim claim : swept) {
            @Nullable BsonValue copy = open.remove(claim.seen());
            if (copy != null && LEFT_AS_THEY_ARE.contains(claim.result())) {
                left.computeIfAbsent(claim.result(), r -> new ArrayList<>()).add(copy);
            }
        }
        left.forEach(this::mark);
    }

    private void mark(SweptClaim.Result result, List<BsonValue> ids) {
        String word = result.name().toLowerCase(Locale.ROOT);
        try {
            copies.updateMany(
                    new BsonDocument("_id", new BsonDocument("$in", new BsonArray(ids))),
                    new BsonDocument("$set", new BsonDocument("status", new BsonString(word))));
        } catch (MongoException e) {
            throw failed(e);
        }
    }

    /** What of it arrived the first time is found to be there already. */
    private void insertAgain(List<BsonDocument> all) {
        try {
            insert(all);
        } catch (MongoException e) {
            throw failed(e);
        }
    }

    private void insert(List<BsonDocument> all) {
        try {
            copies.insertMany(all, new InsertManyOptions().ordered(false));
        } catch (MongoBulkWriteException e) {
            judge(all, e);
        } catch (BsonMaximumSizeExceededException e) {
            throw tooLarge(largest(all));
        }
    }

    /** Lets pass only copies that are there already, and confirmed. */
    private void judge(List<BsonDocument> all, MongoBulkWriteException e) {
        if (e.getWriteConcernError() != null) {
            throw failed(new MongoWriteConcernException(
                    e.getWriteConcernError(), WriteConcernResult.unacknowledged(), e.getServerAddress(), Set.of()));
        }
        List<BulkWriteError> errors = e.getWriteErrors();
        Map<BsonValue, BsonDocument> found = confirmed(
                errors.stream().map(error -> idOf(all.get(error.getIndex()))).toList());
        for (BulkWriteError error : errors) {
            BsonDocument copy = all.get(error.getIndex());
            @Nullable BsonDocument there = found.get(idOf(copy));
            if (TOO_LARGE.contains(error.getCode())) {
                throw tooLarge(copy);
            }
            if (error.getCode() != DUPLICATE_KEY
                    || there == null
                    || !claimIn(there).equals(claimIn(copy))) {
                throw refused(copy, error, e);
            }
        }
    }

    /** Another unique index can refuse a copy in the same words: only what is found under its id proves that it is there. */
    private Map<BsonValue, BsonDocument> confirmed(List<BsonValue> ids) {
        Map<BsonValue, BsonDocument> found = new HashMap<>();
        BsonDocument any = new BsonDocument("_id", new BsonDocument("$in", new BsonArray(ids)));
        for (BsonDocument copy : copies.find(any)) {
            found.put(idOf(copy), copy);
        }
        return found;
    }

    private static BsonDocument copyOf(Claim claim, String by, Instant at, @Nullable String reason) {
        BsonDocument copy = new BsonDocument("_id", new BsonString(claim.id() + "@" + by));
        claim.document().forEach(copy::putIfAbsent);
        copy.append("archived_id", new BsonString(claim.id()))
                .append("archived_by", new BsonString(by))
                .append("archived_at", new BsonDateTime(at.toEpochMilli()));
        if (reason != null) {
            copy.append("archive_reason", new BsonString(reason));
        }
        return copy;
    }

    private static BsonDocument claimIn(BsonDocument copy) {
        BsonDocument claim = copy.clone();
        claim.keySet().removeAll(OURS);
        return claim;
    }

    private static BsonValue idOf(BsonDocument copy) {
        return Objects.requireNonNull(copy.get("_id"), "a copy has an _id");
    }

    private static BsonDocument largest(List<BsonDocument> all) {
        return Collections.max(
                all,
                Comparator.comparingInt(copy -> new RawBsonDocument(copy, new BsonDocumentCodec())
                        .getByteBuffer()
                        .remaining()));
    }

    private StoreException tooLarge(BsonDocument copy) {
        return StoreException.refusal("the archive " + name() + " cannot take a copy of the claim '"
                + copy.getString("archived_id").getValue()
                + "': with what the archive adds to it, it is larger than the server takes; recover it, or sweep without"
                + " its payload");
    }

    private StoreException refused(BsonDocument copy, BulkWriteError error, MongoServerException all) {
        MongoException one = new MongoCommandException(
                new BsonDocument("ok", new BsonInt32(0))
                        .append("code", new BsonInt32(error.getCode()))
                        .append("errmsg", new BsonString(error.getMessage())),
                all.getServerAddress());
        return StoreException.of(
                "the archive " + name() + " did not take a copy of the claim '"
                        + copy.getString("archived_id").getValue() + "'",
                one,
                client.getClusterDescription());
    }

    private StoreException failed(MongoException e) {
        return StoreException.of("the archive " + name() + " cannot be written", e, client.getClusterDescription());
    }
}
