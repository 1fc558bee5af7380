package io.claimctl.cli;

import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.ClaimStore;
import io.claimctl.cli.connection.Connection;
import io.claimctl.view.ClaimSink;
import io.claimctl.view.Format;
import io.claimctl.view.SafeText;
import io.claimctl.view.View;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows everything about some claims. */
@Command(
        description =
                "Who holds it, since when and until when, whether its fence is valid, and what can be done with it.",
        footer = {
            "  claimctl inspect order-1001",
            "  claimctl inspect order-1001 order-1002 -o json",
            "  claimctl inspect order-1001 --raw",
        })
@Ends({ExitCode.DONE, ExitCode.NOT_FOUND, ExitCode.PARTIAL})
final class InspectCommand implements Callable<Integer> {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final IdOutputOptions output = new IdOutputOptions();

    @Mixin
    private final TimeOptions times = new TimeOptions();

    @Mixin
    private final ClaimIds claims = new ClaimIds();

    private List<String> ids = List.of();

    @Option(
            names = "--raw",
            description =
                    "Show the documents as they are stored, as extended JSON, one a line, which goes with no format"
                            + " but table and ndjson.")
    private boolean raw;

    private final Context context;

    InspectCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        ids = claims.named();
        if (raw && output.explicit() && output.format() != Format.TABLE && output.format() != Format.NDJSON) {
            throw Refusal.usage("--raw writes one document a line, and no " + output.format() + ": leave one out");
        }
        try (Connection open = context.connectToRead(connection, output)) {
            ClaimStore store = open.claimStore();
            View view = context.view(connection, output, new ColumnOptions(), times);
            ClaimSink sink = raw ? view.raw() : view.inspect();
            sink.begin(store.time().earliest());
            for (String id : ids) {
                Optional<ClaimRow> row = store.find(id);
                row.ifPresentOrElse(sink::row, () -> missing(id, open));
            }
            return exit(sink.end(null)).code();
        }
    }

    private void missing(String id, Connection open) {
        context.prose(output).error("there is no claim " + SafeText.of(id) + " in " + open.collectionName());
    }

    private ExitCode exit(long found) {
        if (found == ids.size()) {
            return ExitCode.DONE;
        }
        return found == 0 ? ExitCode.NOT_FOUND : ExitCode.PARTIAL;
    }
}
