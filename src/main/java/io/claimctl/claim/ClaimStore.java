package io.claimctl.claim;

import com.mongodb.MongoException;
import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * Worker claims kept in one MongoDB collection: "this worker holds message X until T".
 *
 * <h2>The document</h2>
 *
 * <pre>{@code
 * _id           string   the message (event) id
 * status        string   processing, completed, released; may be absent on foreign documents
 * worker_id     string   the token: fresh for every acquisition, 24 hex digits, or instance: and those
 * expires_at    date     lease end while processing, end of the memory when completed
 * created_at    date     set on insert only
 * updated_at    date     last transition
 * payload       binary   the message, kept for recovery; may be absent
 * metadata      document string to string; may be absent
 * event_name    string   may be absent
 * fence         int64    rises from one of our acquisitions to the next
 * fence_worker  string   the token that the fence was issued to; another worker_id: a Go worker has taken over since
 * reset_by, reset_at, reset_reason, kept_at   who let the claim go, when and why; when it was kept for recovery
 * }</pre>
 *
 * <h2>The algorithm</h2>
 *
 * <ol>
 *   <li>Read the primary's clock. Instants are milliseconds of that clock; this host's clock judges nothing.
 *   <li>Send one atomic conditional command, with write concern majority. Its filter names the {@code _id} and what it
 *       expects: for acquire, that the claim is free and its fence lower than the new one; for renew, complete, release and
 *       payloads, the token and {@code processing}; for take over, reset and sweep, all that was seen of the claim.
 *   <li>If it matched, that was it. If not, one read explains why; it never decides.
 *   <li>If no reply was observed (a timeout, a lost connection, a write concern error, a changed primary), the same
 *       command is repeated, and only a read that finds our own mark proves that it was applied. When the deadline
 *       passes before, the outcome is {@link Unknown}.
 * </ol>
 *
 * <h2>Promises</h2>
 *
 * <p>Among those who use this protocol, at most one unexpired holder of an id, judged on the server's clock; no mutation
 * touches a claim that is not the one its caller saw; the fence rises strictly while the document lives; nothing destroys
 * a payload unless told to. Go workers beside it are fenced out of nothing that they do by {@code _id} alone.
 *
 * <p>A lost race is a value, one of the outcomes; {@link StoreException} means that the store failed. Durations below
 * 1 ms or above 100 years, and ids that are empty, are refused with {@link IllegalArgumentException}.
 *
 * <p>Thread-safe and immutable. It owns and closes nothing: the client is the caller's.
 */
public final class ClaimStore {
    /** How long a claim operation takes at most, unless told otherwise. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
    /** How long a completion is remembered, unless told otherwise. */
    public static final Duration DEFAULT_MEMORY = Duration.ofHours(24);

    private static final Duration FOR_DISPLAY = Duration.ofMillis(300);

    private final StoreAccess store;
    private final Tokens tokens;

    private ClaimStore(StoreAccess store, Tokens tokens) {
        this.store = store;
        this.tokens = tokens;
    }

    /** The claims of a collection, which need not exist yet. Sends nothing. */
    public static ClaimStore on(MongoClient client, MongoNamespace namespace) {
        return on(client, namespace, HostClock.SYSTEM);
    }

    static ClaimStore on(MongoClient client, MongoNamespace namespace, HostClock clock) {
        StoreAccess store = new StoreAccess(
                client,
                namespace,
                new HelloClock(client, clock),
                clock,
                DEFAULT_TIMEOUT,
                new CollectionCheck(),
                new AtomicBoolean(true));
        return new ClaimStore(store, Tokens.random());
    }

    /**
     * The same store with this deadline: for each operation on one claim, with all its commands and repeats; for lists
     * and sweeps, for each batch.
     */
    public ClaimStore withTimeout(Duration timeout) {
        return new ClaimStore(store.withTimeout(Durations.atLeastOneMilli("timeout", timeout)), tokens);
    }

    /** How long a claim operation takes at most. */
    public Duration timeout() {
        return store.timeout;
    }

    /** The same store, drawing its tokens here, {@link Tokens#random(String)} for example. */
    public ClaimStore withTokens(Tokens other) {
        return new ClaimStore(store, other);
    }

    /** The same store judging by this clock; for tests. */
    public ClaimStore withTimeSource(TimeSource time) {
        return new ClaimStore(store.withTime(time), tokens);
    }

    /**
     * Takes a claim that is new, lapsed, released, or without a status.
     *
     * @param id the claim id, not empty
     * @param ttl how long the lease runs from now
     * @throws StoreException if the store failed; the claim was not acquired
     */
    public AcquireOutcome acquire(String id, Duration ttl) {
        return new AcquireOperation(store, named(id), Durations.atLeastOneMilli("ttl", ttl), tokens).run();
    }

    /**
     * As {@link #acquire(String, Duration)}; while somebody holds the claim, or is faster, it waits and tries again. A
     * completed claim is not waited for. Once the store has answered, it is waited for, too, where it does not answer for a
     * while.
     *
     * @param waiting for how long, and at which pace
     * @return the outcome of the last try
     */
    public AcquireOutcome acquire(String id, Duration ttl, Waiting waiting) {
        return new PatientAcquire(() -> acquire(id, ttl), store, waiting).run();
    }

    /**
     * Waits until a claim is free or completed; where the server has change streams, and the user may watch them, a long
     * wait ends as soon as the claim changes.
     *
     * @param waiting for how long, and at which pace
     * @throws StoreException if the store failed
     */
    public WaitOutcome await(String id, Awaited awaited, Waiting waiting) {
        return new WaitOperation(store, named(id), awaited, waiting).run();
    }

    /**
     * A time to wait, which begins now.
     *
     * @param longest how long in all
     * @param sleeper what waits between two looks
     */
    public Waiting waiting(Duration longest, Sleeper sleeper) {
        return new Waiting(store.clock, sleeper, new SplittableRandom(), Durations.atLeastOneMilli("longest", longest));
    }

    /**
     * Completes a claim that is held under the lease's token, and drops its payload with the same command. Also after
     * the lease has ended, if nobody has taken the claim.
     *
     * @param memory how long the completion is remembered
     * @throws StoreException if the store failed; the claim was not completed
     */
    public CompleteOutcome complete(Lease lease, Duration memory) {
        return new CompleteOperation(store, lease, Durations.atLeastOneMilli("memory", memory), false).run();
    }

    /**
     * As {@link #complete}; a claim that is there no more (TTL has deleted it) is inserted as completed, unless somebody
     * has acquired it since.
     */
    public CompleteOutcome completeOrRecord(Lease lease, Duration memory) {
        return new CompleteOperation(store, lease, Durations.atLeastOneMilli("memory", memory), true).run();
    }

    /**
     * Takes a claim from its holder, if nothing has happened to it since it was read. The claim keeps its payload,
     * metadata and event name.
     *
     * @param seen the claim as it was read, whole
     * @param ttl how long the new lease runs from now
     * @param lease {@link LeaseFilter#EXPIRED} to leave a live lease alone, {@link LeaseFilter#ANY} to take it too
     * @throws StoreException if the store failed; the claim was not taken over
     */
    public TakeOverOutcome takeOver(Claim seen, Duration ttl, LeaseFilter lease) {
        if (lease == LeaseFilter.LIVE) {
            throw new IllegalArgumentException("lease is LIVE; a take-over asks for EXPIRED or ANY");
        }
        return new TakeOverOperation(store, seen, Durations.atLeastOneMilli("ttl", ttl), lease, tokens).run();
    }

    /**
     * Lets an unexpired lease run for this long from now. The end of the lease never comes earlier by it, and nothing is
     * ever inserted.
     *
     * @param ttl how long the lease runs from now
     * @throws StoreException if the store failed; the lease was not renewed
     */
    public RenewOutcome renew(Lease lease, Duration ttl) {
        return new RenewOperation(store, lease, Durations.atLeastOneMilli("ttl", ttl)).run();
    }

    /**
     * How long a lease can be relied on, by a reading of the server's clock of the last minute, or a new one.
     *
     * @param lease with its end
     * @param ttl how long it ran when it was acquired or renewed
     * @throws StoreException if the clock had to be read, and was not
     */
    public LeaseTime leaseTime(Lease lease, Duration ttl) {
        Instant end = lease.expiresAt()
                .orElseThrow(() -> new IllegalArgumentException("the lease of " + lease.id() + " has no known end"));
        return new LeaseTime(store.time.recent(store.timeout), end, LeaseMargin.of(ttl));
    }

    /**
     * Lets a claim go that is held under the lease's token, so that anybody may acquire it at once. Also after the lease
     * has ended, if nobody has taken the claim. A claim with a payload is kept for recovery instead, for at least ten
     * minutes.
     *
     * @param payloads {@link Payloads#INCLUDE} to let a claim with a payload go too: TTL then deletes the message
     * @throws StoreException if the store failed; the claim was not released
     */
    public ReleaseOutcome release(Lease lease, Payloads payloads) {
        return new ReleaseOperation(store, lease, payloads).run();
    }

    /**
     * Stores the message of a claim that is held under the lease's token with it, for recovery.
     *
     * @param payload the message; if it is empty, nothing is sent
     * @param metadata replaces what is stored, unless it is empty
     * @param eventName replaces what is stored, unless it is null or empty
     * @throws StoreException if the store failed; the message was not stored
     */
    public PayloadOutcome putPayload(
            Lease lease, byte[] payload, Map<String, String> metadata, @Nullable String eventName) {
        return payload.length == 0
                ? new PayloadStored(lease.id(), 0)
                : PayloadOperation.put(store, lease, payload, metadata, eventName)
                        .run();
    }

    /**
     * Drops the stored message of a claim that is held under the lease's token; metadata and event name stay.
     *
     * @throws StoreException if the store failed; the message was not dropped
     */
    public PayloadOutcome clearPayload(Lease lease) {
        return PayloadOperation.clear(store, lease).run();
    }

    /**
     * Releases a claim if nothing has happened to it since it was read.
     *
     * @param seen the claim as it was read, in whatever state
     * @throws StoreException if the store failed; the claim was not reset
     */
    public ResetOutcome reset(Claim seen, ResetOptions options) {
        return reset(seen, options, store.deadline());
    }

    private ResetOutcome reset(Claim seen, ResetOptions options, Deadline deadline) {
        if (Documents.row(seen.document()) instanceof Malformed malformed) {
            return malformed; // what could be read of it is no claim
        }
        store.check.require(store, deadline);
        if (options.delete()) {
            Deletes.probe(store, deadline);
        }
        String by = "reset-" + Tokens.random().next().value();
        return new ResetOperation(store, seen.fingerprint(), options, by, null, deadline).run();
    }

    /**
     * Releases a claim if it is as it was when a fingerprint was taken of it.
     *
     * @param fingerprint the {@linkplain Fingerprint#text text} of the fingerprint
     * @throws StoreException if the store failed; the claim was not reset
     */
    public ResetOutcome reset(String id, String fingerprint, ResetOptions options) {
        return resetIf(id, claim -> claim.fingerprint().text().equals(fingerprint), options);
    }

    /**
     * Releases a claim that is held under this token, as a read before finds it.
     *
     * @throws StoreException if the store failed; the claim was not reset
     */
    public ResetOutcome reset(String id, Token token, ResetOptions options) {
        return resetIf(id, claim -> claim.is(Status.PROCESSING) && token.value().equals(claim.workerId()), options);
    }

    private ResetOutcome resetIf(String id, java.util.function.Predicate<Claim> seen, ResetOptions options) {
        Deadline deadline = store.deadline();
        BsonDocument standing = store.explain(new BsonString(named(id)), deadline.left());
        if (standing == null) {
            return new Gone(id);
        }
        ClaimRow row = Documents.row(standing);
        if (row instanceof Malformed malformed) {
            return malformed;
        }
        Claim claim = row.readable();
        return seen.test(claim) ? reset(claim, options, deadline) : new Changed(claim);
    }

    /**
     * Releases stale claims, oldest first, batch by batch. It can be repeated, and run beside itself.
     *
     * @param listener hears of each batch before and after
     * @throws StoreException if the store failed before anything was changed; later failures are in the report
     */
    public SweepReport sweep(SweepRequest request, SweepListener listener) {
        return new SweepOperation(store, request, null, listener).run();
    }

    /**
     * Releases the claims of a plan, in its order, as far as each is as it was when it was planned, and is processing. The
     * rules of the request hold for them, too, but for {@link SweepRequest#which}.
     *
     * @param plan read once; a claim that it names twice is released once
     * @param evenYoung whether the request's {@code olderThan} is no rule here: what was planned was stale then
     * @param listener hears of each batch before and after
     * @throws IllegalArgumentException if the request is not fenced
     * @throws StoreException if the store failed before anything was changed; later failures are in the report
     */
    public SweepReport sweep(
            SweepRequest request, Iterable<PlannedClaim> plan, boolean evenYoung, SweepListener listener) {
        if (!request.fenced()) {
            throw new IllegalArgumentException("what was planned is reset only as it was seen: fenced");
        }
        return new SweepOperation(store, request, new SweepOperation.Planned(plan.iterator(), evenYoung), listener)
                .run();
    }

    /**
     * Reads one claim.
     *
     * @throws StoreException if the store failed
     */
    public Optional<ClaimRow> find(String id) {
        try {
            return Optional.ofNullable(store.collection(store.timeout)
                            .find(Filters.id(named(id)))
                            .batchSize(2)
                            .limit(1)
                            .first())
                    .map(Documents::row);
        } catch (MongoException e) {
            throw store.failure(e);
        }
    }

    /**
     * The payload of a claim as it was read; its bytes travel only when asked for.
     *
     * @return empty if none was stored, or if it is {@code null} in the document
     */
    public static Optional<byte[]> payload(Claim claim) {
        org.bson.BsonValue payload = claim.document().get(Fields.PAYLOAD);
        if (payload == null || payload.isNull()) {
            return Optional.empty();
        }
        return Optional.of(
                payload.isBinary()
                        ? payload.asBinary().getData().clone()
                        : ((BsonString) payload).getValue().getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    /**
     * The server's time now, as displays need it: possibly carried forward for up to a minute. Where the server has told
     * it once and does not answer any more, what it told is carried on, so that an outcome can still be shown.
     *
     * @throws StoreException if the server has never told its time
     */
    public ServerTime time() {
        Optional<ServerTime> known = store.time.lastKnown();
        Duration limit = known.isPresent() && store.timeout.compareTo(FOR_DISPLAY) > 0 ? FOR_DISPLAY : store.timeout;
        try {
            return store.time.recent(limit);
        } catch (StoreException e) {
            return known.orElseThrow(() -> e);
        }
    }

    /**
     * The server's time now, read from it, as claims are judged by.
     *
     * @throws StoreException if it could not be read
     */
    public ServerTime readTime() {
        return store.time.read(store.timeout);
    }

    /** Asks what server it is and how the collection stands; it only reads. Each question has the store's timeout. */
    public StoreProbe probe() {
        return new StoreProbe(store);
    }

    /**
     * Lists claims as the server sends them.
     *
     * @throws StoreException if the store failed
     */
    public ClaimCursor list(ClaimQuery query) {
        return new ListOperation(store, query).run();
    }

    /**
     * Watches the claims of a collection. Sends nothing yet; the caller closes it.
     *
     * @param which conditions as for {@link #list}, without an age, a limit, a cursor or an order
     * @throws IllegalArgumentException if it has one of these
     */
    public ClaimWatch watch(ClaimQuery which) {
        return new ClaimWatch(store, which, List.of());
    }

    /**
     * Watches some claims, whether they are there or not. Sends nothing yet; the caller closes it.
     *
     * @param ids at least one
     */
    public ClaimWatch watch(List<String> ids) {
        if (ids.isEmpty()) {
            throw new IllegalArgumentException("there is no claim to watch");
        }
        ids.forEach(ClaimStore::named);
        return new ClaimWatch(store, ClaimQuery.all(), ids);
    }

    /**
     * Counts claims by status, in one aggregation on the server.
     *
     * @param query conditions as for {@link #list}, without a limit, a cursor or an order
     * @throws IllegalArgumentException if it has one of these
     * @throws StoreException if the store failed
     */
    public ClaimCounts count(ClaimQuery query) {
        return new CountOperation(store, query).run();
    }

    /**
     * Puts claims in numbers, in one aggregation on the server: statuses, leases, ages, payloads, and the commonest
     * workers, instances and events. It reads all claims that are asked for, unless a sample is.
     *
     * @throws StoreException if the store failed
     */
    public ClaimStats stats(StatsQuery query) {
        return new StatsOperation(store, query).run();
    }

    /**
     * As {@link #findStale(Duration, LeaseFilter, ClaimQuery, Long)}, all of them.
     */
    public ClaimCursor findStale(Duration olderThan, LeaseFilter lease, @Nullable Long limit) {
        return findStale(olderThan, lease, ClaimQuery.all(), limit);
    }

    /**
     * How the collection stands, in numbers, counted by one aggregation on the server, which reads the whole collection; where
     * the server cannot sum payloads, by two more.
     *
     * @param olderThan how long {@code updated_at} of a stale claim lies back at least
     * @throws StoreException if the store failed
     */
    public ClaimGauges gauges(Duration olderThan) {
        return new GaugeOperation(store, Durations.atLeastOneMilli("olderThan", olderThan)).all();
    }

    /**
     * As {@link #gauges}, of the claims that are {@code processing} alone: where there is the index for stale claims, the
     * completed ones are not read.
     *
     * @throws StoreException if the store failed
     */
    public StaleGauges staleGauges(Duration olderThan) {
        return new GaugeOperation(store, Durations.atLeastOneMilli("olderThan", olderThan)).stale();
    }

    /**
     * Finds the claims that are {@code processing} and have not been touched for a while, oldest first.
     *
     * @param olderThan how long {@code updated_at} lies back at least
     * @param which only these claims; the query names no state, age, payload, limit, cursor or order
     * @param limit at most this many; null for all
     * @throws StoreException if the store failed
     */
    public ClaimCursor findStale(Duration olderThan, LeaseFilter lease, ClaimQuery which, @Nullable Long limit) {
        Duration age = Durations.atLeastOneMilli("olderThan", olderThan);
        if (!which.isOnlyWhich()) {
            throw new IllegalArgumentException("which stale claims to list is for the other parameters to narrow");
        }
        Instant now = store.time.recent(store.timeout).earliest();
        return StaleQuery.cursor(store, now.minus(age), lease, now, which, limit);
    }

    /**
     * Finds the next claim that recovery may take over with {@link #takeOver}: {@code processing}, with a payload, and
     * untouched since the cut-off, unless a release {@linkplain Claim#isKept kept} it; oldest first. With
     * {@link LeaseFilter#EXPIRED} its lease has ended, too, unless it was kept, or an earlier recovery
     * {@linkplain Claim#isRecovered has left} it. Claims whose {@code _id} is no string are not found.
     *
     * @param lease {@link LeaseFilter#EXPIRED}, or {@link LeaseFilter#ANY} for live leases, too
     * @param after the one found before; null for the first
     * @throws StoreException if the store failed
     */
    public Optional<ClaimRow> findRecoverable(Instant cutoff, LeaseFilter lease, @Nullable ClaimRow after) {
        return StaleQuery.recoverable(store, cutoff, lease, after);
    }

    /**
     * Looks at the collection and its indexes; changes nothing. It needs the privileges to list collections and indexes.
     *
     * @throws StoreException if the store failed, or the collection cannot hold claims
     */
    public ClaimCollection collection() {
        return new CollectionOperation(store).look();
    }

    /**
     * Makes the indexes of the reference that were seen to be missing: {@code expires_at} with TTL, or without in a capped
     * collection, {@code status, updated_at, _id}, {@code updated_at, _id} and {@code event_name, updated_at, _id}. All of
     * them, or none.
     *
     * @param seen what {@link #collection} has given
     * @return the same, with what was missing now created, or unknown where no reply came
     * @throws StoreException if the collection is not there, if another index stands in the way (the message names both
     *     definitions), or if the store failed
     */
    public ClaimCollection createMissingIndexes(ClaimCollection seen) {
        seen.requireIndexable();
        return new CollectionOperation(store).createIndexes(seen);
    }

    /**
     * Makes the collection if it is not there, and its indexes. One that is there stays as it is, whatever its size. What
     * stands in the way is found before anything is made.
     *
     * @param as null for a collection that is not capped
     * @return how the collection stands now; its {@linkplain ClaimCollection#failure failure} says why its indexes were not
     *     made where the collection was
     * @throws StoreException if the collection is there and of the other kind or cannot hold claims, if another index stands
     *     in the way, or if the store failed before anything was made
     */
    public ClaimCollection createCollection(@Nullable Capped as) {
        return new CollectionOperation(store).create(as);
    }

    /**
     * Makes the indexes that are missing, and the collection where there is none.
     *
     * @throws StoreException if another index stands in the way, or the store failed
     */
    public void createIndexes() {
        CollectionOperation collection = new CollectionOperation(store);
        refuseFailed(collection.createIndexes(collection.look()));
    }

    /**
     * As {@link #createCollection}; every failure is thrown.
     *
     * @param sizeBytes at least 4,096
     * @param maxDocuments how many documents at most; null for as many as fit
     */
    public void createCapped(long sizeBytes, @Nullable Long maxDocuments) {
        refuseFailed(createCollection(new Capped(sizeBytes, maxDocuments)));
    }

    private static void refuseFailed(ClaimCollection made) {
        if (made.failure() != null) {
            throw made.failure();
        }
    }

    private static String named(String id) {
        if (id.isEmpty()) {
            throw new IllegalArgumentException("a claim id must not be empty");
        }
        return id;
    }
}
