package io.claimctl.cli;

import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Lease;
import io.claimctl.claim.PayloadOutcome;
import io.claimctl.cli.EachClaim.Ended;
import io.claimctl.cli.connection.Connection;
import io.claimctl.view.Operation;
import io.claimctl.view.View;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Drops the messages that claims hold. */
@Command(
        description = "Only with the token that holds the claim; also late, if nobody has taken it. Metadata and event"
                + " name stay, and so does the claim. To complete a claim drops its message, too.",
        footer = {
            "  claimctl payload clear order-1001 --token pod-1:000000009e3779b97f4a7c15",
            "  CLAIMCTL_TOKEN=pod-1:000000009e3779b97f4a7c15 \\",
            "      claimctl payload clear order-1001",
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
final class PayloadClearCommand implements Callable<Integer> {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final IdOutputOptions output = new IdOutputOptions();

    @Mixin
    private final TokenOption token = new TokenOption();

    @Mixin
    private final ClaimIds claims = new ClaimIds();

    @Mixin
    private final ProtectedOption consent = new ProtectedOption();

    private final Context context;

    PayloadClearCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        List<String> ids = claims.named();
        List<Lease> leases = token.leases(ids, context);
        try (Connection open = context.connect(connection, consent, output)) {
            ClaimStore store = open.claimStore();
            View view = context.view(connection, output);
            return new EachClaim(context, view, context.prose(output), Operation.PAYLOAD_CLEAR, ids).run(index -> {
                PayloadOutcome outcome = store.clearPayload(leases.get(index));
                return new Ended(view.payloadCleared(outcome, store.time().earliest()), OutcomeExit.of(outcome));
            });
        }
    }
}
