package io.claimctl.cli;

import io.claimctl.claim.ClaimCounts;
import io.claimctl.claim.ClaimQuery;
import io.claimctl.cli.connection.Connection;
import io.claimctl.view.Format;
import io.claimctl.view.Listing;
import io.claimctl.view.View;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Counts claims by status. */
@Command(
        description = "All of them, or those that claims list would show with the same options. The server counts;"
                + " a large collection may need a longer --timeout.",
        footer = {
            "  claimctl claims count",
            "  claimctl claims count --older-than 1h",
            "  claimctl claims count --status processing -o json | jq .total",
        })
@Shows({Format.TABLE, Format.WIDE, Format.JSON, Format.NDJSON, Format.YAML, Format.CSV})
@Lists(Listing.COUNTS)
@Ends(ExitCode.DONE)
final class ClaimsCountCommand implements Callable<Integer> {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final PlainOutputOptions output = new PlainOutputOptions();

    @Mixin
    private final ColumnOptions columns = new ColumnOptions();

    @Mixin
    private final FilterOptions filters = new FilterOptions();

    private final Context context;

    ClaimsCountCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        ClaimQuery query = filters.query().build();
        View view = context.view(connection, output, columns, new TimeOptions());
        try (Connection open = context.connectToRead(connection, output)) {
            ClaimCounts counts = open.claimStore().count(query);
            view.counts(counts);
            if (counts.total() == 0) {
                ClaimLists.sayNone(context.prose(output), open, filters.hint());
            }
            return ExitCode.DONE.code();
        }
    }
}
