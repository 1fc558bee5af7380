package io.claimctl.worker;

import static io.claimctl.worker.RecoveryFixture.REQUEST;
import static io.claimctl.worker.RecoveryFixture.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Sleeper;
import io.claimctl.worker.RecoveredClaim.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Recoveries beside one another, and after one that was killed. */
class TwoRecoveriesTest {
    private static final Set<String> ONES_OWN = Set.of("find", "findAndModify", "update", "getMore");

    private final RecoveryFixture f = new RecoveryFixture();

    @AfterEach
    void close() {
        f.close();
    }

    private static List<String> ids(int count) {
        return IntStream.range(100, 100 + count).mapToObj(n -> "message-" + n).toList();
    }

    @Test
    void side_by_side_they_publish_every_message_once() throws Exception {
        List<String> ids = ids(60);
        ids.forEach(f::message);
        Queue<String> published = new ConcurrentLinkedQueue<>();
        CyclicBarrier together = new CyclicBarrier(2);
        Callable<RecoveryReport> recovery = () -> {
            together.await();
            return Recovery.on(f.kept.other)
                    .pass(REQUEST, (message, lease) -> published.add(message.id()), new RecoveryListener() {});
        };
        ExecutorService threads = Executors.newFixedThreadPool(2);
        List<RecoveryReport> reports = new ArrayList<>();
        for (Future<RecoveryReport> report : threads.invokeAll(List.of(recovery, recovery))) {
            reports.add(report.get());
        }
        threads.shutdown();
        assertThat(published).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(reports.stream().mapToLong(r -> r.count(Result.PUBLISHED)).sum())
                .isEqualTo(60);
        assertThat(reports)
                .allSatisfy(r -> assertThat(r.counts().keySet()).isSubsetOf(Result.PUBLISHED, Result.CHANGED));
        allCompleted(ids);
    }

    /** Whatever it was about to send, or had just been told, or was about to publish, or just had. */
    @Test
    void wherever_one_is_killed_the_next_ones_publish_every_message_at_least_once_and_drop_none() {
        int kills = 0;
        boolean killed = true;
        for (int point = 0; killed; point++) {
            Life life = new Life(point);
            List<String> ids = ids(12);
            ids.forEach(f::message);
            killed = life.passesUntilKilled();
            kills += killed ? 1 : 0;
            noneIsLost(ids, life, point);
            f.kept.time.pass(RecoveryFixture.OLDER_THAN.plusMillis(1));
            life.passes(f.kept.other);
            for (String id : ids) {
                assertThat(life.published.get(id))
                        .as("%s after a kill at %d", id, point)
                        .isBetween(1, 2);
            }
            assertThat(life.published.values().stream().mapToInt(n -> n - 1).sum())
                    .as("published twice after a kill at %d", point)
                    .isLessThanOrEqualTo(1);
            allCompleted(ids);
            f.kept.documents.deleteMany(new BsonDocument());
        }
        assertThat(kills).isGreaterThanOrEqualTo(100);
    }

    private void noneIsLost(List<String> ids, Life life, int point) {
        for (String id : ids) {
            if (!life.published.containsKey(id)) {
                assertThat(f.stored(id).getBinary("payload").getData())
                        .as("%s after a kill at %d", id, point)
                        .isEqualTo(bytes(id));
                assertThat(f.text(id, "status")).isEqualTo("processing");
            }
        }
    }

    private void allCompleted(List<String> ids) {
        assertThat(ids)
                .allSatisfy(id -> assertThat(f.stored(id))
                        .containsEntry("status", new BsonString("completed"))
                        .doesNotContainKey("payload"));
    }

    /** The end of a process: nothing it holds gets to tidy up in any way that the store could see. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** A recovery in a process that is killed at one of its steps, and the ones after it. */
    private final class Life implements CommandListener, Publisher {
        final Map<String, Integer> published = new ConcurrentHashMap<>();
        private int left;
        private boolean mortal = true;
        private boolean dead;

        Life(int steps) {
            left = steps;
        }

        boolean passesUntilKilled() {
            try (MongoClient client = MongoClients.create(MongoClientSettings.builder()
                    .applyConnectionString(new ConnectionString(f.kept.server.uri()))
                    .addCommandListener(this)
                    .build())) {
                passes(ClaimStore.on(client, f.kept.documents.getNamespace()).withTimeSource(f.kept.time));
            } catch (Killed e) {
                dead = true;
            }
            mortal = false;
            return dead;
        }

        void passes(ClaimStore store) {
            Recovery.on(store).withSleeper(Sleeper.THREAD).pass(REQUEST, this, new RecoveryListener() {});
        }

        private void step() {
            if (mortal && left-- <= 0) {
                left = 0; // nor does anything come after it
                throw new Killed();
            }
        }

        @Override
        public void publish(Message message, WorkLease lease) {
            step();
            assertThat(message.payload()).isEqualTo(bytes(message.id()));
            published.merge(message.id(), 1, Integer::sum);
            step();
        }

        @Override
        public void commandStarted(CommandStartedEvent event) {
            if (ONES_OWN.contains(event.getCommandName())) {
                step();
            }
        }

        @Override
        public void commandSucceeded(CommandSucceededEvent event) {
            if (ONES_OWN.contains(event.getCommandName())) {
                step();
            }
        }
    }
}
