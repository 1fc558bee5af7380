package io.claimctl.cli;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.Supplier;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** How people are shown times. Machine formats have instants in UTC anyway. */
final class TimeOptions {
    @ArgGroup(validate = false, heading = "", order = 92)
    private Given given = new Given();

    /** The options as they were given. */
    static final class Given {
        @Option(
                names = "--absolute",
                description = "In table and wide, instants (RFC 3339) in place of spans that end or begin now.")
        private boolean absolute;

        @Option(names = "--utc", description = "As --absolute, in UTC in place of the local time zone.")
        private boolean utc;
    }

    boolean absolute() {
        return given.absolute || given.utc;
    }

    ZoneId zone(Supplier<ZoneId> local) {
        return given.utc ? ZoneOffset.UTC : local.get();
    }
}
