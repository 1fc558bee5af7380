package io.claimctl.sweep;

import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.Sleeper;
import io.claimctl.claim.SweptClaim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record of what sweeps have changed, for auditors: JSON Lines that are only ever appended. Each claim gets one line before
 * it is changed, with the whole document as it was seen, and one after, with what became of it. A batch is written and forced
 * to the disk at once, or not at all, as far as the system lets what was written be taken back.
 *
 * <p>Several sweeps, in one process and in several, may share the file: an advisory lock is held around each batch. The file
 * is opened by its name for each batch, so that it may be renamed, or truncated by {@code copytruncate}, in between; where it
 * is gone, it is made again, for its owner alone. A last line that a killed process left torn stays as it is, and the next
 * begins on a line of its own.
 *
 * <p>What is no plain file, such as a pipe or a terminal, is kept open, without lock, and takes the lines as they come. To
 * open a named pipe is to wait for its reader.
 *
 * <p>Every failure is an {@link IOException} whose message is a sentence that names the file and the reason. Thread-safe.
 */
public final class AuditFile implements AutoCloseable {
    private final Path path;
    private final AuditLines lines;
    private final LineTarget target;
    /** Those that have a line before and none after yet; the oldest batch first, should two have seen the same. */
    private final Map<Seen, Deque<String>> open = new HashMap<>();

    private AuditFile(Path path, AuditLines lines, LineTarget target) {
        this.path = path;
        this.lines = lines;
        this.target = target;
    }

    /**
     * The file at this path, behind symbolic links; it is made if it is not there, readable by its owner alone.
     *
     * @param namespace the database and the collection that is swept, as in {@code shop._message_state}
     * @param reason why the sweep is made; null if it was not said
     * @throws IOException if it cannot be written
     */
    public static AuditFile at(Path path, String namespace, @Nullable String reason) throws IOException {
        return at(path, namespace, reason, Sleeper.THREAD);
    }

    static AuditFile at(Path path, String namespace, @Nullable String reason, Sleeper sleeper) throws IOException {
        try {
            boolean plain = !Files.exists(path) || Files.isRegularFile(path) || Files.isDirectory(path);
            LineTarget target = plain ? new SharedFile(path, sleeper) : new LineStream(path);
            target.append(out -> {});
            return new AuditFile(path, new AuditLines(namespace, reason), target);
        } catch (IOException e) {
            throw cannotWrite(path, e);
        }
    }

    /**
     * Records claims before they are changed. Returns when all is on the disk.
     *
     * @param by what {@code reset_by} of these claims will be: the sweep's id, a colon and the batch number
     * @param at server time
     * @throws IOException if it cannot be written: nothing may be changed then
     */
    public synchronized void before(String by, Instant at, List<Claim> seen) throws IOException {
        append(out -> {
            for (Claim claim : seen) {
                lines.before(by, at, claim, out);
            }
        });
        for (Claim claim : seen) {
            open.computeIfAbsent(Seen.of(claim), s -> new ArrayDeque<>()).add(by);
        }
    }

    /**
     * Records what became of claims that were recorded before. Others, which the sweep left alone, are not recorded. Returns
     * when all is on the disk.
     *
     * @param at server time
     * @throws IOException if it cannot be written; it may be tried again
     */
    public synchronized void after(Instant at, List<SweptClaim> swept) throws IOException {
        Map<Seen, Deque<String>> left = new HashMap<>();
        List<Ended> ended = new ArrayList<>();
        for (SweptClaim claim : swept) {
            Seen seen = Seen.of(claim.seen());
            @Nullable Deque<String> batches = open.get(seen);
            if (batches != null) {
                @Nullable
                String by = left.computeIfAbsent(seen, s -> new ArrayDeque<>(batches))
                        .poll();
                if (by != null) {
                    ended.add(new Ended(by, claim));
                }
            }
        }
        if (!ended.isEmpty()) {
            append(out -> {
                for (Ended one : ended) {
                    lines.after(one.by(), at, one.claim(), out);
                }
            });
        }
        open.putAll(left);
        open.values().removeIf(Deque::isEmpty);
    }

    private void append(LineTarget.Lines batch) throws IOException {
        try {
            target.append(batch);
        } catch (IOException e) {
            throw cannotWrite(path, e);
        }
    }

    private static IOException cannotWrite(Path path, IOException e) {
        return new IOException("the audit file " + path + " cannot be written: " + WriteTrouble.in(e), e);
    }

    /** Closes what was kept open. */
    @Override
    public synchronized void close() throws IOException {
        target.close();
    }

    /** One state of one claim. */
    private record Seen(String id, String fingerprint) {
        static Seen of(ClaimRow row) {
            return new Seen(row.id(), row.readable().fingerprint().text());
        }
    }

    private record Ended(String by, SweptClaim claim) {}
}
