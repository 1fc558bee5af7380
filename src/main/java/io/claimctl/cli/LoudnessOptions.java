package io.claimctl.cli;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** How much a command says that has no result of its own to show. */
final class LoudnessOptions implements Loudness, DefaultedOptions {
    @ArgGroup(validate = false, heading = "%nOutput:%n", order = 90)
    private Given given = new Given();

    private LoudnessDefaults defaults = LoudnessDefaults.NONE;

    /** The options as they were given. */
    static final class Given {
        @Option(
                names = {"-q", "--quiet"},
                description = "Write nothing but errors to standard error (env: CLAIMCTL_QUIET).")
        private boolean quiet;

        @Option(
                names = {"-v", "--verbose"},
                description =
                        "Say more on standard error: each command that the server was sent, its time and count; after an"
                                + " unexpected error, where it comes from. Twice: that after every error, and how each command was"
                                + " built, without values (env: CLAIMCTL_VERBOSE).")
        private boolean[] verbose = {};
    }

    @Override
    public void complete(StoreDefaults from, Class<?> command) {
        defaults = LoudnessDefaults.of(from.variables());
    }

    @Override
    public boolean quiet() {
        return given.quiet || (defaults.quiet() && given.verbose.length == 0);
    }

    @Override
    public int verbosity() {
        boolean said = given.verbose.length > 0 || given.quiet;
        return said ? given.verbose.length : defaults.verbosity();
    }
}
