package io.claimctl.cli;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Which store a command works on, and how long an operation may take. */
final class ConnectionOptions extends StoreOptions {
    @ArgGroup(validate = false, heading = "%nConnection:%n", order = 80)
    private Given given = new Given();

    /** The options as they were given; null where they were not. */
    static final class Given extends StoreOptions.Given {
        @Option(
                names = "--timeout",
                paramLabel = "DURATION",
                converter = DurationOption.Positive.class,
                description = "Longest that one operation may take, finding the server included"
                        + " (env: CLAIMCTL_TIMEOUT; default: 10s).")
        private @Nullable Duration timeout;
    }

    @Override
    StoreOptions.Given given() {
        return given;
    }

    @Override
    @Nullable
    Duration timeout() {
        return given.timeout;
    }
}
