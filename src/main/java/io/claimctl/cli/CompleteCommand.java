package io.claimctl.cli;

import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.CompleteOutcome;
import io.claimctl.claim.Lease;
import io.claimctl.cli.connection.Connection;
import io.claimctl.view.Report;
import io.claimctl.view.View;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Marks the work of a claim as done. */
@Command(
        description = "Only with the token that holds the claim; also late, if nobody has taken it. Its payload is"
                + " dropped, and the claim cannot be acquired until its memory ends.",
        footer = {
            "  claimctl complete order-1 --token pod-7:0123456789abcdef01234567",
            "  CLAIMCTL_TOKEN=0123456789abcdef01234567 claimctl complete order-1 --memory 7d",
            "  claimctl complete order-1 --token 0123456789abcdef01234567 --record-missing",
        })
@Ends({ExitCode.DONE, ExitCode.LOST, ExitCode.NOT_FOUND, ExitCode.REFUSED, ExitCode.UNKNOWN})
final class CompleteCommand implements Callable<Integer> {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Mixin
    private final TokenOption token = new TokenOption();

    @Parameters(paramLabel = "ID", converter = ClaimIdConverter.class, description = "The claim.")
    private String id = "";

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

    private final Context context;

    CompleteCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        Lease lease = Lease.of(id, token.required(context));
        try (Connection open = context.connect(connection, output)) {
            ClaimStore store = open.claimStore();
            CompleteOutcome outcome =
                    recordMissing ? store.completeOrRecord(lease, memory) : store.complete(lease, memory);
            ExitCode exit = OutcomeExit.of(outcome);
            View view = context.view(connection, output);
            Report report = view.completed(outcome, store.time().earliest());
            context.show(view, report, exit, id, context.prose(output));
            return exit.code();
        }
    }
}
