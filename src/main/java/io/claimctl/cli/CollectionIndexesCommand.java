package io.claimctl.cli;

import io.claimctl.claim.ClaimCollection;
import io.claimctl.claim.ClaimIndex.Standing;
import io.claimctl.claim.ClaimStore;
import io.claimctl.cli.connection.Connection;
import io.claimctl.view.CollectionWords;
import io.claimctl.view.Format;
import io.claimctl.view.IndexSink;
import io.claimctl.view.Listing;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares the indexes of a collection with those that claims want. */
@Command(
        description = {
            "Shows which are present, missing, conflicting (the same keys or the same name with other options), or extra,"
                    + " that is not ours. Changes nothing without --apply, and then only makes what is missing.",
            "A large collection may need a longer --timeout.",
        },
        footer = {
            "  claimctl collection indexes",
            "  claimctl collection indexes --apply --timeout 10m",
            "  claimctl collection indexes -o ndjson | jq -r 'select(.state==\"missing\").name'",
        })
@Shows({Format.TABLE, Format.WIDE, Format.JSON, Format.NDJSON, Format.YAML, Format.CSV})
@Lists(Listing.INDEXES)
@Ends({ExitCode.DONE, ExitCode.UNKNOWN, ExitCode.DENIED, ExitCode.CONFIGURATION})
final class CollectionIndexesCommand implements Callable<Integer> {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final PlainOutputOptions output = new PlainOutputOptions();

    @Mixin
    private final ColumnOptions columns = new ColumnOptions();

    @Option(names = "--apply", description = "Make the indexes that are missing.")
    private boolean apply;

    @Mixin
    private final ProtectedOption consent = new ProtectedOption();

    private final Context context;

    CollectionIndexesCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        try (Connection open =
                !apply ? context.connectToRead(connection, output) : context.connect(connection, consent, output)) {
            ClaimStore store = open.claimStore();
            IndexSink sink =
                    context.view(connection, output, columns, new TimeOptions()).indexes();
            ClaimCollection seen = store.collection();
            sink.seen(seen);
            ClaimCollection now = apply && seen.indexable() ? store.createMissingIndexes(seen) : seen;
            CollectionWords words = new CollectionWords(now);
            Prose prose = context.prose(output);
            try {
                sink.end(now);
            } catch (OutputFailure e) {
                if (now.hasAny(Standing.CREATED)) {
                    prose.error(words.outcome() + ", though it could not be written to standard output");
                }
                throw e;
            }
            words.compared().forEach(prose::say);
            now.requireIndexable();
            if (now.unknown()) {
                prose.error(words.unknown());
                return ExitCode.UNKNOWN.code();
            }
            return ExitCode.DONE.code();
        }
    }
}
