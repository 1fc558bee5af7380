package io.claimctl.cli;

import io.claimctl.cli.config.Setting;
import io.claimctl.view.Format;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a command shows its result. Its formats are those that the command lists in {@link Shows}. */
abstract class OutputOptions implements Loudness, DefaultedOptions {
    private LoudnessDefaults defaults = LoudnessDefaults.NONE;
    private Format usual = Format.TABLE;

    /** The options as they were given. */
    static class Given {
        @Option(
                names = {"-o", "--output"},
                paramLabel = "FORMAT",
                completionCandidates = Formats.class,
                converter = Formats.class,
                description = "How the result is written: ${COMPLETION-CANDIDATES} (env: CLAIMCTL_OUTPUT;"
                        + " default: table).")
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

        @Option(names = "--no-color", description = "Use no colours, as with the variable NO_COLOR.")
        private boolean noColour;
    }

    abstract Given given();

    /** Whether ids are written with a NUL behind each. */
    boolean nulls() {
        return false;
    }

    /** @throws Refusal if the format and the other options do not fit together */
    Format format() {
        Format asked = given().format;
        if (nulls() && asked != null && asked != Format.NAME) {
            throw Refusal.usage("-0 writes names, and -o " + asked + " does not: leave one out");
        }
        return nulls() ? Format.NAME : asked == null ? usual : asked;
    }

    /** Whether the command line names the format. */
    boolean explicit() {
        return given().format != null;
    }

    @Override
    public void complete(StoreDefaults from, Class<?> command) {
        defaults = LoudnessDefaults.of(from.variables());
        usual = usual(from, command, Format.TABLE);
    }

    /** The format of a command that was not told one: its own where it has no such as the variable or the profile says. */
    static Format usual(StoreDefaults from, Class<?> command, Format own) {
        SaidValue said = from.value(Setting.OUTPUT).orElse(null);
        if (said == null) {
            return own;
        }
        for (Format format : Format.values()) {
            if (format.toString().equals(said.value())) {
                Shows shows = command.getAnnotation(Shows.class);
                List<Format> offered = shows == null ? Format.general() : List.of(shows.value());
                return offered.contains(format) ? format : own;
            }
        }
        throw Refusal.configuration("'" + said.value() + "' (" + said.source() + ") is no format: use one of "
                + Format.general().stream().map(Format::toString).collect(Collectors.joining(", ")));
    }

    @Override
    public boolean quiet() {
        return given().quiet || (defaults.quiet() && given().verbose.length == 0);
    }

    @Override
    public int verbosity() {
        boolean said = given().verbose.length > 0 || given().quiet;
        return said ? given().verbose.length : defaults.verbosity();
    }

    boolean colourless() {
        return given().noColour;
    }

    /** The formats of one command. */
    static final class Formats extends EnumWords<Format> {
        Formats(List<Format> formats) {
            super("format of this command", formats);
        }
    }
}
