package io.claimctl.cli;

import io.claimctl.claim.ClaimCursor;
import io.claimctl.claim.ClaimQuery;
import io.claimctl.claim.ClaimQuery.Sort;
import io.claimctl.cli.connection.Connection;
import io.claimctl.view.Listing;
import io.claimctl.view.View;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists claims as the server sends them. */
@Command(
        description = "All of them, longest untouched first, unless options narrow the list. Malformed documents are"
                + " listed too, and said to be.",
        footer = {
            "  claimctl claims list",
            "  claimctl claims list --status processing --instance pod-1",
            "  claimctl claims list --older-than 1h -o name",
            "  claimctl claims list --limit 50 -o json",
        })
@Lists(Listing.CLAIMS)
@Ends(ExitCode.DONE)
final class ClaimsListCommand implements Callable<Integer> {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final IdOutputOptions output = new IdOutputOptions();

    @Mixin
    private final ColumnOptions columns = new ColumnOptions();

    @Mixin
    private final TimeOptions times = new TimeOptions();

    @Mixin
    private final FilterOptions filters = new FilterOptions();

    @OptionGroup("Order and pages")
    @Option(
            names = "--limit",
            paramLabel = "N",
            converter = PositiveNumberConverter.class,
            description = "At most N claims; the cursor of the next page is printed to standard error.")
    private @Nullable Long limit;

    @OptionGroup("Order and pages")
    @Option(
            names = "--cursor",
            paramLabel = "CURSOR",
            description = "Go on where a page ended, also one of the workers' own API.")
    private @Nullable String cursor;

    @OptionGroup("Order and pages")
    @Option(
            names = "--sort",
            paramLabel = "KEY",
            defaultValue = "updated",
            completionCandidates = Sorts.class,
            converter = Sorts.class,
            description = "Order by ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Sort sort = Sort.UPDATED;

    @OptionGroup("Order and pages")
    @Option(names = "--reverse", description = "Largest, or latest, first.")
    private boolean reverse;

    private final Context context;

    ClaimsListCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        ClaimQuery query = query();
        View view = context.view(connection, output, columns, times);
        try (Connection open = context.connectToRead(connection, output);
                ClaimCursor claims = open.claimStore().list(query)) {
            return ClaimLists.write(claims, view.claims(), context.prose(output), open, filters.hint());
        }
    }

    private ClaimQuery query() {
        try {
            return filters.query()
                    .limit(limit)
                    .after(cursor)
                    .sort(sort, reverse)
                    .build();
        } catch (IllegalArgumentException e) {
            throw Refusal.usage(String.valueOf(e.getMessage()));
        }
    }

    /** The words of --sort. */
    static final class Sorts extends EnumWords<Sort> {
        Sorts() {
            super("order", List.of(Sort.values()));
        }
    }
}
