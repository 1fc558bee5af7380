package io.claimctl.sweep;

import io.claimctl.claim.PlannedClaim;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Claims that were listed, and are to be reset if they are as they were listed. They are kept in a file that has no name and
 * is gone with the process, so that a plan may be of any length.
 *
 * <p>Not thread-safe. It may be walked several times; a file that cannot be read any more ends a walk with
 * {@link UncheckedIOException}.
 */
public final class Plan implements Iterable<PlannedClaim>, AutoCloseable {
    private final Spool spool;
    private final long skipped;
    private final @Nullable Instant oldest;

    private Plan(Spool spool, long skipped, @Nullable Instant oldest) {
        this.spool = spool;
        this.skipped = skipped;
        this.oldest = oldest;
    }

    /**
     * What the rows of a plan must say.
     *
     * @param namespace the database and the collection, as in {@code shop._message_state}
     * @param now the server's time
     * @param maxAge how long before it they may have been listed
     */
    public record Expected(String namespace, Instant now, Duration maxAge) {}

    /**
     * Reads the rows that {@code stale list -o ndjson} has printed, in UTF-8 with any white space between them, and checks
     * every one. Other members of a row are ignored; what is left out from a list is left out from the plan. No rows are a plan
     * without claims.
     *
     * @param in is read to its end, and not closed
     * @param temporaryFolder where the claims are kept
     * @throws PlanException if a row is none, is of another collection, or too old; or if they cannot be kept
     */
    public static Plan read(InputStream in, Expected expected, Path temporaryFolder) throws PlanException {
        try (Writer writer = writer(temporaryFolder)) {
            PlanRows rows = new PlanRows(in, expected);
            for (@Nullable PlannedClaim claim = rows.next(); claim != null; claim = rows.next()) {
                writer.add(claim);
            }
            return writer.finish(rows.skipped(), rows.oldest());
        }
    }

    /**
     * Starts a plan that is made claim by claim.
     *
     * @param temporaryFolder where the claims are kept
     * @throws PlanException if they cannot be kept there
     */
    public static Writer writer(Path temporaryFolder) throws PlanException {
        return new Writer(temporaryFolder);
    }

    /** How many claims there are to reset. */
    public long size() {
        return spool.size();
    }

    /** How many rows are left out since they were listed as malformed: a reset refuses them. */
    public long skipped() {
        return skipped;
    }

    /** The earliest server time at which a row was listed; empty for a plan without rows, or that was not read. */
    public Optional<Instant> oldest() {
        return Optional.ofNullable(oldest);
    }

    @Override
    public Iterator<PlannedClaim> iterator() {
        return spool.iterator();
    }

    /** Drops what was kept. */
    @Override
    public void close() {
        spool.close();
    }

    /** Takes the claims of a plan one by one. Unless it is finished, closing it drops them. Not thread-safe. */
    public static final class Writer implements AutoCloseable {
        private final Path folder;
        private final Spool spool;
        private boolean finished;

        private Writer(Path folder) throws PlanException {
            this.folder = folder;
            try {
                this.spool = new Spool(folder);
            } catch (IOException e) {
                throw notKept(e);
            }
        }

        /**
         * Adds a claim.
         *
         * @throws IllegalArgumentException if the id is empty, or the fingerprint is none
         * @throws PlanException if it cannot be kept
         */
        public void add(String id, String fingerprint) throws PlanException {
            add(new PlannedClaim(id, fingerprint));
        }

        private void add(PlannedClaim claim) throws PlanException {
            try {
                spool.add(claim);
            } catch (IOException e) {
                throw notKept(e);
            }
        }

        /**
         * The plan of what was added; nothing can be added any more.
         *
         * @throws PlanException if it cannot be kept
         */
        public Plan finish() throws PlanException {
            return finish(0, null);
        }

        private Plan finish(long skipped, @Nullable Instant oldest) throws PlanException {
            try {
                spool.finish();
            } catch (IOException e) {
                throw notKept(e);
            }
            finished = true;
            return new Plan(spool, skipped, oldest);
        }

        private PlanException notKept(IOException e) {
            return new PlanException(
                    PlanException.Kind.NOT_KEPT,
                    "the plan cannot be kept in " + folder + ": " + WriteTrouble.in(e)
                            + "; nothing was changed; make room there, or give claimctl another folder for temporary files",
                    e);
        }

        @Override
        public void close() {
            if (!finished) {
                spool.close();
            }
        }
    }
}
