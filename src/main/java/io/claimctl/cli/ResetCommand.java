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
import io.claimctl.cli.EachClaim.Ended;
import io.claimctl.cli.connection.Connection;
import io.claimctl.view.ClaimSink;
import io.claimctl.view.Operation;
import io.claimctl.view.Report;
import io.claimctl.view.SafeText;
import io.claimctl.view.View;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Frees claims one by one. */
@Command(
        description = {
            "On a terminal it shows the claim, asks, and resets exactly what it showed. Elsewhere it needs --seen, a"
                    + " fingerprint of inspect or stale list, or --token.",
            "If anything has happened to the claim since, it is left alone.",
        },
        footer = {
            "  claimctl reset order-1001",
            "  claimctl reset order-1001 --seen c1.dGhpcyBpcyBhIHNlZW4gMQ \\",
            "      --reason 'host lost'",
            "  claimctl reset order-1001 --token pod-1:000000009e3779b97f4a7c15",
        })
@Ends({ExitCode.DONE, ExitCode.LOST, ExitCode.NOT_FOUND, ExitCode.PARTIAL, ExitCode.REFUSED, ExitCode.UNKNOWN})
final class ResetCommand implements Callable<Integer> {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final IdOutputOptions output = new IdOutputOptions();

    @Mixin
    private final ReleaseOptions release = new ReleaseOptions();

    @OptionGroup(OptionGroup.GUARDS)
    @Option(
            names = "--payloads",
            paramLabel = "WHAT",
            defaultValue = "skip",
            completionCandidates = PayloadWords.class,
            converter = PayloadWords.class,
            description =
                    "A claim that holds a payload, which is a message: skip leaves it to recovery, include releases"
                            + " it and loses the message (default: ${DEFAULT-VALUE}).")
    private Payloads payloads = Payloads.SKIP;

    @Mixin
    private final ClaimIds claims = new ClaimIds();

    private List<String> ids = List.of();

    @OptionGroup(OptionGroup.GUARDS)
    @Option(
            names = "--seen",
            paramLabel = "FINGERPRINT",
            description =
                    "Reset the claim only if it still is what had this fingerprint. With several IDs one for each,"
                            + " in the same order.")
    private List<String> seen = List.of();

    @OptionGroup(OptionGroup.GUARDS)
    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description =
                    "Reset the claim only if this token holds it. With several IDs one for each, in the same order.")
    private List<String> tokens = List.of();

    @Mixin
    private final ProtectedOption consent = new ProtectedOption();

    private final Context context;

    ResetCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        ids = claims.named();
        refuseUnclear();
        try (Connection open = context.connect(connection, consent, output)) {
            ClaimStore store = open.claimStore();
            View view = context.view(connection, output);
            return new EachClaim(context, view, context.prose(output), Operation.RESET, ids)
                    .run(index -> ended(store, view, index));
        }
    }

    private Ended ended(ClaimStore store, View view, int index) {
        Optional<ResetOutcome> outcome = reset(store, index);
        if (outcome.isEmpty()) {
            String id = ids.get(index);
            String sentence = "claim " + SafeText.of(id) + " was not reset: not confirmed; nothing was changed";
            return new Ended(Report.none(Operation.RESET, "not_confirmed", id, sentence), ExitCode.REFUSED);
        }
        return new Ended(view.reset(outcome.get(), store.time().earliest()), OutcomeExit.of(outcome.get()));
    }

    private void refuseUnclear() {
        if (!seen.isEmpty() && !tokens.isEmpty()) {
            throw Refusal.usage("--seen and --token are both given: leave one out");
        }
        for (String text : seen) {
            if (!Fingerprint.isText(text)) {
                throw Refusal.usage(
                        "'" + SafeText.of(text) + "' (--seen) is no fingerprint: take it from inspect or stale list");
            }
        }
        if (tokens.stream().anyMatch(String::isBlank)) {
            throw Refusal.usage("--token is blank");
        }
        if (named()) {
            TokenOption.paired(seen.isEmpty() ? "--token" : "--seen", seen.isEmpty() ? tokens : seen, ids);
        }
        if (context.confirmation().possible()) {
            return;
        }
        if (!named()) {
            throw new Refusal(
                    ExitCode.REFUSED,
                    "nothing says which state of the claim to reset, and there is no terminal to"
                            + " show it on: give --seen, the fingerprint that inspect prints, or --token");
        }
        List<String> grave = grave();
        if (!grave.isEmpty() && !release.yes()) {
            throw new Refusal(
                    ExitCode.REFUSED,
                    String.join(" and ", grave) + (grave.size() == 1 ? " needs" : " need")
                            + " a yes, and there is no terminal to ask on: add --yes");
        }
    }

    private List<String> grave() {
        return release.grave(payloads == Payloads.INCLUDE ? "--payloads include" : "");
    }

    private boolean named() {
        return !seen.isEmpty() || !tokens.isEmpty();
    }

    /** Empty if the answer was no. */
    private Optional<ResetOutcome> reset(ClaimStore store, int index) {
        String id = ids.get(index);
        if (named() && (release.yes() || grave().isEmpty())) {
            return Optional.of(
                    seen.isEmpty()
                            ? store.reset(id, new Token(tokens.get(index)), release.options(payloads))
                            : store.reset(id, seen.get(index), release.options(payloads)));
        }
        Optional<ClaimRow> row = store.find(id);
        if (row.isEmpty()) {
            return Optional.of(new Gone(id));
        }
        if (row.get() instanceof Malformed malformed) {
            return Optional.of(malformed);
        }
        Claim claim = row.get().readable();
        if (claim.payload() != null && payloads == Payloads.SKIP) {
            return Optional.of(new KeptForRecovery(claim)); // no question whose yes would be refused
        }
        return release.yes() || confirmed(claim, store) ? Optional.of(reset(store, claim, index)) : Optional.empty();
    }

    private ResetOutcome reset(ClaimStore store, Claim shown, int index) {
        if (!seen.isEmpty() && !seen.get(index).equals(shown.fingerprint().text())) {
            return store.reset(shown.id(), seen.get(index), release.options(payloads));
        }
        if (!tokens.isEmpty() && !(tokens.get(index).equals(shown.workerId()) && shown.is(Status.PROCESSING))) {
            return store.reset(shown.id(), new Token(tokens.get(index)), release.options(payloads));
        }
        return store.reset(shown, release.options(payloads));
    }

    private boolean confirmed(Claim claim, ClaimStore store) {
        ClaimSink shown = context.viewForPeople(connection, output).inspect();
        shown.begin(store.time().earliest());
        shown.row(claim);
        shown.end(null);
        String what = grave().isEmpty() ? "" : " (" + String.join(", ", grave()) + ")";
        return context.confirmation().ask("Reset this claim" + what + "?") == Confirmation.Answer.YES;
    }
}
