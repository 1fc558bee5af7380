package io.claimctl.cli;

import io.claimctl.claim.LeaseFilter;
import io.claimctl.claim.LeaseMargin;
import io.claimctl.view.Times;
import io.claimctl.worker.RecoveryRequest;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a recovery takes, and how long it and its publisher may take; and which of that does not fit together. */
final class RecoverOptions {
    @OptionGroup(OptionGroup.CLAIMS)
    @Option(
            names = "--lease",
            paramLabel = "LEASE",
            defaultValue = "expired",
            completionCandidates = StaleResetCommand.Leases.class,
            converter = StaleResetCommand.Leases.class,
            description =
                    "expired takes what is free already, what was kept for recovery, and what an earlier one has left;"
                            + " any also takes live leases from their holders, and needs --older-than (default: ${DEFAULT-VALUE}).")
    private LeaseFilter lease = LeaseFilter.EXPIRED;

    @OptionGroup(OptionGroup.CLAIMS)
    @Option(
            names = "--limit",
            paramLabel = "N",
            converter = PositiveNumberConverter.class,
            description = "Publish at most N messages, and reset at most N other claims.")
    private @Nullable Long limit;

    @OptionGroup("Publishing")
    @Option(
            names = "--hold",
            paramLabel = "DURATION",
            defaultValue = "24h",
            converter = DurationOption.Positive.class,
            description =
                    "How long a claim keeps a message that was not published, before TTL may delete both (default:"
                            + " ${DEFAULT-VALUE}).")
    private Duration hold = RecoveryRequest.DEFAULT_HOLD;

    @OptionGroup("Publishing")
    @Option(
            names = "--publish-timeout",
            paramLabel = "DURATION",
            defaultValue = "1m",
            converter = DurationOption.Positive.class,
            description = "How long COMMAND may take for a message, before it is ended (default: ${DEFAULT-VALUE}).")
    private Duration longest = Duration.ZERO;

    @OptionGroup("Publishing")
    @Option(
            names = "--grace",
            paramLabel = "DURATION",
            defaultValue = "2s",
            description = "If COMMAND has to be ended: the time between TERM and KILL; 0s: KILL at once (default:"
                    + " ${DEFAULT-VALUE}).")
    private Duration grace = Duration.ZERO;

    @OptionGroup("Publishing")
    @Option(
            names = "--max-failures",
            paramLabel = "N",
            defaultValue = "5",
            converter = PositiveNumberConverter.class,
            description = "Publish no more after N failures in a row (default: ${DEFAULT-VALUE}).")
    private Long failures = (long) RecoveryRequest.DEFAULT_FAILURES_IN_A_ROW;

    @OptionGroup(OptionGroup.GUARDS)
    @Option(names = "--dry-run", description = "Change and publish nothing; print what would be.")
    private boolean dryRun;

    @OptionGroup(OptionGroup.GUARDS)
    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    boolean dryRun() {
        return dryRun;
    }

    boolean yes() {
        return yes;
    }

    Duration longest() {
        return longest;
    }

    Duration grace() {
        return grace;
    }

    /**
     * What the options ask for.
     *
     * @throws Refusal if they do not fit together
     */
    RecoveryRequest request(StaleOptions stale) {
        if (lease == LeaseFilter.ANY && !stale.explicit()) {
            throw Refusal.usage("--lease any takes claims from live holders: say how old with --older-than");
        }
        Duration shortest = stale.olderThan().multipliedBy(2);
        if (hold.compareTo(shortest) < 0) {
            throw Refusal.usage("--hold " + Times.exact(hold) + " is too short for --older-than "
                    + Times.exact(stale.olderThan())
                    + ": a message that was not published would be gone before a later pass finds it stale again; the"
                    + " shortest that works is " + Times.exact(shortest));
        }
        return new RecoveryRequest(
                stale.olderThan(),
                lease,
                limit == null ? OptionalLong.empty() : OptionalLong.of(limit),
                hold,
                grace.plus(LeaseMargin.of(stale.olderThan())), // the margin is for KILL, as in run
                (int) Math.min(failures, Integer.MAX_VALUE),
                dryRun);
    }

    /** @throws Refusal if live leases may be taken, nobody has said yes, and nobody can be asked */
    void refuseUnconfirmed(Context context) {
        if (lease == LeaseFilter.ANY
                && !dryRun
                && !yes
                && !context.confirmation().possible()) {
            throw new Refusal(
                    ExitCode.REFUSED,
                    "--lease any needs a yes, and there is no terminal to ask on: add --yes, after a --dry-run");
        }
    }

    /**
     * While its message is published, a claim is renewed after a third of --older-than.
     *
     * @throws Refusal if that leaves no room for the rest
     */
    void refuseShort(StaleOptions stale, Duration timeout) {
        Duration shortest = RunPlan.shortestTtl(timeout, grace);
        if (stale.olderThan().compareTo(shortest) < 0) {
            throw Refusal.usage("--older-than " + Times.exact(stale.olderThan())
                    + " is too short: while its message is published, a claim is renewed after a third of it, and a renewal"
                    + " that takes --timeout " + Times.exact(timeout) + ", and --grace " + Times.exact(grace)
                    + " must have room in the rest; the shortest that works is " + Times.exact(shortest)
                    + ", or give a shorter --timeout or --grace");
        }
    }
}
