package io.claimctl.cli;

import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Lease;
import io.claimctl.claim.PayloadOutcome;
import io.claimctl.cli.EachClaim.Ended;
import io.claimctl.cli.connection.Connection;
import io.claimctl.view.Operation;
import io.claimctl.view.View;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Stores a message with a claim. */
@Command(
        description = "Only with the token that holds the claim; also late, if nobody has taken it. The message is kept"
                + " byte for byte for recovery, and replaces the one before. An empty one is not stored. A claim that"
                + " holds a message is not released and not swept, unless told to; to complete it drops the message.",
        footer = {
            "  claimctl payload put order-1001 order.bin \\",
            "      --token pod-1:000000009e3779b97f4a7c15",
            "  CLAIMCTL_TOKEN=pod-1:000000009e3779b97f4a7c15 \\",
            "      claimctl payload put order-1001 order.bin",
            "  produce | claimctl payload put order-1001 - \\",
            "      --token pod-1:000000009e3779b97f4a7c15 \\",
            "      --event-name order.created --metadata region=eu --metadata shard=7",
        })
@Ends({ExitCode.DONE, ExitCode.LOST, ExitCode.NOT_FOUND, ExitCode.REFUSED, ExitCode.ALREADY_COMPLETED, ExitCode.UNKNOWN
})
final class PayloadPutCommand implements Callable<Integer> {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final IdOutputOptions output = new IdOutputOptions();

    @Parameters(index = "0", paramLabel = "ID", description = "The claim.")
    private String id = "";

    @Parameters(index = "1", paramLabel = "FILE", description = "File that holds the message; - is standard input.")
    private Path file = Path.of("");

    @Mixin
    private final TokenOption token = new TokenOption();

    @Mixin
    private final MetadataOption metadata = new MetadataOption();

    @Option(
            names = "--event-name",
            paramLabel = "NAME",
            description = "The event of the message. What is stored stays if this is left out or empty.")
    private @Nullable String eventName;

    @Mixin
    private final ProtectedOption consent = new ProtectedOption();

    private final Context context;

    PayloadPutCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        List<String> ids = ClaimIds.one(id);
        Lease lease = token.leases(ids, context).get(0);
        Map<String, String> pairs = metadata.pairs();
        MessageFile source = new MessageFile(file);
        if (source.isStandardInput() && connection.passwordStdin()) {
            throw Refusal.usage("--password-stdin and the message both come on standard input: name a file for one");
        }
        byte[] message = source.read(context.streams().in());
        try (Connection open = context.connect(connection, consent, output)) {
            ClaimStore store = open.claimStore();
            View view = context.view(connection, output);
            return new EachClaim(context, view, context.prose(output), Operation.PAYLOAD_PUT, ids).run(index -> {
                PayloadOutcome outcome = store.putPayload(lease, message, pairs, eventName);
                return new Ended(
                        view.payloadPut(
                                outcome, source.again(), options(), store.time().earliest()),
                        OutcomeExit.of(outcome));
            });
        }
    }

    /** What settles an unknown outcome: the same command again. */
    private List<String> options() {
        List<String> options = new ArrayList<>(metadata.repeated());
        if (eventName != null) {
            options.addAll(List.of("--event-name", eventName));
        }
        return options;
    }
}
