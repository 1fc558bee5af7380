package io.claimctl.view;

import io.claimctl.claim.ClaimRow;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Takes the rows of a list one by one and writes them as they come; the list is never held. A stream that fails ends it
 * with {@link java.io.UncheckedIOException}. Where {@link #end} is not reached, JSON and YAML stay visibly unfinished.
 */
public interface ClaimSink {

    /** Before the first row. {@code now} is the server's time, which leases and ages are counted from. */
    void begin(Instant now);

    /** The next row. */
    void row(ClaimRow row);

    /**
     * After the last row.
     *
     * @param nextCursor where the list goes on; null if it is complete. People get it on stderr, from the caller
     * @return how many rows there were. None leaves stdout empty in every format for people
     */
    long end(@Nullable String nextCursor);
}
