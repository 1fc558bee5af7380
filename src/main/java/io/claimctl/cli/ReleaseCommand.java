package io.claimctl.cli;

import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Lease;
import io.claimctl.claim.Payloads;
import io.claimctl.claim.ReleaseOutcome;
import io.claimctl.cli.EachClaim.Ended;
import io.claimctl.cli.connection.Connection;
import io.claimctl.view.Operation;
import io.claimctl.view.View;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Gives claims up by their holder. */
@Command(
        description =
                "Only with the token that holds the claim; also late, if nobody has taken it. Anybody may acquire it"
                        + " at once. A claim that holds a payload, which is a message, is kept for recovery instead.",
        footer = {
            "  claimctl release order-1001 --token pod-1:000000009e3779b97f4a7c15",
            "  CLAIMCTL_TOKEN=pod-1:000000009e3779b97f4a7c15 claimctl release order-1001",
        })
@Ends({
    ExitCode.DONE,
    ExitCode.LOST,
    ExitCode.NOT_FOUND,
    ExitCode.PARTIAL,
    ExitCode.REFUSED,
    ExitCode.ALREADY_COMPLETED,
    ExitCode.UNKNOWN
})
final class ReleaseCommand implements Callable<Integer> {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final IdOutputOptions output = new IdOutputOptions();

    @Mixin
    private final TokenOption token = new TokenOption();

    @Mixin
    private final ClaimIds claims = new ClaimIds();

    @Option(
            names = "--payloads",
            defaultValue = "skip",
            paramLabel = "WHAT",
            completionCandidates = PayloadWords.class,
            converter = PayloadWords.class,
            description = "A claim that holds a payload: skip keeps it for recovery, include releases it and loses the"
                    + " message (default: ${DEFAULT-VALUE}).")
    private Payloads payloads = Payloads.SKIP;

    @Mixin
    private final ProtectedOption consent = new ProtectedOption();

    private final Context context;

    ReleaseCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        List<String> ids = claims.named();
        List<Lease> leases = token.leases(ids, context);
        List<String> options = payloads == Payloads.INCLUDE ? List.of("--payloads", "include") : List.of();
        try (Connection open = context.connect(connection, consent, output)) {
            ClaimStore store = open.claimStore();
            View view = context.view(connection, output);
            return new EachClaim(context, view, context.prose(output), Operation.RELEASE, ids).run(index -> {
                ReleaseOutcome outcome = store.release(leases.get(index), payloads);
                return new Ended(view.released(outcome, options, store.time().earliest()), OutcomeExit.of(outcome));
            });
        }
    }
}
