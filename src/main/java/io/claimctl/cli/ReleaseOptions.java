package io.claimctl.cli;

import io.claimctl.claim.Payloads;
import io.claimctl.claim.ResetOptions;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a reset or a sweep lets claims go, and whether it asks before. */
final class ReleaseOptions {
    @OptionGroup("What becomes of them")
    @Option(names = "--delete", description = "Delete what was released at once, instead of leaving that to TTL.")
    private boolean delete;

    @OptionGroup("What becomes of them")
    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; kept with the claim for its former holder.")
    private @Nullable String reason;

    @OptionGroup(OptionGroup.GUARDS)
    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    ResetOptions options(Payloads payloads) {
        return new ResetOptions(payloads, delete, reason);
    }

    boolean delete() {
        return delete;
    }

    boolean yes() {
        return yes;
    }

    /**
     * The options given that destroy something, and need a yes where nobody can be asked.
     *
     * @param payloads the option for payloads, if it lets messages go; else empty
     */
    List<String> grave(String payloads) {
        return Stream.of(payloads, delete ? "--delete" : "")
                .filter(o -> !o.isEmpty())
                .toList();
    }
}
