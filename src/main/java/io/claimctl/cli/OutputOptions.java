package io.claimctl.cli;

import io.claimctl.view.Format;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a command shows its result. Its formats are those that the command lists in {@link Shows}. */
abstract class OutputOptions implements Loudness {

    /** The options as they were given. */
    static class Given {
        @Option(
                names = {"-o", "--output"},
                paramLabel = "FORMAT",
                completionCandidates = Formats.class,
                converter = Formats.class,
                description = "How the result is written: ${COMPLETION-CANDIDATES} (default: table).")
        private @Nullable Format format;

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
        return nulls() ? Format.NAME : asked == null ? Format.TABLE : asked;
    }

    @Override
    public boolean quiet() {
        return given().quiet;
    }

    @Override
    public int verbosity() {
        return given().verbose.length;
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
