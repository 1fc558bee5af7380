package io.claimctl.worker;

import static io.claimctl.worker.WorkFixture.BYTES;
import static io.claimctl.worker.WorkFixture.MESSAGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Fenced;
import io.claimctl.claim.Lease;
import io.claimctl.claim.Payloads;
import io.claimctl.testing.Await;
import io.claimctl.testing.FaultProxy;
import io.claimctl.testing.ScriptedServer;
import io.claimctl.worker.WorkOutcome.ClaimEnd;
import io.claimctl.worker.WorkOutcome.Ran;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two workers with their threads; the old one is cut off while it works, and its lease ends by the clock. */
class WorkTogetherTest {
    private static final Duration NOTICE = Duration.ofMillis(250);
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final Duration TTL = LeaseKeeper.shortestTtl(TIMEOUT, NOTICE);
    /** Long enough that no renewal changes the claim within a test. */
    private static final Duration LONG = Duration.ofSeconds(60);

    private final ScriptedServer server = new ScriptedServer();
    private final FaultProxy proxy = new FaultProxy(server.uri());
    private final MongoNamespace namespace = new MongoNamespace("claimctl_test", "together");
    private final MongoClient cutOff = MongoClients.create(proxy.uri());
    private final MongoClient direct = MongoClients.create(server.uri());
    private final ClaimStore oldStore = ClaimStore.on(cutOff, namespace);
    private final ClaimStore newStore = ClaimStore.on(direct, namespace);
    private final LeaseKeeper oldKeeper = LeaseKeeper.on(oldStore.withTimeout(TIMEOUT));
    private final LeaseKeeper newKeeper = LeaseKeeper.on(newStore);
    private final CompletableFuture<LeaseLoss> lossTold = new CompletableFuture<>();
    private final ClaimedWork oldWork = ClaimedWork.on(
                    oldStore.withTimeout(Duration.ofSeconds(2)), oldKeeper, TTL, NOTICE)
            .withPayloadsUpTo(1_000);
    private final ClaimedWork newWork =
            ClaimedWork.on(newStore, newKeeper, LONG, NOTICE).withPayloadsUpTo(1_000);
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final CountDownLatch oldGoesOn = new CountDownLatch(1);
    private final CountDownLatch newGoesOn = new CountDownLatch(1);
    private final CompletableFuture<Lease> oldHolds = new CompletableFuture<>();
    private final CompletableFuture<Lease> newHolds = new CompletableFuture<>();

    @AfterEach
    void close() {
        pool.shutdownNow();
        oldKeeper.close();
        newKeeper.close();
        cutOff.close();
        proxy.close();
        proxy.assertSound();
        direct.close();
        server.close();
    }

    private BsonDocument stored() {
        return direct.getDatabase(namespace.getDatabaseName())
                .getCollection(namespace.getCollectionName(), BsonDocument.class)
                .find(new BsonDocument("_id", new BsonString("a")))
                .first();
    }

    private static <T> T soon(Future<T> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }

    /** Works on, whatever it is told, until the test lets it end. */
    private WorkOutcome<String> works(ClaimedWork work, CompletableFuture<Lease> holds, CountDownLatch goesOn)
            throws Exception {
        return work.<String, Exception>run(MESSAGE, lease -> {
            holds.complete(lease.lease().orElseThrow());
            assertThat(goesOn.await(30, TimeUnit.SECONDS)).isTrue();
            return "done";
        });
    }

    private WorkOutcome<String> oldWorks(boolean succeeds) throws Exception {
        return oldWork.<String, Exception>run(MESSAGE, lease -> {
            lease.whenLost(lossTold::complete);
            oldHolds.complete(lease.lease().orElseThrow());
            assertThat(oldGoesOn.await(30, TimeUnit.SECONDS)).isTrue();
            if (!succeeds) {
                throw new IllegalStateException("of the old work");
            }
            return "done";
        });
    }

    private Future<WorkOutcome<String>> oldStarted(boolean succeeds) throws Exception {
        Future<WorkOutcome<String>> old = pool.submit(() -> oldWorks(succeeds));
        Await.until("the old work", () -> oldHolds.isDone() || old.isDone());
        if (!oldHolds.isDone()) {
            soon(old); // why it did not start
        }
        return old;
    }

    /** The message comes to the second worker again and again. */
    private WorkOutcome<String> takesOver() throws Exception {
        WorkOutcome<String> outcome = works(newWork, newHolds, newGoesOn);
        while (outcome.ran().isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(20);
            outcome = works(newWork, newHolds, newGoesOn);
        }
        return outcome;
    }

    /** @return the successor's claim, while both work on it, and the old one can reach the store again */
    private BsonDocument takenOver(Future<WorkOutcome<String>> old) throws Exception {
        Lease first = soon(oldHolds);
        proxy.vanish();
        Lease second = soon(newHolds);
        assertThat(lossTold).as("told before anybody could take it").isDone();
        assertThat(old.isDone()).isFalse();
        assertThat(second.token()).isNotEqualTo(first.token());
        assertThat(second.fence().orElseThrow()).isGreaterThan(first.fence().orElseThrow());
        proxy.heal();
        Await.until("the old worker's store is back", () -> {
            try {
                return oldStore.withTimeout(TIMEOUT).find("a").isPresent();
            } catch (RuntimeException e) {
                return false;
            }
        });
        return stored();
    }

    private void successorEnds(Future<WorkOutcome<String>> successor) throws Exception {
        newGoesOn.countDown();
        assertThat(soon(successor)).isEqualTo(new Ran<>("done", ClaimEnd.COMPLETED));
        assertThat(stored().getString("status").getValue()).isEqualTo("completed");
        assertThat(stored().containsKey("payload")).isFalse();
    }

    @Test
    void an_old_handler_that_succeeds_after_the_takeover_changes_nothing_of_its_successors_claim() throws Exception {
        Future<WorkOutcome<String>> old = oldStarted(true);
        Future<WorkOutcome<String>> successor = pool.submit(this::takesOver);
        BsonDocument held = takenOver(old);
        oldGoesOn.countDown();
        assertThat(soon(old)).isEqualTo(new Ran<>("done", ClaimEnd.LOST));
        assertThat(stored()).isEqualTo(held);
        successorEnds(successor);
    }

    @Test
    void an_old_handler_that_fails_after_the_takeover_changes_nothing_of_its_successors_claim() throws Exception {
        Future<WorkOutcome<String>> old = oldStarted(false);
        Future<WorkOutcome<String>> successor = pool.submit(this::takesOver);
        BsonDocument held = takenOver(old);
        oldGoesOn.countDown();
        assertThatThrownBy(() -> soon(old))
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseMessage("of the old work");
        assertThat(stored()).isEqualTo(held);
        successorEnds(successor);
    }

    @Test
    void what_an_old_handler_sends_by_itself_after_the_takeover_is_fenced() throws Exception {
        Future<WorkOutcome<String>> old = oldStarted(true);
        Future<WorkOutcome<String>> successor = pool.submit(this::takesOver);
        BsonDocument held = takenOver(old);
        Lease first = soon(oldHolds);
        assertThat(oldStore.complete(first, TTL)).isInstanceOf(Fenced.class);
        assertThat(oldStore.release(first, Payloads.INCLUDE)).isInstanceOf(Fenced.class);
        assertThat(oldStore.putPayload(first, BYTES, Map.of(), null)).isInstanceOf(Fenced.class);
        assertThat(oldStore.clearPayload(first)).isInstanceOf(Fenced.class);
        assertThat(oldStore.renew(first, TTL)).isInstanceOf(Fenced.class);
        assertThat(stored()).isEqualTo(held);
        oldGoesOn.countDown();
        soon(old);
        successorEnds(successor);
    }

    @Test
    void work_that_is_interrupted_by_its_own_callback_ends_before_its_lease_does() throws Exception {
        CompletableFuture<Lease> last = new CompletableFuture<>();
        CompletableFuture<Instant> ended = new CompletableFuture<>();
        Future<WorkOutcome<String>> old =
                pool.submit(() -> oldWork.<String, InterruptedException>run(MESSAGE, lease -> {
                    Thread worker = Thread.currentThread();
                    lease.whenLost(loss -> {
                        last.complete(loss.lease());
                        worker.interrupt();
                    });
                    oldHolds.complete(lease.lease().orElseThrow());
                    try {
                        oldGoesOn.await();
                    } finally {
                        ended.complete(Instant.now());
                    }
                    return "done";
                }));
        Await.until("the old work", () -> oldHolds.isDone() || old.isDone());
        proxy.vanish();
        assertThatThrownBy(() -> soon(old)).hasCauseInstanceOf(InterruptedException.class);
        // The server's clock is this host's.
        assertThat(soon(ended)).isBefore(soon(last).expiresAt().orElseThrow());
        assertThat(stored().containsKey("payload")).isTrue();
    }
}
