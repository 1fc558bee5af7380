package io.claimctl.cli;

import io.claimctl.claim.AcquireOutcome;
import io.claimctl.claim.Acquired;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Lease;
import io.claimctl.claim.Tokens;
import io.claimctl.claim.Unknown;
import io.claimctl.claim.Waiting;
import io.claimctl.cli.EachClaim.Ended;
import io.claimctl.cli.connection.Connection;
import io.claimctl.view.Format;
import io.claimctl.view.Operation;
import io.claimctl.view.SafeText;
import io.claimctl.view.Times;
import io.claimctl.view.View;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Takes claims that are free. */
@Command(
        description = {
            "A claim is free if it is new, released, or past its end. The token that is printed completes it, renews it, and"
                    + " releases it. Several claims are taken in the order given, each by itself.",
            "With --wait it tries again while somebody else holds the claim: first after 100ms, then slower, down to every 5s,"
                    + " and when the lease ends. A completed claim is not waited for.",
            "With -o env the result is for eval: a failure unsets the variables and leaves its exit code, so that set -e or ||"
                    + " stops the script.",
        },
        footer = {
            "  claimctl acquire order-1003 --ttl 5m",
            "  claimctl acquire order-1003 --ttl 5m --wait 1m",
            "  v=$(claimctl acquire order-1003 --ttl 5m -o env) || exit $?; eval \"$v\"",
            "  claimctl acquire order-1003 --ttl 90s -o json | jq -r .token",
        })
@Shows({Format.TABLE, Format.WIDE, Format.JSON, Format.NDJSON, Format.YAML, Format.CSV, Format.NAME, Format.ENV})
@Ends({
    ExitCode.DONE,
    ExitCode.HELD,
    ExitCode.LOST,
    ExitCode.PARTIAL,
    ExitCode.REFUSED,
    ExitCode.ALREADY_COMPLETED,
    ExitCode.UNKNOWN,
    ExitCode.TRY_LATER
})
final class AcquireCommand implements Callable<Integer> {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final IdOutputOptions output = new IdOutputOptions();

    @Mixin
    private final ClaimIds claims = new ClaimIds();

    private List<String> ids = List.of();

    @Option(
            names = "--ttl",
            required = true,
            paramLabel = "DURATION",
            converter = DurationOption.Positive.class,
            description = "How long the lease runs.")
    private Duration ttl = Duration.ZERO;

    @Option(
            names = "--wait",
            paramLabel = "DURATION",
            converter = DurationOption.Positive.class,
            description = "How long to wait, in all, for claims that somebody else holds (default: not at all).")
    private @Nullable Duration wait;

    @Option(
            names = "--instance",
            paramLabel = "NAME",
            description = "Who acquires; stands before the token, for people to see.")
    private @Nullable String instance;

    @Mixin
    private final ProtectedOption consent = new ProtectedOption();

    private final Context context;

    AcquireCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        ids = claims.named();
        Tokens tokens = tokens();
        refuseSeveral();
        try (Connection open = context.connect(connection, consent, output)) {
            Stopping stopping = context.stopping(open.timeout().multipliedBy(2)); // an acquire under way, and a release
            ClaimStore store = open.claimStore().withTokens(tokens);
            View view = context.view(connection, output);
            Prose prose = context.prose(output);
            int code = new EachClaim(context, view, prose, Operation.ACQUIRE, ids)
                    .run(new Acquisitions(store, view, prose, stopping));
            open.commandsSent().ifPresent(sent -> prose.detail("commands sent to the server: " + sent));
            return code;
        }
    }

    private void refuseSeveral() {
        if (ids.size() == 1) {
            return;
        }
        if (output.format() == Format.ENV) {
            throw Refusal.usage(
                    "-o env is for one claim, since its variables hold one token: name one, or use -o json");
        }
        if (wait != null && wait.compareTo(ttl) >= 0) {
            throw Refusal.usage("--wait " + Times.exact(wait) + " is not shorter than --ttl " + Times.exact(ttl)
                    + ": the lease of the first claim could end while another is waited for; name one claim, or give a"
                    + " longer --ttl");
        }
    }

    /** Acquires one claim after the other; the last one can be given back. */
    private final class Acquisitions implements EachClaim.Step {
        private final ClaimStore store;
        private final View view;
        private final Prose prose;
        private final Stopping stopping;
        private final @Nullable Waiting waiting;
        private @Nullable Lease last;

        Acquisitions(ClaimStore store, View view, Prose prose, Stopping stopping) {
            this.store = store;
            this.view = view;
            this.prose = prose;
            this.stopping = stopping;
            this.waiting = wait == null ? null : store.waiting(wait, stopping);
        }

        @Override
        public Ended run(int index) {
            String id = ids.get(index);
            last = null;
            AcquireOutcome outcome = waiting == null ? store.acquire(id, ttl) : store.acquire(id, ttl, waiting);
            last = outcome.acquired().map(Acquired::lease).orElse(null);
            if (stopping.stopped() && !(outcome instanceof Unknown)) {
                letGo("a signal stopped the command");
                throw new Refusal(ExitCode.SIGNALLED, "stopped by a signal, without claim " + SafeText.of(id));
            }
            try {
                return new Ended(
                        view.acquired(
                                outcome,
                                List.of("--ttl", Times.exact(ttl)),
                                store.time().earliest()),
                        OutcomeExit.of(outcome));
            } catch (RuntimeException e) {
                letGo("its token could not be shown");
                throw e;
            }
        }

        @Override
        public boolean takenBack() {
            boolean held = last != null;
            letGo("the result could not be written");
            return held;
        }

        /** Nobody got the token, so nobody could complete the claim. */
        private void letGo(String why) {
            Lease lease = last;
            if (lease == null) {
                return;
            }
            last = null;
            prose.error("claim " + SafeText.of(lease.id()) + " " + GivenBack.of(lease, store) + ", since " + why);
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
