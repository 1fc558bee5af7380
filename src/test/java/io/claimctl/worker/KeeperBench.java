package io.claimctl.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Lease;
import io.claimctl.testing.FaultProxy;
import io.claimctl.testing.ScriptedServer;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.bson.BsonDocument;

/** A keeper with its threads, which renews through a proxy, and takes its claims beside it. */
final class KeeperBench implements AutoCloseable {
    static final Duration TTL = Duration.ofMillis(1_500);
    static final Duration NOTICE = Duration.ofMillis(250);
    private static final Duration TIMEOUT = Duration.ofMillis(300);
    private static final String THREADS = "claimctl-lease";

    private final ScriptedServer server = new ScriptedServer();
    private final MongoNamespace namespace = new MongoNamespace("claimctl_test", "kept");
    private final MongoClient direct = MongoClients.create(server.uri());
    private final ClaimStore beside = ClaimStore.on(direct, namespace);
    final FaultProxy proxy = new FaultProxy(server.uri());
    private final CountDownLatch end = new CountDownLatch(1);
    private final MongoClient client = MongoClients.create(MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(proxy.uri()))
            .addCommandListener(hanging("hung"))
            .build());
    private final LeaseKeeper keeper =
            LeaseKeeper.on(ClaimStore.on(client, namespace).withTimeout(TIMEOUT));
    private final Set<Thread> before = threads();

    KeptLease keep(String id, Duration ttl, LeaseListener listener) {
        Lease lease = beside.acquire(id, ttl).acquired().orElseThrow().lease();
        return keeper.keep(lease, ttl, NOTICE, listener);
    }

    static boolean isOf(BsonDocument command, String id) {
        return command.getDocument("query").getString("_id").getValue().equals(id);
    }

    /** Holds the renewals of one claim back for ever, so that not even their time limit ends them. */
    private CommandListener hanging(String id) {
        return new CommandListener() {
            @Override
            public void commandStarted(CommandStartedEvent event) {
                if (event.getCommandName().equals("findAndModify") && isOf(event.getCommand(), id)) {
                    hang();
                }
            }
        };
    }

    /** Blocks whoever calls it until the end, or until it is interrupted. */
    void hang() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** From now on nobody hangs. */
    void end() {
        end.countDown();
    }

    /** The keeper's threads that are there. */
    Set<Thread> started() {
        Set<Thread> started = threads();
        started.removeAll(before);
        return started;
    }

    private static Set<Thread> threads() {
        Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
        threads.removeIf(t -> !t.getName().startsWith(THREADS));
        return threads;
    }

    /** Closes the keeper, and fails if any of its threads goes on. */
    @Override
    public void close() {
        keeper.close();
        end();
        started().forEach(KeeperBench::join);
        assertThat(started()).isEmpty();
        client.close();
        proxy.close();
        proxy.assertSound();
        direct.close();
        server.close();
    }

    static void join(Thread thread) {
        try {
            thread.join(5_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
