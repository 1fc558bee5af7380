package io.claimctl.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.Servers.TestServer;
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
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("io.claimctl.testing.Servers#all")
class ContentionTest {
    private final TestServer server;
    private final Fixture f;

    ContentionTest(TestServer server) {
        this.server = server;
        f = new Fixture(server);
    }

    @AfterEach
    void close() {
        f.close();
    }

    /** An engine that scans for each acquire gets fewer of them. */
    private boolean slow(ClaimStore store) {
        long start = System.nanoTime();
        for (int i = 0; i < 20; i++) {
            store.acquire("warm-up-" + i, Fixture.MINUTE);
        }
        boolean slow = System.nanoTime() - start > TimeUnit.MILLISECONDS.toNanos(20 * 10);
        if (slow) {
            System.out.println("This server takes more than 10 ms for an acquire: 20 threads, 5 rounds.");
        }
        return slow;
    }

    @Test
    void of_two_hundred_threads_on_one_id_one_wins_in_each_of_a_hundred_rounds_and_none_fails() throws Exception {
        ClaimStore store = f.other();
        boolean slow = !server.embedded() && slow(store);
        int threads = slow ? 20 : 200;
        CyclicBarrier start = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (int round = 0; round < (slow ? 5 : 100); round++) {
                String id = "round-" + round;
                if (round % 3 == 1) {
                    f.insert(f.processing(id, Fixture.THEIRS, Fixture.MINUTE.negated(), Fixture.HOUR));
                } else if (round % 3 == 2) {
                    f.insert(new BsonDocument("_id", new BsonString(id)).append("status", new BsonString("released")));
                }
                List<Future<AcquireOutcome>> outcomes = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
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
