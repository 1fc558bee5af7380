package io.claimctl.cli;

import io.claimctl.view.Format;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** How a command shows its result that a monitoring system reads. */
final class TextOutputOptions implements Loudness {
    @ArgGroup(validate = false, heading = "%nOutput:%n", order = 90)
    private Given given = new Given();

    /** The options as they were given. */
    static final class Given {
        @Option(
                names = {"-o", "--output"},
                paramLabel = "FORMAT",
                defaultValue = "text",
                completionCandidates = OutputOptions.Formats.class,
                converter = OutputOptions.Formats.class,
                description = "How the result is written: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
        private Format format = Format.TEXT;

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

    Format format() {
        return given.format;
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
