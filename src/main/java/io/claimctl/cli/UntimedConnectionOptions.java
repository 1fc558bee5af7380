package io.claimctl.cli;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;

/** Which store a command works on whose {@code --timeout} means something else; its operations take what the environment says. */
final class UntimedConnectionOptions extends StoreOptions {
    @ArgGroup(validate = false, heading = "%nConnection:%n", order = 80)
    private Given given = new Given();

    @Override
    Given given() {
        return given;
    }

    @Override
    @Nullable
    Duration timeout() {
        return null;
    }
}
