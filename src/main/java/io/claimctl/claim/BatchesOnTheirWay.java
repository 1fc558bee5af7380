package io.claimctl.claim;

import io.claimctl.claim.SweepBatch.Swept;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The batches of a sweep that were sent and not reported yet, oldest first. What changes claims runs here; nothing else. */
final class BatchesOnTheirWay implements AutoCloseable {
    private final int most;
    private final Deque<Future<Swept>> sent = new ArrayDeque<>();
    private @Nullable ExecutorService threads;

    /** @param most how many at a time; with one, the calling thread does the work */
    BatchesOnTheirWay(int most) {
        this.most = most;
    }

    void send(Callable<Swept> batch) {
        if (most == 1) {
            FutureTask<Swept> done = new FutureTask<>(batch);
            done.run();
            sent.add(done);
            return;
        }
        if (threads == null) {
            threads = Executors.newFixedThreadPool(most, task -> new Thread(task, "claimctl-sweep"));
        }
        sent.add(threads.submit(batch));
    }

    boolean areFull() {
        return sent.size() >= most;
    }

    boolean areNone() {
        return sent.isEmpty();
    }

    /** What came of the oldest; waits for it. */
    Swept oldest() {
        Future<Swept> oldest = sent.remove();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return oldest.get();
                } catch (InterruptedException e) {
                    interrupted =
                            true; // its writes are on their way, and it is bounded: what they did is to be reported
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits for what is on its way, so that nothing is changed after the sweep has ended. */
    @Override
    public void close() {
        if (threads == null) {
            return;
        }
        threads.shutdown();
        boolean interrupted = false;
        boolean ended = false;
        while (!ended) {
            try {
                ended = threads.awaitTermination(1, TimeUnit.DAYS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
