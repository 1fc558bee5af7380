package io.claimctl.cli;

import io.claimctl.claim.Awaited;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Sleeper;
import io.claimctl.claim.WaitOutcome;
import io.claimctl.claim.Waiting;
import io.claimctl.cli.EachClaim.Ended;
import io.claimctl.cli.connection.Connection;
import io.claimctl.view.Operation;
import io.claimctl.view.View;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Waits until claims are free or completed. */
@Command(
        description = {
            "It changes nothing and reserves nothing: another may take a claim the moment it is free. To take it, use"
                    + " acquire --wait.",
            "Several claims are waited for in turn, within one time."
                    + " It looks first after 100ms, then slower, down to every 5s, and when a lease ends. Then it listens for changes"
                    + " where the server has change streams.",
        },
        footer = {
            "  claimctl wait order-1006 --for completed --timeout 10m",
            "  claimctl wait order-1003 order-1007 --for free",
        })
@Ends({ExitCode.DONE, ExitCode.PARTIAL, ExitCode.REFUSED, ExitCode.ALREADY_COMPLETED, ExitCode.TRY_LATER})
final class WaitCommand implements Callable<Integer> {
    @Mixin
    private final UntimedConnectionOptions connection = new UntimedConnectionOptions();

    @Mixin
    private final IdOutputOptions output = new IdOutputOptions();

    @Mixin
    private final ClaimIds claims = new ClaimIds();

    @Option(
            names = "--for",
            required = true,
            paramLabel = "WHAT",
            completionCandidates = Conditions.class,
            converter = Conditions.class,
            description =
                    "What each claim is to become: ${COMPLETION-CANDIDATES}. Free is also one that does not exist.")
    private Awaited awaited = Awaited.FREE;

    @Option(
            names = "--timeout",
            defaultValue = "30s",
            paramLabel = "DURATION",
            converter = DurationOption.Positive.class,
            description = "How long to wait in all (default: ${DEFAULT-VALUE}). How long one look may take is for the"
                    + " variable CLAIMCTL_TIMEOUT to say.")
    private Duration longest = Duration.ZERO;

    private final Context context;

    WaitCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        List<String> ids = claims.named();
        try (Connection open = context.connectToRead(connection, output)) {
            ClaimStore store = open.claimStore();
            View view = context.view(connection, output);
            Prose prose = context.prose(output);
            Waiting waiting = store.waiting(longest, Sleeper.THREAD);
            int code = new EachClaim(context, view, prose, Operation.WAIT, ids).run(index -> {
                WaitOutcome outcome = store.await(ids.get(index), awaited, waiting);
                return new Ended(view.waited(outcome, awaited, store.time().earliest()), OutcomeExit.of(outcome));
            });
            open.commandsSent().ifPresent(sent -> prose.detail("commands sent to the server: " + sent));
            return code;
        }
    }

    /** The words of --for. */
    static final class Conditions extends EnumWords<Awaited> {
        Conditions() {
            super("state to wait for", List.of(Awaited.values()));
        }
    }
}
