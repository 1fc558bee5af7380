package io.claimctl.cli;

import io.claimctl.claim.ClaimStore;
import io.claimctl.cli.connection.Connection;
import io.claimctl.doctor.Doctor;
import io.claimctl.doctor.DoctorRequest;
import io.claimctl.doctor.Examination;
import io.claimctl.doctor.Level;
import io.claimctl.doctor.Proof;
import io.claimctl.view.Format;
import io.claimctl.view.ShellWords;
import io.claimctl.view.View;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Examines a server, a user's privileges and a collection. */
@Command(
        description = {
            "Looks at the server, its clocks, what this user may do, the collection, its indexes and its claims, and says what is"
                    + " wrong, what that means for claims, and which command mends it. It only reads. What the server or"
                    + " the user's role cannot answer is unknown, and no finding. Where there are very many claims, allow a"
                    + " longer --timeout.",
            "With --prove it also writes: threads race for scratch claims of its own, in 20 rounds or as many as --timeout"
                    + " allows. It removes these claims again, and says whether this server really has one winner. Some"
                    + " servers that speak MongoDB's protocol have not.",
        },
        footer = {
            "  claimctl doctor",
            "  claimctl doctor --older-than 10m -o wide",
            "  claimctl doctor --prove --yes",
            "  claimctl doctor -q -o ndjson | jq -r 'select(.level==\"error\").evidence'",
        })
@Shows({Format.TABLE, Format.WIDE, Format.JSON, Format.NDJSON, Format.YAML, Format.CSV})
@Ends({ExitCode.DONE, ExitCode.REFUSED, ExitCode.FINDINGS})
final class DoctorCommand implements Callable<Integer> {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final PlainOutputOptions output = new PlainOutputOptions();

    @Mixin
    private final StaleOptions stale = new StaleOptions();

    @Mixin
    private final ProtectedOption consent = new ProtectedOption();

    @Option(
            names = "--prove",
            description =
                    "Also write: race for scratch claims, to see whether this server has one winner. It asks before.")
    private boolean prove;

    @Option(names = "--yes", description = "Do not ask before --prove; needed where there is no terminal.")
    private boolean yes;

    private final Context context;

    DoctorCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        if (yes && !prove) {
            throw Refusal.usage("--yes answers the question of --prove, which is not given");
        }
        if (prove && !yes && !context.confirmation().possible()) {
            throw new Refusal(
                    ExitCode.REFUSED,
                    "--prove writes to the collection, and there is no terminal to ask on: add --yes");
        }
        try (Connection open =
                prove ? context.connect(connection, consent, output) : context.connectToRead(connection, output)) {
            if (prove && !yes && !confirmed(open)) {
                return ExitCode.REFUSED.code();
            }
            DoctorRequest request = new DoctorRequest(
                    stale.olderThan(),
                    open.retryWrites(),
                    repeated(),
                    ShellWords::visible,
                    context.forMongosh(connection));
            return examine(open.claimStore(), request);
        }
    }

    /** How long a proof may last is nothing to the lines that mend. */
    private List<String> repeated() {
        List<String> words = new ArrayList<>(connection.repeated());
        int timeout = prove ? words.indexOf("--timeout") : -1;
        if (timeout >= 0) {
            words.subList(timeout, timeout + 2).clear();
        }
        return words;
    }

    private boolean confirmed(Connection open) {
        String question = "Race for scratch claims in " + open.collectionName() + ", and remove them again?";
        boolean confirmed = context.confirmation().ask(question) == Confirmation.Answer.YES;
        if (!confirmed) {
            context.prose(output).error("not confirmed; nothing was changed");
        }
        return confirmed;
    }

    private int examine(ClaimStore store, DoctorRequest request) {
        View view = context.view(connection, output);
        Examination found = Doctor.examine(store, request).reworded(context.secrets()::scrub);
        if (prove) {
            Stopping stopping = context.stopping(store.timeout().multipliedBy(2)); // a round under way, and the removal
            found = found.and(new Proof(store, request, stopping).run(found)).reworded(context.secrets()::scrub);
        }
        view.examination(found);
        context.prose(output).say(summary(found));
        return (found.asksForAction() ? ExitCode.FINDINGS : ExitCode.DONE).code();
    }

    private static String summary(Examination found) {
        List<String> parts = new ArrayList<>();
        count(found.count(Level.ERROR), "error", parts);
        count(found.count(Level.WARNING), "warning", parts);
        long unknown = found.count(Level.UNKNOWN);
        String nothing = unknown == 0 ? "nothing to mend" : "nothing found";
        return (parts.isEmpty() ? nothing : String.join(", ", parts))
                + (unknown == 0
                        ? ""
                        : "; " + unknown + (unknown == 1 ? " check" : " checks") + " could not be answered");
    }

    private static void count(long count, String one, List<String> parts) {
        if (count > 0) {
            parts.add(count + " " + one + (count == 1 ? "" : "s"));
        }
    }
}
