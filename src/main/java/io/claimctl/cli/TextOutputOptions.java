package io.claimctl.cli;

import io.claimctl.view.Format;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** How a command shows its result that a monitoring system reads. */
final class TextOutputOptions implements Loudness, DefaultedOptions {
    @ArgGroup(validate = false, heading = "%nOutput:%n", order = 90)
    private Given given = new Given();

    private LoudnessDefaults defaults = LoudnessDefaults.NONE;
    private Format usual = Format.TEXT;

    /** The options as they were given. */
    static final class Given {
        @Option(
                names = {"-o", "--output"},
                paramLabel = "FORMAT",
                completionCandidates = OutputOptions.Formats.class,
                converter = OutputOptions.Formats.class,
                description = "How the result is written: ${COMPLETION-CANDIDATES} (env: CLAIMCTL_OUTPUT;"
                        + " default: text).")
        private @Nullable Format format;

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
        usual = OutputOptions.usual(from, command, Format.TEXT);
    }

    Format format() {
        return given.format == null ? usual : given.format;
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
