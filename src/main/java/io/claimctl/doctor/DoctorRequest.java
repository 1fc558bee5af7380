package io.claimctl.doctor;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What an examination needs to know beside the store.
 *
 * @param olderThan how old claims are that sweeps and recoveries look for
 * @param retryWrites what the connection string says of it; null if it says nothing
 * @param options what the command lines of remedies repeat, each name and value a word of its own
 * @param quoting makes a word fit for a command line
 * @param server the word, quoted, by which the server's own shell is told the store that is examined
 */
public record DoctorRequest(
        Duration olderThan,
        @Nullable Boolean retryWrites,
        List<String> options,
        UnaryOperator<String> quoting,
        String server) {

    /** What sweeps look for unless told otherwise. */
    public static final Duration OLDER_THAN = Duration.ofMinutes(2);

    /** Copies the options, so that it is a value. */
    public DoctorRequest {
        options = List.copyOf(options);
    }

    /** The usual one, with command lines that repeat nothing. */
    public static DoctorRequest usual() {
        return new DoctorRequest(OLDER_THAN, null, List.of(), UnaryOperator.identity(), "\"$CLAIMCTL_URI\"");
    }
}
