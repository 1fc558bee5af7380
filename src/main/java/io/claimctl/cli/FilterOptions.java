package io.claimctl.cli;

import io.claimctl.claim.ClaimQuery;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which claims a command is about. */
@OptionGroup(OptionGroup.CLAIMS)
final class FilterOptions {
    @Mixin
    private final StateOptions state = new StateOptions();

    @Option(
            names = "--older-than",
            paramLabel = "DURATION",
            converter = DurationOption.Positive.class,
            description = "Only claims whose last transition lies back longer than this.")
    private @Nullable Duration olderThan;

    /** The conditions; the caller adds the rest. */
    ClaimQuery.Builder query() {
        return state.query().olderThan(olderThan);
    }

    /** Why there may be none: a status that looks like a slip; else empty. */
    String hint() {
        return state.hint();
    }
}
