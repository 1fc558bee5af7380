package io.claimctl.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class ContentionTest {
    private static final int THREADS = 200;
    private static final int ROUNDS = 45;
    private static final int FEWEST_ROUNDS = 15;
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final Fixture f;

    ContentionTest(TestServer server) {
        f = new Fixture(server);
    }

    @AfterEach
    void close() {
        f.close();
    }

    @Test
    void of_two_hundred_threads_on_one_id_one_wins_in_each_round_and_none_fails() throws Exception {
        ClaimStore store = f.other();
        CyclicBarrier start = new CyclicBarrier(THREADS);
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        long end = System.nanoTime() + LONGEST.toNanos();
        try {
            for (int round = 0; round < ROUNDS; round++) {
                if (round >= FEWEST_ROUNDS && System.nanoTime() > end) {
                    System.out.println("This server is slow: " + round + " rounds in " + LONGEST + ".");
                    break;
                }
                String id = "round-" + round;
                if (round % 3 == 1) {
                    f.insert(f.processing(id, Fixture.THEIRS, Fixture.MINUTE.negated(), Fixture.HOUR));
                } else if (round % 3 == 2) {
                    f.insert(new BsonDocument("_id", new BsonString(id)).append("status", new BsonString("released")));
                }
                List<Future<AcquireOutcome>> outcomes = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    outcomes.add(pool.submit(() -> {
                        start.await(30, TimeUnit.SECONDS);
                        return store.acquire(id, Fixture.MINUTE);
                    }));
                }
                List<Lease> won = new ArrayList<>();
                for (Future<AcquireOutcome> outcome : outcomes) {
                    AcquireOutcome result = outcome.get(60, TimeUnit.SECONDS);
                    result.acquired().ifPresent(a -> won.add(a.lease()));
                    assertThat(result).isInstanceOfAny(Acquired.class, Held.class);
                }
                assertThat(won).as(id).hasSize(1);
                assertThat(f.stored(id).getString("worker_id").getValue())
                        .isEqualTo(won.get(0).token().value());
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
