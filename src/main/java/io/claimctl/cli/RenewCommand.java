package io.claimctl.cli;

import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Lease;
import io.claimctl.claim.RenewOutcome;
import io.claimctl.cli.EachClaim.Ended;
import io.claimctl.cli.connection.Connection;
import io.claimctl.view.Operation;
import io.claimctl.view.Times;
import io.claimctl.view.View;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lets the leases of claims run on. */
@Command(
        description =
                "Only with the token that holds the claim, and only while its lease runs. The end of the lease never"
                        + " comes earlier by it.",
        footer = {
            "  claimctl renew order-1001 --token pod-1:000000009e3779b97f4a7c15 --ttl 5m",
            "  CLAIMCTL_TOKEN=pod-1:000000009e3779b97f4a7c15 \\",
            "      claimctl renew order-1001 --ttl 90s",
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
final class RenewCommand implements Callable<Integer> {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final IdOutputOptions output = new IdOutputOptions();

    @Mixin
    private final TokenOption token = new TokenOption();

    @Mixin
    private final ClaimIds claims = new ClaimIds();

    @Option(
            names = "--ttl",
            required = true,
            paramLabel = "DURATION",
            converter = DurationOption.Positive.class,
            description = "How long the lease runs from now.")
    private Duration ttl = Duration.ZERO;

    @Mixin
    private final ProtectedOption consent = new ProtectedOption();

    private final Context context;

    RenewCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        List<String> ids = claims.named();
        List<Lease> leases = token.leases(ids, context);
        List<String> options = List.of("--ttl", Times.exact(ttl));
        try (Connection open = context.connect(connection, consent, output)) {
            ClaimStore store = open.claimStore();
            View view = context.view(connection, output);
            return new EachClaim(context, view, context.prose(output), Operation.RENEW, ids).run(index -> {
                RenewOutcome outcome = store.renew(leases.get(index), ttl);
                return new Ended(view.renewed(outcome, options, store.time().earliest()), OutcomeExit.of(outcome));
            });
        }
    }
}
