package io.claimctl.cli;

import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Fingerprint;
import io.claimctl.claim.Gone;
import io.claimctl.claim.KeptForRecovery;
import io.claimctl.claim.Malformed;
import io.claimctl.claim.Payloads;
import io.claimctl.claim.ResetOutcome;
import io.claimctl.claim.Status;
import io.claimctl.claim.Token;
import io.claimctl.cli.connection.Connection;
import io.claimctl.view.ClaimSink;
import io.claimctl.view.Report;
import io.claimctl.view.SafeText;
import io.claimctl.view.View;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Frees one claim. */
@Command(
        description = {
            "On a terminal it shows the claim, asks, and resets exactly what it showed. Elsewhere it needs --seen, a"
                    + " fingerprint of inspect or stale list, or --token.",
            "If anything has happened to the claim since, it is left alone.",
        },
        footer = {
            "  claimctl reset order-1",
            "  claimctl reset order-1 --seen c1.dGhpcyBpcyBhIHNlZW4gMQ --reason 'host lost'",
            "  claimctl reset order-1 --token pod-7:0123456789abcdef01234567",
        })
@Ends({ExitCode.DONE, ExitCode.LOST, ExitCode.NOT_FOUND, ExitCode.PARTIAL, ExitCode.REFUSED, ExitCode.UNKNOWN})
final class ResetCommand implements Callable<Integer> {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Mixin
    private final ReleaseOptions release = new ReleaseOptions();

    @Parameters(paramLabel = "ID", converter = ClaimIdConverter.class, description = "The claim.")
    private String id = "";

    @Option(
            names = "--seen",
            paramLabel = "FINGERPRINT",
            description = "Reset the claim only if it still is what had this fingerprint.")
    private @Nullable String seen;

    @Option(names = "--token", paramLabel = "TOKEN", description = "Reset the claim only if this token holds it.")
    private @Nullable String token;

    private final Context context;

    ResetCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        refuseUnclear();
        try (Connection open = context.connect(connection, output)) {
            ClaimStore store = open.claimStore();
            Optional<ResetOutcome> outcome = reset(store);
            if (outcome.isEmpty()) {
                context.prose(output).error("not confirmed; nothing was changed");
                return ExitCode.REFUSED.code();
            }
            ExitCode exit = OutcomeExit.of(outcome.get());
            View view = context.view(connection, output);
            Report report = view.reset(outcome.get(), store.time().earliest());
            context.show(view, report, exit, id, context.prose(output));
            return exit.code();
        }
    }

    private void refuseUnclear() {
        if (seen != null && token != null) {
            throw Refusal.usage("--seen and --token are both given: leave one out");
        }
        if (seen != null && !Fingerprint.isText(seen)) {
            throw Refusal.usage(
                    "'" + SafeText.of(seen) + "' (--seen) is no fingerprint: take it from inspect or stale list");
        }
        if (token != null && token.isBlank()) {
            throw Refusal.usage("--token is blank");
        }
        if (context.confirmation().possible()) {
            return;
        }
        if (seen == null && token == null) {
            throw new Refusal(
                    ExitCode.REFUSED,
                    "nothing says which state of the claim to reset, and there is no terminal to"
                            + " show it on: give --seen, the fingerprint that inspect prints, or --token");
        }
        List<String> grave = release.grave();
        if (!grave.isEmpty() && !release.yes()) {
            throw new Refusal(
                    ExitCode.REFUSED,
                    String.join(" and ", grave) + " needs a yes, and there is no terminal to ask on: add --yes");
        }
    }

    /** Empty if the answer was no. */
    private Optional<ResetOutcome> reset(ClaimStore store) {
        boolean named = seen != null || token != null;
        if (named && (release.yes() || release.grave().isEmpty())) {
            return Optional.of(
                    seen != null
                            ? store.reset(id, seen, release.options())
                            : store.reset(id, new Token(String.valueOf(token)), release.options()));
        }
        Optional<ClaimRow> row = store.find(id);
        if (row.isEmpty()) {
            return Optional.of(new Gone(id));
        }
        if (row.get() instanceof Malformed malformed) {
            return Optional.of(malformed);
        }
        Claim claim = row.get().readable();
        if (claim.payload() != null && release.options().payloads() == Payloads.SKIP) {
            return Optional.of(new KeptForRecovery(claim)); // no question whose yes would be refused
        }
        return release.yes() || confirmed(claim, store) ? Optional.of(reset(store, claim)) : Optional.empty();
    }

    private ResetOutcome reset(ClaimStore store, Claim shown) {
        if (seen != null && !seen.equals(shown.fingerprint().text())) {
            return store.reset(id, seen, release.options());
        }
        if (token != null && !(token.equals(shown.workerId()) && shown.is(Status.PROCESSING))) {
            return store.reset(id, new Token(token), release.options());
        }
        return store.reset(shown, release.options());
    }

    private boolean confirmed(Claim claim, ClaimStore store) {
        ClaimSink shown = context.viewForPeople(connection, output).inspect();
        shown.begin(store.time().earliest());
        shown.row(claim);
        shown.end(null);
        String what = release.grave().isEmpty() ? "" : " (" + String.join(", ", release.grave()) + ")";
        return context.confirmation().ask("Reset this claim" + what + "?") == Confirmation.Answer.YES;
    }
}
