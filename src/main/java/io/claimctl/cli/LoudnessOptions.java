package io.claimctl.cli;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** How much a command says that has no result of its own to show. */
final class LoudnessOptions implements Loudness {
    @ArgGroup(validate = false, heading = "%nOutput:%n", order = 90)
    private Given given = new Given();

    /** The options as they were given. */
    static final class Given {
        @Option(
                names = {"-q", "--quiet"},
                description = "Write nothing but errors to standard error.")
        private boolean quiet;

        @Option(
                names = {"-v", "--verbose"},
                description =
                        "Say more on standard error: each command that the server was sent, its time and count; after an"
                                + " error, where it comes from. Twice: how each command was built, too, without values.")
        private boolean[] verbose = {};
    }

    @Override
    public boolean quiet() {
        return given.quiet;
    }

    @Override
    public int verbosity() {
        return given.verbose.length;
    }
}
