package io.claimctl.cli;

import io.claimctl.claim.ClaimStore;
import io.claimctl.cli.connection.Connection;
import io.claimctl.view.Listing;
import io.claimctl.view.View;
import io.claimctl.worker.RecoveryRequest;
import java.nio.file.Path;
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

/** Publishes the messages of stale claims again, and frees the other stale claims. */
@Command(
        customSynopsis = "claimctl recover [OPTIONS] (--to-dir DIR | -- COMMAND [ARG...])",
        description = {
            "Each stale claim with a payload, oldest first, is taken over if it is exactly as it was read, under a token that"
                    + " begins with recover: so two recoveries never publish one message at a time. COMMAND is run directly"
                    + " (without a shell) and reads the payload from its standard input. Exit code 0 means that it is published:"
                    + " the claim is completed, and its payload dropped with the same write.",
            "Otherwise the message stays with its claim, and a later pass takes it over once it is stale again, until --hold"
                    + " ends. The next message waits for a second, after each further failure twice as long, up to half a"
                    + " minute. Then the stale claims without a payload are reset as stale reset does.",
            "At least once: a recovery that ends between publishing and completing leaves a message that is published again."
                    + " All recoveries of a collection must use one --older-than, and no worker may be named recover.",
            "COMMAND finds CLAIMCTL_MESSAGE_ID, the id to publish under: workers who claim by CLAIMCTL_ID, which is the claim's,"
                    + " skip a message that has it. It also finds CLAIMCTL_TOKEN, CLAIMCTL_FENCE, CLAIMCTL_EVENT_NAME if there"
                    + " is one, CLAIMCTL_METADATA as JSON, and CLAIMCTL_META_KEY for each key of the metadata, with _ for what"
                    + " is no letter, digit or underscore; and not CLAIMCTL_URI.",
            "What COMMAND prints goes to standard error. Its standard input is a temporary file in TMPDIR, or in that of the"
                    + " system, which is deleted when it is started. It need not read it: its exit code decides. What it leaves"
                    + " running in the background goes on.",
            "COMMAND, and all that it has started, is ended with TERM, and KILL after --grace, if it takes too long, if the"
                    + " lease is lost, or if HUP, INT or TERM stops the recovery.",
            "--to-dir saves ID-DIGITS.payload, and then ID-DIGITS.json with what else is known, each in one step and on the"
                    + " disk before the claim is completed. Where there is a .json, both are whole. Its message_id is the id to"
                    + " publish under.",
        },
        footer = {
            "  claimctl recover --dry-run",
            "  claimctl recover --limit 100 -- ./publish.sh",
            "  claimctl recover --lease any --older-than 5m --yes \\",
            "      --to-dir /var/lib/messages",
        })
@Lists(Listing.SWEEP)
@Ends({
    ExitCode.DONE,
    ExitCode.PARTIAL,
    ExitCode.REFUSED,
    ExitCode.NOT_EXECUTABLE,
    ExitCode.NO_SUCH_COMMAND,
    ExitCode.SIGNALLED
})
final class RecoverCommand implements Callable<Integer> {
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

    @Mixin
    private final RecoverOptions options = new RecoverOptions();

    @Spec
    @Nullable
    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "COMMAND",
            description = "The command that publishes a message, and its arguments, after --.")
    private List<String> command = List.of();

    @OptionGroup("Publishing")
    @Option(
            names = "--to-dir",
            paramLabel = "DIR",
            description = "Save the messages in DIR instead of running a command; it is made if it is not there.")
    private @Nullable Path folder;

    @Mixin
    private final ProtectedOption consent = new ProtectedOption();

    private final Context context;

    RecoverCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        refuseWords();
        View view = context.view(connection, output, columns, times);
        RecoveryRequest request = options.request(stale);
        options.refuseUnconfirmed(context);
        if (!command.isEmpty()) {
            RunCommand.require(command.get(0), context);
        }
        try (Connection open = options.dryRun()
                ? context.connectToRead(connection, output)
                : context.connect(connection, consent, output)) {
            options.refuseShort(stale, open.timeout());
            ClaimStore store = open.claimStore();
            StopSignals signals = new StopSignals();
            if (options.dryRun()) {
                return new RecoverRun(context, view, output, signals).run(store, request, (message, lease) -> {});
            }
            Destination destination = destination(signals);
            if (!confirmed(store, request, open)) {
                return ExitCode.REFUSED.code();
            }
            signals.listenTo(context.host().signals()); // not while a question waits for its answer
            return new RecoverRun(context, view, output, signals).run(store, request, destination);
        }
    }

    private boolean confirmed(ClaimStore store, RecoveryRequest request, Connection open) {
        if (options.yes() || !context.confirmation().possible()) {
            return true;
        }
        ForeseenRecovery foreseen = ForeseenRecovery.of(store, request);
        if (foreseen.isNothing()) {
            return true; // nothing to ask about; the recovery says so itself
        }
        String question = foreseen + " in " + open.collectionName() + "?";
        boolean yes = context.confirmation().ask(question) == Confirmation.Answer.YES;
        if (!yes) {
            context.prose(output).error("not confirmed; nothing was changed");
        }
        return yes;
    }

    private Destination destination(StopSignals signals) {
        return folder == null
                ? new CommandPublisher(command, options.longest(), options.grace(), context, signals)
                : FolderPublisher.into(folder);
    }

    private void refuseWords() {
        if (folder != null && folder.toString().isEmpty()) {
            throw Refusal.usage("--to-dir is empty, and names no folder: . is the one this runs in");
        }
        if (folder != null && !command.isEmpty()) {
            throw Refusal.usage("--to-dir and a COMMAND are both given: leave one out");
        }
        if (folder == null && command.isEmpty() && !options.dryRun()) {
            throw Refusal.usage("nothing says how to publish a message: name a command last, after --, as in"
                    + " claimctl recover -- ./publish.sh, or save the messages with --to-dir DIR");
        }
        List<String> words =
                Objects.requireNonNull(spec).commandLine().getParseResult().originalArgs();
        int before = words.size() - command.size() - 1;
        if (!command.isEmpty() && (before < 0 || !words.get(before).equals("--"))) {
            throw Refusal.usage("'" + command.get(0) + "' is no option: put -- before the command that publishes");
        }
    }
}
