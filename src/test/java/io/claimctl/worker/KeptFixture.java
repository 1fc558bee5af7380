package io.claimctl.worker;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.FixedTime;
import io.claimctl.claim.Lease;
import io.claimctl.claim.ServerTime;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.TimeSource;
import io.claimctl.testing.ScriptedServer;
import io.claimctl.testing.Steering;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Leases that are kept on a server of their own, without threads: a test sets the clock, and says when to look and to renew. */
final class KeptFixture implements AutoCloseable, LeaseListener {
    static final Duration TTL = Duration.ofSeconds(30);
    static final Duration NOTICE = Duration.ofSeconds(2);
    /** What a lease that was just confirmed can be relied on: less half a second, and what the clock cannot tell. */
    static final Duration FRESH = TTL.minusMillis(500).minusMillis(2);

    static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration STEP = Duration.ofMillis(900);

    final ScriptedServer server = new ScriptedServer();
    final Steering steering = new Steering();
    final MongoClient client = MongoClients.create(MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(server.uri()))
            .addCommandListener(steering)
            .applyToServerSettings(s -> s.minHeartbeatFrequency(5, TimeUnit.MILLISECONDS))
            .build());
    private final MongoClient beside = MongoClients.create(server.uri());
    private final MongoNamespace namespace = new MongoNamespace("claimctl_test", "kept");
    final FixedTime time = new FixedTime(beside);
    final ClaimStore other = ClaimStore.on(beside, namespace).withTimeSource(time);
    final ClaimStore store =
            ClaimStore.on(client, namespace).withTimeSource(asked()).withTimeout(TIMEOUT);
    final MongoCollection<BsonDocument> documents = beside.getDatabase(namespace.getDatabaseName())
            .getCollection(namespace.getCollectionName(), BsonDocument.class);

    /** How long each reading of the clock was to take at most. */
    final List<Duration> limits = new ArrayList<>();

    /** Why the clock cannot be read, if it cannot. */
    @Nullable
    StoreException unreadable;

    /** What happens when the clock is read. */
    Runnable whenRead = () -> {};

    /** What happens when one that was read before would do, as for everything but an acquisition. */
    Runnable whenRecentRead = () -> {};

    /** Whether a reading of the last minute is at hand where that will do. */
    boolean carried;

    final List<Runnable> told = new ArrayList<>();
    final List<LeaseLoss> losses = new ArrayList<>();
    final List<Lease> renewals = new ArrayList<>();
    final List<KeptLease> over = new ArrayList<>();

    private TimeSource asked() {
        return new TimeSource() {
            @Override
            public ServerTime read(Duration limit) {
                limits.add(limit);
                whenRead.run();
                if (unreadable != null) {
                    throw unreadable;
                }
                return time.read(limit);
            }

            @Override
            public ServerTime recent(Duration limit) {
                whenRecentRead.run();
                return carried ? time.read(limit) : read(limit);
            }

            @Override
            public Optional<ServerTime> lastKnown() {
                return Optional.of(time.read(TIMEOUT));
            }

            @Override
            public void forget() {}
        };
    }

    /** A claim that was just acquired. */
    Lease acquired(String id, Duration ttl) {
        return store.acquire(id, ttl).acquired().orElseThrow().lease();
    }

    /** One that was just acquired, and kept. */
    KeptLease kept(String id) {
        return kept(acquired(id, TTL), 1);
    }

    /** What hears of its loss waits in {@link #told}. */
    KeptLease kept(Lease lease, long seed) {
        RenewalPace pace = new RenewalPace(TTL, new SplittableRandom(seed));
        LeaseWatch watch = new LeaseWatch(lease, store.leaseTime(lease, TTL), NOTICE, pace);
        steering.forgetSent();
        limits.clear();
        return new KeptLease(store, watch, TTL, Duration.ZERO, this, told::add, over::add);
    }

    /** Lets time pass until a renewal is due, and tries it. */
    void renewWhenDue(KeptLease kept) {
        pass(kept.watch().untilDue());
        kept.renewIfDue(TIMEOUT);
    }

    /** Lets time pass as it does for one who looks all the time. */
    void pass(Duration all, KeptLease... watched) {
        Duration left = all;
        while (left.compareTo(STEP) > 0) {
            time.pass(STEP);
            left = left.minus(STEP);
            for (KeptLease kept : watched) {
                kept.look();
            }
        }
        time.pass(wholeMillis(left));
    }

    /** The clocks of hosts and servers are read in milliseconds. */
    private static Duration wholeMillis(Duration time) {
        return Duration.ofMillis(time.plusNanos(999_999).toMillis());
    }

    /** The next renewals, so many of them, are refused. */
    void refuse(int times) {
        BsonDocument reply = new BsonDocument("ok", new BsonInt32(0))
                .append("code", new BsonInt32(8000))
                .append("errmsg", new BsonString("not now"));
        for (int i = 0; i < times; i++) {
            server.answerNext("findAndModify", reply, false);
        }
    }

    /** Writes beside every protocol, as a test's hand of fate. */
    void set(String id, String field, BsonValue value) {
        documents.updateOne(
                new BsonDocument("_id", new BsonString(id)), new BsonDocument("$set", new BsonDocument(field, value)));
    }

    BsonDocument stored(String id) {
        return documents.find(new BsonDocument("_id", new BsonString(id))).first();
    }

    Instant end(KeptLease kept) {
        return kept.lease().expiresAt().orElseThrow();
    }

    /** Lets those hear of losses who were to be told. */
    List<LeaseLoss> heard() {
        told.forEach(Runnable::run);
        told.clear();
        return losses;
    }

    @Override
    public void lost(LeaseLoss loss) {
        losses.add(loss);
    }

    @Override
    public void renewed(Lease lease) {
        renewals.add(lease);
    }

    @Override
    public void close() {
        steering.assertAllHappened();
        client.close();
        beside.close();
        server.close();
    }
}
