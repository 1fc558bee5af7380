package io.claimctl.cli;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** How a command shows a result whose rows have claim ids. */
final class IdOutputOptions extends OutputOptions {
    @ArgGroup(validate = false, heading = "%nOutput:%n", order = 90)
    private GivenWithNulls given = new GivenWithNulls();

    /** The options as they were given. */
    static final class GivenWithNulls extends Given {
        @Option(
                names = {"-0", "--null"},
                description = "Write the ids alone, exactly as they are, each with a NUL behind it: for xargs -0.")
        private boolean nulls;
    }

    @Override
    Given given() {
        return given;
    }

    @Override
    boolean nulls() {
        return given.nulls;
    }
}
