package io.claimctl.cli;

import io.claimctl.claim.Payloads;
import io.claimctl.claim.ResetOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a reset or a sweep lets claims go, and whether it asks before. */
final class ReleaseOptions {
    @Option(
            names = "--payloads",
            paramLabel = "WHAT",
            defaultValue = "skip",
            completionCandidates = PayloadWords.class,
            converter = PayloadWords.class,
            description = "Claims that hold a payload, which is a message: skip leaves them to recovery, include"
                    + " releases them and loses the message (default: ${DEFAULT-VALUE}).")
    private Payloads payloads = Payloads.SKIP;

    @Option(names = "--delete", description = "Delete what was released at once, instead of leaving that to TTL.")
    private boolean delete;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; kept with the claim for its former holder.")
    private @Nullable String reason;

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    ResetOptions options() {
        return new ResetOptions(payloads, delete, reason);
    }

    boolean yes() {
        return yes;
    }

    /** The options given that destroy something, and need a yes where nobody can be asked. */
    List<String> grave() {
        return java.util.stream.Stream.of(
                        payloads == Payloads.INCLUDE ? "--payloads include" : "", delete ? "--delete" : "")
                .filter(o -> !o.isEmpty())
                .toList();
    }
}
