package io.claimctl.cli;

import io.claimctl.claim.LeaseFilter;
import io.claimctl.claim.SweepRequest;
import io.claimctl.cli.connection.Connection;
import io.claimctl.view.Listing;
import io.claimctl.view.SafeText;
import io.claimctl.view.View;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
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
            "Exit code 0 also where claims had changed, where --limit left some, and where another sweep is at it. 8, 74 and 75"
                    + " come of the claim of --single-flight alone.",
        },
        footer = {
            "  claimctl stale reset --dry-run",
            "  claimctl stale list -o ndjson > F; claimctl stale reset --from F",
            "  claimctl stale reset --older-than 10m --limit 500",
            "  claimctl stale reset --older-than 10m --lease any --reason 'node lost' --yes",
            "  */5 * * * * claimctl stale reset --uri-file /etc/claimctl/uri",
        })
@Lists(Listing.SWEEP)
@Ends({
    ExitCode.DONE,
    ExitCode.PARTIAL,
    ExitCode.REFUSED,
    ExitCode.ALREADY_COMPLETED,
    ExitCode.UNKNOWN,
    ExitCode.TRY_LATER,
    ExitCode.SIGNALLED
})
final class StaleResetCommand implements Callable<Integer> {
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

    @OptionGroup(OptionGroup.CLAIMS)
    @Option(
            names = "--lease",
            paramLabel = "LEASE",
            defaultValue = "expired",
            completionCandidates = Leases.class,
            converter = Leases.class,
            description = "expired resets what is free already; any also takes live leases from their holders, and"
                    + " needs --older-than (default: ${DEFAULT-VALUE}).")
    private LeaseFilter lease = LeaseFilter.EXPIRED;

    @Mixin
    private final WhichOptions which = new WhichOptions();

    @Mixin
    private final SweepPlan plan = new SweepPlan();

    @Mixin
    private final SweepBounds bounds = new SweepBounds();

    @Mixin
    private final SingleFlightOptions flight = new SingleFlightOptions();

    @OptionGroup(OptionGroup.CLAIMS)
    @Option(
            names = "--payloads",
            paramLabel = "WHAT",
            defaultValue = "skip",
            completionCandidates = SweepPayloads.Words.class,
            converter = SweepPayloads.Words.class,
            description =
                    "Claims that hold a payload, which is a message: skip leaves them to recovery, archive releases"
                            + " them once --archive has a copy, include releases them and loses the message (default:"
                            + " ${DEFAULT-VALUE}).")
    private SweepPayloads payloads = SweepPayloads.SKIP;

    @Mixin
    private final SweepRecords records = new SweepRecords();

    @Mixin
    private final ReleaseOptions release = new ReleaseOptions();

    @OptionGroup(OptionGroup.GUARDS)
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

    @OptionGroup(OptionGroup.GUARDS)
    @Option(names = "--dry-run", description = "Change nothing; print what would be reset.")
    private boolean dryRun;

    @Mixin
    private final ProtectedOption consent = new ProtectedOption();

    private final Context context;

    StaleResetCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        SweepRequest request = request();
        View view = context.view(connection, output, columns, times);
        refuseUnfit();
        refuseUnconfirmed();
        try (Connection open =
                dryRun ? context.connectToRead(connection, output) : context.connect(connection, consent, output)) {
            flight.refuseUnfit(lease, stale.olderThan(), open.timeout());
            refuseArchive(open);
            if (!fenced && !dryRun) {
                context.prose(output).say("unfenced: whatever became of a claim since it was listed is destroyed");
            }
            boolean asks = !dryRun && !release.yes() && context.confirmation().possible();
            SweepQuestion question = new SweepQuestion(fenced, release.delete(), payloads);
            StaleSweep.Choices choices =
                    new StaleSweep.Choices(request, bounds, records, plan, flight, !stale.explicit(), asks, question);
            return new StaleSweep(context, connection, output, view, choices, open).run();
        }
    }

    private SweepRequest request() {
        if (lease == LeaseFilter.ANY && !stale.explicit()) {
            throw Refusal.usage("--lease any takes claims from live holders: say how old with --older-than");
        }
        SweepRequest request = bounds.bound(SweepRequest.olderThan(stale.olderThan())
                .withWhich(which.query().build())
                .withLease(lease)
                .withReset(release.options(payloads.treatment())));
        request = fenced ? request : request.unfenced();
        return dryRun ? request.asDryRun() : request;
    }

    private void refuseUnfit() {
        if (plan.from() != null && which.narrow()) {
            throw Refusal.usage(
                    "--from names the claims itself: narrow the list that it is made of, or filter it with jq");
        }
        if (plan.observe() != null && lease == LeaseFilter.ANY) {
            throw Refusal.usage(
                    "--observe does not tell whether a worker is still busy, so it unlocks no live leases: leave it"
                            + " or --lease any out");
        }
        if ("-".equals(plan.from()) && connection.passwordStdin()) {
            throw Refusal.usage("--password-stdin and --from - both read standard input: name a file for --from");
        }
        records.refuseEmpty();
        plan.refuseMissing();
        if (!fenced && (plan.from() != null || plan.observe() != null)) {
            throw Refusal.usage("--no-fenced destroys what is not as it was seen, which is what "
                    + (plan.from() == null ? "--observe" : "--from") + " is to prevent: leave one out");
        }
        if (records.auditsToOutput()) {
            throw Refusal.usage("--audit-file " + records.audit()
                    + " is where the report goes: name a file, or a pipe as in" + " --audit-file >(logger)");
        }
        if (payloads == SweepPayloads.ARCHIVE && records.archive() == null) {
            throw Refusal.usage("--payloads archive needs --archive, the collection that the messages are copied to");
        }
    }

    private void refuseArchive(Connection open) {
        String archive = records.archive();
        if (archive == null) {
            return;
        }
        String name;
        try {
            name = open.archiveName(archive);
        } catch (IllegalArgumentException e) {
            throw Refusal.usage(
                    "'" + SafeText.of(archive) + "' (--archive) is no name of a collection: " + e.getMessage());
        }
        if (open.collectionName().equals(name)) {
            throw Refusal.usage(
                    "--archive '" + SafeText.of(archive) + "' is the collection that is swept: name another");
        }
    }

    private void refuseUnconfirmed() {
        List<String> grave = new ArrayList<>(release.grave(payloads.grave()));
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
                    String.join(" and ", grave) + (grave.size() == 1 ? " needs" : " need")
                            + " a yes, and there is no terminal to" + " ask on: add --yes, after a --dry-run");
        }
    }

    /** The words of --lease. */
    static final class Leases extends EnumWords<LeaseFilter> {
        Leases() {
            super("lease of a sweep", List.of(LeaseFilter.EXPIRED, LeaseFilter.ANY));
        }
    }
}
