package io.claimctl.cli;

import io.claimctl.claim.Capped;
import io.claimctl.claim.ClaimCollection;
import io.claimctl.cli.connection.Connection;
import io.claimctl.view.CollectionWords;
import io.claimctl.view.Format;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes a collection for claims, and its indexes. */
@Command(
        description = "Makes what is not there. A collection of the same kind stays as it is, whatever its size, and"
                + " gets the indexes that it lacks; one of the other kind, or with an index that stands in the way, is"
                + " refused before anything is made.",
        footer = {
            "  claimctl collection create",
            "  claimctl collection create -c claims --capped 64MiB --max 100000",
            "  claimctl collection create -o json | jq -r .outcome",
        })
@Shows({Format.TABLE, Format.WIDE, Format.JSON, Format.NDJSON, Format.YAML, Format.CSV})
@Ends({ExitCode.DONE, ExitCode.UNKNOWN, ExitCode.DENIED, ExitCode.CONFIGURATION})
final class CollectionCreateCommand implements Callable<Integer> {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final PlainOutputOptions output = new PlainOutputOptions();

    @Option(
            names = "--capped",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "A capped collection of this size, in bytes or as 64KiB or 1MiB; at least 4096. It has no"
                    + " TTL: old claims make room for new ones.")
    private @Nullable Long capped;

    @Option(
            names = "--max",
            paramLabel = "N",
            converter = PositiveNumberConverter.class,
            description = "With --capped: at most N claims.")
    private @Nullable Long max;

    @Mixin
    private final ProtectedOption consent = new ProtectedOption();

    private final Context context;

    CollectionCreateCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        Capped asked = asked();
        try (Connection open = context.connect(connection, consent, output)) {
            ClaimCollection made = open.claimStore().createCollection(asked);
            CollectionWords words = new CollectionWords(made);
            Prose prose = context.prose(output);
            try {
                context.view(connection, output).collection(made);
            } catch (OutputFailure e) {
                prose.error(words.outcome() + ", though it could not be written to standard output");
                throw e;
            }
            words.made(asked).forEach(prose::say);
            if (made.unknown()) {
                prose.error(words.unknown());
                return ExitCode.UNKNOWN.code();
            }
            if (made.failure() != null) {
                prose.error(words.withoutIndexes());
                throw made.failure();
            }
            return ExitCode.DONE.code();
        }
    }

    private @Nullable Capped asked() {
        if (capped == null && max != null) {
            throw Refusal.usage("--max is given without --capped: only a capped collection has a maximum");
        }
        try {
            return capped == null ? null : new Capped(capped, max);
        } catch (IllegalArgumentException e) {
            throw Refusal.usage(String.valueOf(e.getMessage()));
        }
    }
}
