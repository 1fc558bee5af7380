package io.claimctl.cli;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What counts as stale. */
@OptionGroup(OptionGroup.CLAIMS)
final class StaleOptions {
    private static final Duration DEFAULT = Duration.ofMinutes(2);

    @Option(
            names = "--older-than",
            paramLabel = "DURATION",
            converter = DurationOption.Positive.class,
            description = "How long the last transition lies back (default: 2m).")
    private @Nullable Duration olderThan;

    Duration olderThan() {
        return olderThan == null ? DEFAULT : olderThan;
    }

    boolean explicit() {
        return olderThan != null;
    }
}
