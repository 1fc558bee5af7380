package io.claimctl.cli;

import io.claimctl.claim.ClaimCursor;
import io.claimctl.claim.LeaseFilter;
import io.claimctl.cli.connection.Connection;
import io.claimctl.view.Listing;
import io.claimctl.view.View;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists claims that have been processing without a transition for long. */
@Command(
        description = "Those that are processing and whose last transition lies back longer than --older-than, oldest"
                + " first. A stale claim may still be held: its lease says so.",
        footer = {
            "  claimctl stale list",
            "  claimctl stale list --older-than 10m --lease expired",
            "  claimctl stale list -o ndjson | jq -r .fingerprint",
        })
@Lists(Listing.STALE)
@Ends(ExitCode.DONE)
final class StaleListCommand implements Callable<Integer> {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final IdOutputOptions output = new IdOutputOptions();

    @Mixin
    private final ColumnOptions columns = new ColumnOptions();

    @Mixin
    private final TimeOptions times = new TimeOptions();

    @Mixin
    private final StaleOptions stale = new StaleOptions();

    @Mixin
    private final WhichOptions which = new WhichOptions();

    @OptionGroup(OptionGroup.CLAIMS)
    @Option(
            names = "--lease",
            paramLabel = "LEASE",
            defaultValue = "any",
            completionCandidates = Leases.class,
            converter = Leases.class,
            description = "Only claims whose lease is one of ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private LeaseFilter lease = LeaseFilter.ANY;

    @OptionGroup(OptionGroup.CLAIMS)
    @Option(
            names = "--limit",
            paramLabel = "N",
            converter = PositiveNumberConverter.class,
            description = "At most N claims.")
    private @Nullable Long limit;

    private final Context context;

    StaleListCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        Duration olderThan = stale.olderThan();
        View view = context.view(connection, output, columns, times);
        try (Connection open = context.connectToRead(connection, output);
                ClaimCursor claims = open.claimStore()
                        .findStale(olderThan, lease, which.query().build(), limit)) {
            return ClaimLists.write(claims, view.stale(open.collectionName()), context.prose(output), open);
        }
    }

    /** The words of --lease. */
    static final class Leases extends EnumWords<LeaseFilter> {
        Leases() {
            super("lease", List.of(LeaseFilter.LIVE, LeaseFilter.EXPIRED, LeaseFilter.ANY));
        }
    }
}
