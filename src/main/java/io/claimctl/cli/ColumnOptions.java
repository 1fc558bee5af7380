package io.claimctl.cli;

import io.claimctl.view.Format;
import io.claimctl.view.Layout;
import io.claimctl.view.Listing;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What of a list is shown. Its columns are those of the kind that the command names in {@link Lists}. */
final class ColumnOptions {
    @ArgGroup(validate = false, heading = "", order = 91)
    private Given given = new Given();

    /** The options as they were given. */
    static final class Given {
        @Option(
                names = "--columns",
                split = ",",
                paramLabel = "NAME",
                completionCandidates = Words.class,
                converter = Words.class,
                description = "Only these columns, in this order, in every format but name:"
                        + " ${COMPLETION-CANDIDATES}; or headings of the table.")
        private List<String> columns = List.of();

        @Option(names = "--no-headers", description = "No headings, in table, wide and csv.")
        private boolean headless;
    }

    /** @throws Refusal if they do not go with the format */
    Layout layout(OutputOptions output) {
        if (!given.columns.isEmpty() && output.format() == Format.NAME) {
            throw Refusal.usage("--columns goes with every format but name, which is the id alone: leave one out");
        }
        try {
            return new Layout(given.columns, !given.headless, output.nulls());
        } catch (IllegalArgumentException e) {
            throw Refusal.usage("--columns: " + e.getMessage());
        }
    }

    /** The names of the columns of one kind of list. */
    static final class Words implements ITypeConverter<String>, Iterable<String> {
        private final Listing listing;

        Words(Listing listing) {
            this.listing = listing;
        }

        @Override
        public Iterator<String> iterator() {
            return listing.columns().iterator();
        }

        @Override
        public String convert(String text) {
            String word = text.toLowerCase(Locale.ROOT).replace('-', '_');
            if (!listing.words().contains(word)) {
                List<String> near = Suggestions.near(word, listing.words());
                throw new TypeConversionException("'" + text + "' is no column of this list: "
                        + (near.isEmpty()
                                ? "use one of " + String.join(", ", this)
                                : "did you mean " + String.join(" or ", near) + "?"));
            }
            return word;
        }
    }
}
