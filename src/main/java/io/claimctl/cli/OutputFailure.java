package io.claimctl.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Standard output could not be written. A print stream would keep this to itself; {@link Streams} does not. */
public final class OutputFailure extends UncheckedIOException {
    private static final long serialVersionUID = 1L;

    private static final List<String> CLOSED =
            List.of("Broken pipe", "Connection reset", "The pipe is being closed", "The pipe has been ended");

    private final String reason;

    OutputFailure(IOException cause) {
        super(cause);
        this.reason = String.valueOf(cause.getMessage());
    }

    /** Whether the reader went away, as {@code head} does: no error, but the end. */
    public boolean readerIsGone() {
        return CLOSED.stream().anyMatch(reason::contains);
    }

    /** The same of a failure that a library has unwrapped. */
    static boolean readerIsGone(IOException failure) {
        return new OutputFailure(failure).readerIsGone();
    }

    /** What the system said. */
    String reason() {
        return reason;
    }
}
