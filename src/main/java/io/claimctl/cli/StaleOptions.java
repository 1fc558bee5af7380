package io.claimctl.cli;

import io.claimctl.cli.config.Setting;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What counts as stale. */
@OptionGroup(OptionGroup.CLAIMS)
final class StaleOptions implements DefaultedOptions {
    private static final Duration DEFAULT = Duration.ofMinutes(2);

    @Option(
            names = "--older-than",
            paramLabel = "DURATION",
            converter = DurationOption.Positive.class,
            description = "How long the last transition lies back (env: CLAIMCTL_OLDER_THAN; default: 2m).")
    private @Nullable Duration olderThan;

    private Duration usual = DEFAULT;

    Duration olderThan() {
        return olderThan == null ? usual : olderThan;
    }

    @Override
    public void complete(StoreDefaults from, Class<?> command) {
        usual = ConnectionSettings.duration(from.value(Setting.OLDER_THAN).orElse(null), DEFAULT);
    }

    /** Whether the command line says it; a variable or a profile does not agree to anything. */
    boolean explicit() {
        return olderThan != null;
    }
}
