package io.claimctl.cli;

import java.util.List;
import picocli.CommandLine.Parameters;

/** The claims that a command names, if it names any. */
final class OptionalClaimIds {
    @Parameters(arity = "0..*", paramLabel = "ID", description = "The claims; without any, those that options choose.")
    private List<String> ids = List.of();

    /**
     * The ids in the order given.
     *
     * @throws Refusal if one is empty, as where a script's variable is, or named twice
     */
    List<String> named() {
        return ClaimIds.distinct(ids);
    }
}
