package io.claimctl.cli;

import io.claimctl.claim.ClaimCursor;
import io.claimctl.claim.ClaimQuery;
import io.claimctl.claim.ClaimQuery.Sort;
import io.claimctl.cli.connection.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
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
            "  claimctl claims list --status processing --instance pod-7",
            "  claimctl claims list --older-than 1h -o name",
            "  claimctl claims list --limit 50 -o json",
        })
@Ends(ExitCode.DONE)
final class ClaimsListCommand implements Callable<Integer> {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Option(
            names = "--status",
            split = ",",
            paramLabel = "STATUS",
            description =
                    "Only processing, completed, released, or another word that documents have; several with commas.")
    private List<String> statuses = List.of();

    @Option(names = "--event-name", paramLabel = "NAME", description = "Only claims of this event.")
    private @Nullable String eventName;

    @Option(names = "--worker", paramLabel = "TOKEN", description = "Only claims of this very token (worker_id).")
    private @Nullable String worker;

    @Option(
            names = "--instance",
            paramLabel = "NAME",
            description = "Only claims of this instance: tokens that begin with NAME and a colon.")
    private @Nullable String instance;

    @Option(
            names = "--older-than",
            paramLabel = "DURATION",
            converter = DurationOption.Positive.class,
            description = "Only claims whose last transition lies back longer than this.")
    private @Nullable Duration olderThan;

    @Option(
            names = "--created-from",
            paramLabel = "TIME",
            description = "Only claims created at this time (RFC 3339) or later.")
    private @Nullable Instant createdFrom;

    @Option(
            names = "--created-to",
            paramLabel = "TIME",
            description = "Only claims created before this time (RFC 3339).")
    private @Nullable Instant createdTo;

    @Option(
            names = "--limit",
            paramLabel = "N",
            converter = PositiveNumberConverter.class,
            description = "At most N claims; the cursor of the next page is printed to standard error.")
    private @Nullable Long limit;

    @Option(
            names = "--cursor",
            paramLabel = "CURSOR",
            description = "Go on where a page ended, also one of the workers' own API.")
    private @Nullable String cursor;

    @Option(
            names = "--sort",
            paramLabel = "KEY",
            defaultValue = "updated",
            completionCandidates = Sorts.class,
            converter = Sorts.class,
            description = "Order by ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Sort sort = Sort.UPDATED;

    @Option(names = "--reverse", description = "Largest, or latest, first.")
    private boolean reverse;

    private final Context context;

    ClaimsListCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        ClaimQuery query = query();
        try (Connection open = context.connect(connection, output);
                ClaimCursor claims = open.claimStore().list(query)) {
            return ClaimLists.write(claims, context.view(connection, output).claims(), context.prose(output), open);
        }
    }

    private ClaimQuery query() {
        if (worker != null && instance != null) {
            throw Refusal.usage("--worker and --instance are both given: leave one out");
        }
        try {
            return ClaimQuery.builder()
                    .statuses(Set.copyOf(statuses))
                    .eventName(eventName)
                    .worker(worker)
                    .instance(instance)
                    .olderThan(olderThan)
                    .createdFrom(createdFrom)
                    .createdTo(createdTo)
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
