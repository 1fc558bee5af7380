package io.claimctl.cli;

import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.CompleteOutcome;
import io.claimctl.claim.Lease;
import io.claimctl.cli.EachClaim.Ended;
import io.claimctl.cli.connection.Connection;
import io.claimctl.view.Operation;
import io.claimctl.view.Times;
import io.claimctl.view.View;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Marks the work of claims as done. */
@Command(
        description = "Only with the token that holds the claim; also late, if nobody has taken it. Its payload is"
                + " dropped, and the claim cannot be acquired until its memory ends.",
        footer = {
            "  claimctl complete order-1001 --token pod-1:000000009e3779b97f4a7c15",
            "  CLAIMCTL_TOKEN=pod-1:000000009e3779b97f4a7c15 \\",
            "      claimctl complete order-1001 --memory 7d",
            "  claimctl complete order-1010 --token 0123456789abcdef01234567 --record-missing",
        })
@Ends({ExitCode.DONE, ExitCode.LOST, ExitCode.NOT_FOUND, ExitCode.PARTIAL, ExitCode.REFUSED, ExitCode.UNKNOWN})
final class CompleteCommand implements Callable<Integer> {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final IdOutputOptions output = new IdOutputOptions();

    @Mixin
    private final TokenOption token = new TokenOption();

    @Mixin
    private final ClaimIds claims = new ClaimIds();

    @Option(
            names = "--memory",
            defaultValue = "24h",
            paramLabel = "DURATION",
            converter = DurationOption.Positive.class,
            description = "How long the completion is remembered (default: ${DEFAULT-VALUE}).")
    private Duration memory = ClaimStore.DEFAULT_MEMORY;

    @Option(
            names = "--record-missing",
            description =
                    "If the claim is gone (TTL deleted it), record its completion, unless somebody has acquired it.")
    private boolean recordMissing;

    @Mixin
    private final ProtectedOption consent = new ProtectedOption();

    private final Context context;

    CompleteCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        List<String> ids = claims.named();
        List<Lease> leases = token.leases(ids, context);
        try (Connection open = context.connect(connection, consent, output)) {
            ClaimStore store = open.claimStore();
            View view = context.view(connection, output);
            return new EachClaim(context, view, context.prose(output), Operation.COMPLETE, ids).run(index -> {
                CompleteOutcome outcome = recordMissing
                        ? store.completeOrRecord(leases.get(index), memory)
                        : store.complete(leases.get(index), memory);
                return new Ended(view.completed(outcome, options(), store.time().earliest()), OutcomeExit.of(outcome));
            });
        }
    }

    /** What settles an unknown outcome: the same command again. */
    private List<String> options() {
        List<String> options = new ArrayList<>(List.of("--memory", Times.exact(memory)));
        if (recordMissing) {
            options.add("--record-missing");
        }
        return options;
    }
}
