package io.claimctl.claim;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.claimctl.testing.FaultProxy;
import io.claimctl.testing.FaultProxy.Rule;
import io.claimctl.testing.ProxyFault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** One cell of the fault table: a collection of its own, a store that reaches it through a proxy, and a way around the proxy. */
final class FaultBench implements AutoCloseable {
    static final Duration TIMEOUT = Duration.ofSeconds(1);
    static final Set<String> CLOCK = Set.of("hello", "isMaster");
    static final Token OURS = new Token("pod-1:0123456789abcdef01234567");
    static final Token THEIRS = new Token("pod-2:89abcdef0123456701234567");
    /** Who holds a claim before it is taken over, reset or swept. */
    static final Token BEFORE = new Token("pod-3:456701234567012389abcdef");

    final FaultProxy proxy;
    final FaultedMutation mutation;
    final MongoCollection<BsonDocument> documents;
    final List<String> drawn = new CopyOnWriteArrayList<>();
    /** Through the proxy. */
    ClaimStore store;

    final ClaimStore beside;
    private final MongoNamespace namespace;
    private MongoClient through;
    private final List<Rule> rules = new CopyOnWriteArrayList<>();
    private List<BsonDocument> arranged = List.of();
    private int skip;
    private final Set<String> appliedBefore = ConcurrentHashMap.newKeySet();
    private volatile boolean somebodyElseCame;
    private boolean tooLate;
    private volatile @Nullable BsonDocument foreign;
    volatile boolean deletedByOthers;

    @Nullable
    Claim seen;

    /** @param direct a client of the server, not through a proxy; it stays open */
    FaultBench(String uri, MongoClient direct, FaultedMutation mutation) {
        this.mutation = mutation;
        this.skip = mutation.skip();
        namespace = new MongoNamespace(
                "claimctl_faults", "c" + UUID.randomUUID().toString().replace("-", ""));
        documents = direct.getDatabase(namespace.getDatabaseName())
                .getCollection(namespace.getCollectionName(), BsonDocument.class);
        proxy = new FaultProxy(uri);
        beside = ClaimStore.on(direct, namespace);
        through = connect();
        store = storeThrough().withTimeout(TIMEOUT);
        through.getDatabase("admin").runCommand(new BsonDocument("ping", new BsonInt32(1)));
        insert("bystander", THEIRS, Duration.ofHours(1), Duration.ZERO);
        mutation.arrange().accept(this);
        arranged = all();
    }

    private MongoClient connect() {
        return MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(proxy.uri()))
                // After a cut connection the driver looks for its server again; it need not wait for that.
                .applyToServerSettings(s -> s.minHeartbeatFrequency(25, TimeUnit.MILLISECONDS))
                .build());
    }

    private ClaimStore storeThrough() {
        Tokens random = Tokens.random();
        return ClaimStore.on(through, namespace).withTokens(() -> {
            Token token = random.next();
            drawn.add(token.value());
            return token;
        });
    }

    /** The network is well again, and another process comes, with more patience. */
    void heal() {
        proxy.heal();
        reconnect();
    }

    void reconnect() {
        through.close();
        through = connect();
        store = storeThrough();
    }

    /** What happens to the next commands that change something. */
    void write(int times, ProxyFault fault) {
        if (skip > 0) {
            proxy.next(Set.of(mutation.write()), skip, ProxyFault.NONE);
            skip = 0;
        }
        rule(Set.of(mutation.write()), times, fault);
    }

    void rule(Set<String> names, int times, ProxyFault fault) {
        rules.add(proxy.next(names, times, fault));
    }

    /** Whether every fault has happened that the cell is about, and what others did then was done before anything else. */
    synchronized boolean allFired() {
        return !tooLate && rules.stream().allMatch(r -> r.fired() > 0);
    }

    /** Others do something to the claim, once the server has done with the faulted command, or the command was lost. */
    synchronized void somebodyElse(Runnable action) {
        mutation.ids().stream().filter(this::applied).forEach(appliedBefore::add);
        somebodyElseCame = true;
        int sent = proxy.seen().size();
        action.run();
        tooLate = proxy.seen().size() > sent; // the client has lost patience meanwhile
    }

    boolean somebodyElseCame() {
        return somebodyElseCame;
    }

    void takenByOthers(String status) {
        deletedByOthers = false;
        BsonDocument now = stored("a");
        long fence = now != null && now.isInt64("fence") ? now.getInt64("fence").getValue() : 0;
        BsonDocument taken = new BsonDocument("status", new BsonString(status))
                .append("worker_id", new BsonString(THEIRS.value()))
                .append("expires_at", fromNow(Duration.ofMinutes(1)))
                .append("updated_at", fromNow(Duration.ZERO))
                .append("fence", new BsonInt64(Math.max(fence + 1, System.currentTimeMillis() * 1_000)))
                .append("fence_worker", new BsonString(THEIRS.value()));
        documents.updateOne(
                id("a"), new BsonDocument("$set", taken), new com.mongodb.client.model.UpdateOptions().upsert(true));
        foreign = stored("a");
    }

    void set(String id, BsonDocument fields) {
        documents.updateOne(id(id), new BsonDocument("$set", fields));
    }

    void deleteByOthers() {
        documents.deleteOne(id("a"));
        deletedByOthers = true;
    }

    /** Puts all back as it was before the operation. */
    void restore() {
        documents.deleteMany(new BsonDocument());
        documents.insertMany(arranged);
        deletedByOthers = false;
        foreign = null;
    }

    /** Free for everybody, with all its memory; as far as it is still there, and nobody else's. */
    void letGo() {
        if (foreign != null) {
            return;
        }
        documents.updateMany(
                new BsonDocument("_id", new BsonDocument("$ne", new BsonString("bystander"))),
                new BsonDocument("$set", new BsonDocument("status", new BsonString("released"))));
    }

    boolean applied(String id) {
        return mutation.applied().test(this, id);
    }

    boolean everApplied(String id) {
        return appliedBefore.contains(id) || applied(id);
    }

    /** What was somebody else's and is not as it was. */
    Optional<String> harmed() {
        BsonDocument bystander = stored("bystander");
        if (!arranged.contains(bystander)) {
            return Optional.of("the bystander's claim is now " + bystander);
        }
        return foreign == null || !mutation.fenced() || foreign.equals(stored("a"))
                ? Optional.empty()
                : Optional.of("the other holder's claim " + foreign + " is now " + stored("a"));
    }

    BsonDocument insert(String id, Token worker, Duration leaseFromNow, Duration age) {
        BsonDocument document = id(id).append("status", new BsonString("processing"))
                .append("worker_id", new BsonString(worker.value()))
                .append("expires_at", fromNow(leaseFromNow))
                .append("created_at", fromNow(age.negated()))
                .append("updated_at", fromNow(age.negated()));
        documents.insertOne(document);
        return document;
    }

    /** What the caller of a reset or a take-over has seen. */
    void see() {
        seen = beside.find("a").orElseThrow().readable();
    }

    @Nullable
    BsonDocument stored(String id) {
        return documents.find(id(id)).first();
    }

    List<BsonDocument> all() {
        return documents.find().into(new ArrayList<>());
    }

    static boolean is(@Nullable BsonDocument stored, String field, String value) {
        return stored != null && string(value).equals(stored.get(field));
    }

    static BsonString string(String value) {
        return new BsonString(value);
    }

    static BsonDateTime date(Instant instant) {
        return new BsonDateTime(instant.toEpochMilli());
    }

    static BsonDateTime fromNow(Duration time) {
        return new BsonDateTime(Instant.now().plus(time).toEpochMilli());
    }

    private static BsonDocument id(String id) {
        return new BsonDocument("_id", new BsonString(id));
    }

    @Override
    public void close() {
        proxy.heal();
        through.close();
        proxy.close();
        documents.drop();
    }
}
