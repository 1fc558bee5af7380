package io.claimctl.cli;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The store of a profile, without any option beside it. */
final class ProfileStore extends StoreOptions {
    private final Given given = new Given();

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
