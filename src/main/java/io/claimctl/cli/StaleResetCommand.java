package io.claimctl.cli;

import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.LeaseFilter;
import io.claimctl.claim.LeaseState;
import io.claimctl.claim.SweepListener;
import io.claimctl.claim.SweepRequest;
import io.claimctl.claim.SweptClaim;
import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.cli.connection.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Frees stale claims. */
@Command(
        description = {
            "Releases claims that are processing and whose last transition lies back longer than --older-than, oldest"
                    + " first. Each is released only if it is exactly as it was when the sweep read it: one that was"
                    + " renewed, completed or taken over meanwhile is reported as changed and left alone.",
            "Live leases and payloads are left alone unless asked for. On a terminal it asks once.",
        },
        footer = {
            "  claimctl stale reset --dry-run",
            "  claimctl stale reset --older-than 10m --limit 500",
            "  claimctl stale reset --older-than 1h --lease any --reason 'node lost' --yes",
            "  */5 * * * * claimctl stale reset --uri-file /etc/claimctl/uri",
        })
@Ends({ExitCode.DONE, ExitCode.PARTIAL, ExitCode.REFUSED})
final class StaleResetCommand implements Callable<Integer> {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Mixin
    private final StaleOptions stale = new StaleOptions();

    @Mixin
    private final ReleaseOptions release = new ReleaseOptions();

    @Option(
            names = "--lease",
            paramLabel = "LEASE",
            defaultValue = "expired",
            completionCandidates = Leases.class,
            converter = Leases.class,
            description = "expired resets what is free already; any also takes live leases from their holders, and"
                    + " needs --older-than (default: ${DEFAULT-VALUE}).")
    private LeaseFilter lease = LeaseFilter.EXPIRED;

    @Option(
            names = "--limit",
            paramLabel = "N",
            converter = PositiveNumberConverter.class,
            description = "Reset at most N claims.")
    private @Nullable Long limit;

    @Option(
            names = "--fenced",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description =
                    "On by default: only claims that are as they were seen. --no-fenced does it as the workers' own"
                            + " recovery does, by id alone, and destroys whatever became of a claim after it was listed; for"
                            + " parity and emergencies.")
    private boolean fenced = true;

    @Option(names = "--dry-run", description = "Change nothing; print what would be reset.")
    private boolean dryRun;

    private final Context context;

    StaleResetCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        SweepRequest request = request();
        refuseUnconfirmed();
        try (Connection open = context.connect(connection, output)) {
            ClaimStore store = open.claimStore();
            if (!dryRun && !release.yes() && context.confirmation().possible() && !confirmed(store, request, open)) {
                return ExitCode.REFUSED.code();
            }
            if (!fenced) {
                context.prose(output).say("unfenced: whatever became of a claim since it was listed is destroyed");
            }
            return new SweepRun(context, connection, output).run(store, request).code();
        }
    }

    private SweepRequest request() {
        if (lease == LeaseFilter.ANY && !stale.explicit()) {
            throw Refusal.usage("--lease any takes claims from live holders: say how old with --older-than");
        }
        SweepRequest request = SweepRequest.olderThan(stale.olderThan())
                .withLease(lease)
                .withReset(release.options())
                .withLimit(limit);
        request = fenced ? request : request.unfenced();
        return dryRun ? request.asDryRun() : request;
    }

    private void refuseUnconfirmed() {
        List<String> grave = new ArrayList<>(release.grave());
        if (lease == LeaseFilter.ANY) {
            grave.add(0, "--lease any");
        }
        if (!fenced) {
            grave.add("--no-fenced");
        }
        if (!grave.isEmpty()
                && !dryRun
                && !release.yes()
                && !context.confirmation().possible()) {
            throw new Refusal(
                    ExitCode.REFUSED,
                    String.join(" and ", grave) + " needs a yes, and there is no terminal to"
                            + " ask on: add --yes, after a --dry-run");
        }
    }

    private boolean confirmed(ClaimStore store, SweepRequest request, Connection open) {
        Foreseen foreseen = new Foreseen();
        store.sweep(request.asDryRun(), foreseen);
        if (foreseen.count == 0) {
            return true; // nothing to ask about; the sweep says so itself
        }
        String how = (fenced ? "Reset " : "UNFENCED, destroy ")
                + foreseen
                + (release.options().delete() ? ", and delete them," : "");
        boolean yes = context.confirmation().ask(how + " in " + open.collectionName() + "?") == Confirmation.Answer.YES;
        if (!yes) {
            context.prose(output).error("not confirmed; nothing was changed");
        }
        return yes;
    }

    /** What a sweep would reset, in the words of the question. */
    private static final class Foreseen implements SweepListener {
        private Instant now = Instant.EPOCH;
        private long count;
        private long live;
        private long payloads;

        @Override
        public void begin(Instant at, String sweepId) {
            now = at;
        }

        @Override
        public void afterBatch(List<SweptClaim> swept) {
            for (SweptClaim claim : swept) {
                if (claim.result() == Result.WOULD_RESET) {
                    count++;
                    live += claim.seen().readable().leaseAt(now) == LeaseState.LIVE ? 1 : 0;
                    payloads += claim.seen().readable().payload() != null ? 1 : 0;
                }
            }
        }

        @Override
        public String toString() {
            String claims = count == 1 ? "1 stale claim" : count + " stale claims";
            String held = live == 0 ? "" : live + " still held";
            String messages = payloads == 0 ? "" : payloads + " with a message that will be lost";
            String what = held + (held.isEmpty() || messages.isEmpty() ? "" : ", ") + messages;
            return claims + (what.isEmpty() ? "" : " (" + what + ")");
        }
    }

    /** The words of --lease. */
    static final class Leases extends EnumWords<LeaseFilter> {
        Leases() {
            super("lease of a sweep", List.of(LeaseFilter.EXPIRED, LeaseFilter.ANY));
        }
    }
}
