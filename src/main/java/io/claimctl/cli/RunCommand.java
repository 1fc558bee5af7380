package io.claimctl.cli;

import io.claimctl.claim.StoreException;
import io.claimctl.cli.connection.Connection;
import io.claimctl.cli.process.Executable;
import io.claimctl.cli.process.NotRunnable;
import io.claimctl.view.RunStatus;
import io.claimctl.view.RunStatus.State;
import io.claimctl.view.Times;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a command while it holds a claim. */
@Command(
        customSynopsis = "claimctl run ID --ttl DURATION [OPTIONS] -- CMD [ARG...]",
        description = {
            "It acquires the claim, runs CMD directly (without a shell), renews the lease at every third of --ttl, and releases"
                    + " the claim at the end, whatever CMD's exit code, which is passed on. So CMD never runs twice at a time. If"
                    + " somebody else holds the claim it ends with 75 at once, or waits with -w.",
            "With -w each waiting host runs CMD in turn. To run it once, use --once and a dated id, such as"
                    + " \"nightly-$$(date +%%F)\": exit code 0 then completes the claim, and while that is remembered a later run does"
                    + " not run CMD, says so, and ends with 0.",
            "If the lease is lost (the server out of reach, the claim reset or taken), CMD and all that it started get TERM, and"
                    + " KILL after --grace, before the lease can end; the exit code is 79.",
            "HUP, INT, TERM, USR1 and USR2 are passed on; a terminal's Ctrl-C reaches CMD by itself. QUIT is not, on a JVM. CMD"
                    + " finds CLAIMCTL_ID, CLAIMCTL_TOKEN, CLAIMCTL_FENCE and CLAIMCTL_EXPIRES_AT in its environment, and not"
                    + " CLAIMCTL_URI. With --password-stdin it finds the rest of standard input. If claimctl itself is ended by KILL, CMD gets TERM where Linux has setpriv (not what CMD"
                    + " has started); a systemd unit covers the rest (docs/cookbook.md).",
        },
        footer = {
            "  claimctl run nightly --ttl 1m -- ./job.sh",
            "  claimctl run --once \"nightly-$$(date +%%F)\" --ttl 1m -w 10m -- ./job.sh",
            "  claimctl run deploy --ttl 30s -w forever -- make deploy",
            "  claimctl run -q -E 0 mail --ttl 1m -- send-mail --all",
        })
@Ends({
    ExitCode.LOST,
    ExitCode.REFUSED,
    ExitCode.ALREADY_COMPLETED,
    ExitCode.UNREACHABLE,
    ExitCode.UNKNOWN,
    ExitCode.TRY_LATER,
    ExitCode.LEASE_LOST,
    ExitCode.NOT_EXECUTABLE,
    ExitCode.NO_SUCH_COMMAND,
    ExitCode.SIGNALLED
})
final class RunCommand implements Callable<Integer> {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final LoudnessOptions loudness = new LoudnessOptions();

    @Spec
    @Nullable
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "ID", description = "The claim.")
    private String id = "";

    @Parameters(
            index = "1..*",
            paramLabel = "CMD",
            description = "The command and its arguments, after --; run as they are, without a shell.")
    private List<String> command = List.of();

    @OptionGroup("The claim")
    @Option(
            names = "--ttl",
            required = true,
            paramLabel = "DURATION",
            converter = DurationOption.Positive.class,
            description = "How long the lease runs, and again with each renewal.")
    private Duration ttl = Duration.ZERO;

    @OptionGroup("The claim")
    @Option(
            names = {"-w", "--wait"},
            paramLabel = "DURATION",
            converter = OrForever.class,
            description = "How long to wait for a claim that somebody else holds, or: forever.")
    private @Nullable Duration wait;

    @OptionGroup("The claim")
    @Option(
            names = {"-n", "--no-wait"},
            description = "Do not wait for it (the default).")
    private boolean noWait;

    @OptionGroup("The claim")
    @Option(
            names = {"-E", "--busy-exit-code"},
            paramLabel = "N",
            defaultValue = "75",
            converter = ExitCodeConverter.class,
            description = "The exit code if somebody else holds the claim (default: ${DEFAULT-VALUE}).")
    private int busy;

    @OptionGroup("The claim")
    @Option(
            names = "--once",
            arity = "0..1",
            paramLabel = "MEMORY",
            fallbackValue = "24h",
            preprocessor = OnlyAttached.class,
            converter = DurationOption.Positive.class,
            description =
                    "Complete the claim if CMD ends with 0, and remember that: for 24h, or with --once=7d longer.")
    private @Nullable Duration memory;

    @OptionGroup("The claim")
    @Option(
            names = "--if-completed",
            paramLabel = "WHAT",
            completionCandidates = RunChoices.IfCompleted.Words.class,
            converter = RunChoices.IfCompleted.Words.class,
            description =
                    "If the work is done already: ${COMPLETION-CANDIDATES}; exit code 0 or 8 (default: skip with --once,"
                            + " else fail).")
    private RunChoices.@Nullable IfCompleted ifCompleted;

    @OptionGroup("If it goes wrong")
    @Option(
            names = "--on-failure",
            paramLabel = "WHAT",
            defaultValue = "release",
            completionCandidates = RunChoices.OnFailure.Words.class,
            converter = RunChoices.OnFailure.Words.class,
            description =
                    "What becomes of the claim if CMD fails: ${COMPLETION-CANDIDATES} it until the lease ends (default:"
                            + " ${DEFAULT-VALUE}).")
    private RunChoices.OnFailure onFailure = RunChoices.OnFailure.RELEASE;

    @OptionGroup("If it goes wrong")
    @Option(
            names = "--on-lost",
            paramLabel = "WHAT",
            defaultValue = "stop",
            completionCandidates = RunChoices.OnLost.Words.class,
            converter = RunChoices.OnLost.Words.class,
            description =
                    "What becomes of CMD if the lease is lost: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private RunChoices.OnLost onLost = RunChoices.OnLost.STOP;

    @OptionGroup("If it goes wrong")
    @Option(
            names = "--grace",
            paramLabel = "DURATION",
            defaultValue = "5s",
            description =
                    "If the lease is lost: the time between TERM and KILL; 0s: KILL at once (default: ${DEFAULT-VALUE}).")
    private Duration grace = Duration.ZERO;

    @OptionGroup("If it goes wrong")
    @Option(
            names = "--store-down",
            paramLabel = "WHAT",
            defaultValue = "fail",
            completionCandidates = RunChoices.StoreDown.Words.class,
            converter = RunChoices.StoreDown.Words.class,
            description =
                    "If acquiring fails with an error: ${COMPLETION-CANDIDATES}. To run is to run CMD without any claim, as"
                            + " others may do at the same time (default: ${DEFAULT-VALUE}).")
    private RunChoices.StoreDown storeDown = RunChoices.StoreDown.FAIL;

    @OptionGroup(OptionGroup.RECORDS)
    @Option(
            names = "--status-file",
            paramLabel = "FILE",
            description =
                    "Keep the state, the fence and the lease's end in FILE, as a line of JSON; for its owner's eyes.")
    private @Nullable Path statusFile;

    @Mixin
    private final ProtectedOption consent = new ProtectedOption();

    private final Context context;

    RunCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        refuseWords();
        RunPlan plan = plan();
        StatusFile status = StatusFile.at(statusFile, RunStatus.of(State.WAITING, id), context.prose(loudness));
        int code = ExitCode.UNEXPECTED.code();
        try {
            code = run(plan, status);
            return code;
        } catch (Refusal e) {
            code = e.exit().code();
            throw e;
        } catch (StoreException e) {
            code = Failures.store(e, context).exit().code();
            throw e;
        } finally {
            status.write(RunStatus.ended(id, code));
        }
    }

    private int run(RunPlan plan, StatusFile status) {
        require(plan.command().get(0), context);
        try (Connection open = context.connect(connection, consent, loudness)) {
            refuseShort(open.timeout());
            Prose prose = context.prose(loudness);
            RunVoice voice =
                    new RunVoice(plan, context, prose, context.viewOfSentences(connection), connection.repeated());
            int code = new Run(plan, open.claimStore(), context, voice, status).run();
            open.commandsSent().ifPresent(sent -> prose.detail("commands sent to the server: " + sent));
            return code;
        }
    }

    private RunPlan plan() {
        return new RunPlan(
                id,
                ttl,
                wait,
                busy,
                memory,
                ifCompleted == null ? memory != null : ifCompleted == RunChoices.IfCompleted.SKIP,
                onFailure == RunChoices.OnFailure.KEEP,
                onLost == RunChoices.OnLost.STOP,
                grace,
                storeDown == RunChoices.StoreDown.RUN,
                words());
    }

    private void refuseWords() {
        if (id.isEmpty()) {
            throw Refusal.usage("an empty text is no claim id");
        }
        if (command.isEmpty() || command.get(0).isEmpty()) {
            throw Refusal.usage(
                    "there is no command to run: put it last, after --, as in claimctl run ID --ttl 1m -- ./job.sh");
        }
        List<String> words =
                Objects.requireNonNull(spec).commandLine().getParseResult().originalArgs();
        int before = words.size() - command.size() - 1;
        if (!dashesBeforeId(words, before) && (before < 0 || !words.get(before).equals("--"))) {
            throw Refusal.usage(
                    "'" + command.get(0) + "' stands where only one ID may: put -- before the command to run");
        }
        if (noWait && wait != null) {
            throw Refusal.usage("-n and -w are both given: leave one out");
        }
    }

    /** An id that looks like an option stands between two pairs of dashes: {@code run --ttl 1m -- -x -- CMD}. */
    private boolean dashesBeforeId(List<String> words, int at) {
        return at > 0
                && command.size() > 1
                && command.get(0).equals("--")
                && words.get(at - 1).equals("--")
                && words.get(at).equals(id);
    }

    private List<String> words() {
        return List.copyOf(command.get(0).equals("--") ? command.subList(1, command.size()) : command);
    }

    /** Refuses a command that would not start, before anything is changed. */
    static void require(String word, Context context) {
        try {
            Executable.require(word, context.environment());
        } catch (NotRunnable e) {
            throw refused(e);
        }
    }

    static Refusal refused(NotRunnable e) {
        return new Refusal(
                e.found() ? ExitCode.NOT_EXECUTABLE : ExitCode.NO_SUCH_COMMAND, String.valueOf(e.getMessage()));
    }

    private void refuseShort(Duration timeout) {
        Duration shortest = RunPlan.shortestTtl(timeout, grace);
        if (ttl.compareTo(shortest) < 0) {
            throw Refusal.usage(
                    "--ttl " + Times.exact(ttl) + " is too short: it is renewed after a third, and a renewal that"
                            + " takes --timeout " + Times.exact(timeout) + ", and --grace " + Times.exact(grace)
                            + " must have room in the rest; the shortest that works is " + Times.exact(shortest)
                            + ", or give a shorter --timeout or --grace");
        }
    }
}
