package io.claimctl.cli;

import io.claimctl.claim.ClaimStats;
import io.claimctl.claim.StatsQuery;
import io.claimctl.claim.StoreException;
import io.claimctl.cli.connection.Connection;
import io.claimctl.view.Format;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows claims in numbers. */
@Command(
        description = {
            "Statuses and leases, how long ago claims changed, when leases end, payloads, and the commonest instances, workers"
                    + " and events; of all claims, or of those that claims list would show with the same options.",
            "The server reads all of them for it. Where they are very many, allow a longer --timeout, or let it draw some at"
                    + " random with --sample.",
        },
        footer = {
            "  claimctl claims stats",
            "  claimctl claims stats --status processing --top 3",
            "  claimctl claims stats --sample 100000 --timeout 1m",
            "  claimctl claims stats -o json | jq '.instances[0]'",
        })
@Shows({Format.TABLE, Format.WIDE, Format.JSON, Format.NDJSON, Format.YAML, Format.CSV})
@Ends(ExitCode.DONE)
final class ClaimsStatsCommand implements Callable<Integer> {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final PlainOutputOptions output = new PlainOutputOptions();

    @Mixin
    private final FilterOptions filters = new FilterOptions();

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "10",
            converter = PositiveNumberConverter.class,
            description = "How many workers, instances and events are named, at most " + StatsQuery.MOST_NAMES
                    + " (default: ${DEFAULT-VALUE}).")
    private long top;

    @OptionGroup(OptionGroup.CLAIMS)
    @Option(
            names = "--sample",
            paramLabel = "N",
            converter = PositiveNumberConverter.class,
            description =
                    "Look at N claims drawn at random, not at all: the counts are those of the sample, and the result"
                            + " says how many there are in all. The options that choose claims choose among those drawn.")
    private @Nullable Long sample;

    private final Context context;

    ClaimsStatsCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        if (top > StatsQuery.MOST_NAMES) {
            throw Refusal.usage("--top is at most " + StatsQuery.MOST_NAMES);
        }
        StatsQuery query =
                StatsQuery.of(filters.query().build()).withTop((int) top).withSample(sample);
        try (Connection open = context.connectToRead(connection, output)) {
            ClaimStats stats = stats(open, query);
            context.view(connection, output).stats(stats);
            Prose prose = context.prose(output);
            if (sample != null && stats.sampling() == null) {
                prose.say("there are no more than " + sample + " claims: all were counted, and the numbers are exact");
            }
            if (stats.total() == 0) {
                ClaimLists.sayNone(prose, open, filters.hint());
            }
            return ExitCode.DONE.code();
        }
    }

    private ClaimStats stats(Connection open, StatsQuery query) {
        try {
            return open.claimStore().stats(query);
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.TIMED_OUT) {
                throw e;
            }
            String out = sample == null ? "--sample 100000" : "a smaller --sample";
            Refusal late = new Refusal(
                    ExitCode.TRY_LATER,
                    Failures.store(e, context).sentence()
                            + "; if there are very many claims, allow a longer --timeout, or use " + out);
            late.initCause(e);
            throw late;
        }
    }
}
