package io.claimctl.cli;

import io.claimctl.claim.AcquireOutcome;
import io.claimctl.claim.Acquired;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Lease;
import io.claimctl.claim.Payloads;
import io.claimctl.claim.ResetOptions;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.Tokens;
import io.claimctl.cli.connection.Connection;
import io.claimctl.view.Format;
import io.claimctl.view.Report;
import io.claimctl.view.SafeText;
import io.claimctl.view.View;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes a claim that is free. */
@Command(
        description = {
            "A claim is free if it is new, released, or past its end. The token that is printed completes it.",
            "With -o env the result is for eval: a failure unsets the variables and leaves its exit code, so that set -e or ||"
                    + " stops the script.",
        },
        footer = {
            "  claimctl acquire order-1 --ttl 5m",
            "  v=$(claimctl acquire order-1 --ttl 5m -o env) || exit $?; eval \"$v\"",
            "  claimctl acquire order-1 --ttl 90s -o json | jq -r .token",
        })
@Shows({Format.TABLE, Format.WIDE, Format.JSON, Format.NDJSON, Format.YAML, Format.CSV, Format.NAME, Format.ENV})
@Ends({
    ExitCode.DONE,
    ExitCode.HELD,
    ExitCode.LOST,
    ExitCode.REFUSED,
    ExitCode.ALREADY_COMPLETED,
    ExitCode.UNKNOWN,
    ExitCode.TRY_LATER
})
final class AcquireCommand implements Callable<Integer> {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Parameters(paramLabel = "ID", converter = ClaimIdConverter.class, description = "The claim.")
    private String id = "";

    @Option(
            names = "--ttl",
            required = true,
            paramLabel = "DURATION",
            converter = DurationOption.Positive.class,
            description = "How long the lease runs.")
    private Duration ttl = Duration.ZERO;

    @Option(
            names = "--instance",
            paramLabel = "NAME",
            description = "Who acquires; stands before the token, for people to see.")
    private @Nullable String instance;

    private final Context context;

    AcquireCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        Tokens tokens = tokens();
        try (Connection open = context.connect(connection, output)) {
            ClaimStore store = open.claimStore().withTokens(tokens);
            AcquireOutcome outcome = store.acquire(id, ttl);
            ExitCode exit = OutcomeExit.of(outcome);
            View view = context.view(connection, output);
            Report report;
            try {
                report = view.acquired(outcome, store.time().earliest());
                view.report(report, exit.code());
            } catch (RuntimeException e) {
                outcome.acquired().map(Acquired::lease).ifPresent(lease -> letGo(store, lease));
                throw e;
            }
            context.prose(output).explain(report);
            return exit.code();
        }
    }

    /** Nobody got the token, so nobody could complete the claim. */
    private void letGo(ClaimStore store, Lease lease) {
        ResetOptions why = new ResetOptions(Payloads.SKIP, false, "its token could not be written to standard output");
        boolean released = released(store, lease, why);
        context.prose(output)
                .error("claim " + SafeText.of(id)
                        + (released
                                ? " was released again"
                                : " stays held under the token "
                                        + SafeText.of(lease.token().value()))
                        + ", since the result could not be written");
    }

    private static boolean released(ClaimStore store, Lease lease, ResetOptions why) {
        try {
            return store.reset(lease.id(), lease.token(), why).reset().isPresent();
        } catch (StoreException e) {
            return false; // then the token is all that is left to say
        }
    }

    private Tokens tokens() {
        try {
            return instance == null ? Tokens.random() : Tokens.random(instance);
        } catch (IllegalArgumentException e) {
            throw Refusal.usage(
                    "'" + SafeText.of(String.valueOf(instance)) + "' (--instance) cannot be used: " + e.getMessage());
        }
    }
}
