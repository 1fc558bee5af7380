package io.claimctl.cli.process;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs a short command for the first line that it prints. */
public final class CommandLineOutput {
    private CommandLineOutput() {}

    /**
     * How it ended.
     *
     * @param inTime false if it had to be ended
     * @param code its exit code
     * @param firstLine the bytes before the first line feed, shortened where there are too many; null if it printed nothing
     */
    public record Ended(boolean inTime, int code, @Nullable ByteBuffer firstLine) {
        @Override
        public String toString() {
            return "ended with " + code;
        }
    }

    /**
     * Runs it. It reads nothing; what it started is ended with it if it takes too long.
     *
     * @param removed variables taken from the environment of this process
     * @param added variables put into it
     * @param err where its standard error goes
     * @param longest how long it may take
     * @param most bytes of the line; one more shows that there are more
     * @throws NotRunnable if the system refuses
     */
    public static Ended of(
            List<String> words,
            Set<String> removed,
            Map<String, String> added,
            Redirect err,
            Duration longest,
            int most)
            throws NotRunnable {
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectError(err);
        removed.forEach(builder.environment()::remove);
        builder.environment().putAll(added);
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new NotRunnable(false, words.get(0) + " could not be started: " + e.getMessage());
        }
        CompletableFuture<@Nullable ByteBuffer> line = CompletableFuture.supplyAsync(() -> firstLine(process, most));
        try {
            boolean inTime = process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS);
            if (!inTime) {
                return new Ended(false, -1, null);
            }
            return new Ended(
                    true, process.exitValue(), process.exitValue() == 0 ? line.get(1, TimeUnit.SECONDS) : null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Ended(false, -1, null);
        } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException nothingRead) {
            return new Ended(true, process.exitValue(), null);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** All is read, so that the command need not wait for a reader; only the first line is kept. */
    private static @Nullable ByteBuffer firstLine(Process process, int most) {
        byte[] kept = new byte[most + 1];
        int length = 0;
        boolean any = false;
        boolean open = true;
        try (InputStream in = process.getInputStream()) {
            for (int b = in.read(); b >= 0; b = in.read()) {
                any = true;
                open &= b != '\n';
                if (open && length < kept.length) {
                    kept[length++] = (byte) b;
                }
            }
        } catch (IOException ended) {
            return null;
        }
        return any ? ByteBuffer.wrap(kept, 0, length) : null;
    }
}
