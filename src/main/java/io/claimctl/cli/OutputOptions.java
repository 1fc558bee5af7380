package io.claimctl.cli;

import io.claimctl.view.Format;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** How a command shows its result. Its formats are those that the command lists in {@link Shows}. */
final class OutputOptions implements Loudness {
    @ArgGroup(validate = false, heading = "%nOutput:%n", order = 90)
    private Given given = new Given();

    /** The options as they were given. */
    static final class Given {
        @Option(
                names = {"-o", "--output"},
                paramLabel = "FORMAT",
                defaultValue = "table",
                completionCandidates = Formats.class,
                converter = Formats.class,
                description = "How the result is written: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
        private Format format = Format.TABLE;

        @Option(
                names = {"-q", "--quiet"},
                description = "Write nothing but errors to standard error.")
        private boolean quiet;

        @Option(
                names = {"-v", "--verbose"},
                description = "Say more on standard error; after an error, where it comes from.")
        private boolean verbose;

        @Option(names = "--no-color", description = "Use no colours, as with the variable NO_COLOR.")
        private boolean noColour;
    }

    Format format() {
        return given.format;
    }

    @Override
    public boolean quiet() {
        return given.quiet;
    }

    @Override
    public boolean verbose() {
        return given.verbose;
    }

    boolean colourless() {
        return given.noColour;
    }

    /** The formats of one command. */
    static final class Formats extends EnumWords<Format> {
        Formats(List<Format> formats) {
            super("format of this command", formats);
        }
    }
}
