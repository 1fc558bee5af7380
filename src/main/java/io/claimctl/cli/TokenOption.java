package io.claimctl.cli;

import io.claimctl.claim.Lease;
import io.claimctl.claim.Token;
import java.util.List;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;

/** The tokens of acquisitions, from the command line or the environment. */
final class TokenOption {
    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description =
                    "The token of the acquisition, as acquire printed it (env: CLAIMCTL_TOKEN). With several IDs one"
                            + " for each, in the same order.")
    private List<String> tokens = List.of();

    /** What is held under the tokens, which the command cannot do without: a lease for each id. */
    List<Lease> leases(List<String> ids, Context context) {
        List<String> given = tokens.isEmpty() && ids.size() == 1
                ? context.variable("CLAIMCTL_TOKEN").stream().toList()
                : tokens;
        if (given.isEmpty() || given.contains("")) {
            throw Refusal.usage("no token is given: use --token, or for one claim set CLAIMCTL_TOKEN");
        }
        paired("--token", given, ids);
        return IntStream.range(0, ids.size())
                .mapToObj(i -> Lease.of(ids.get(i), token(given.get(i))))
                .toList();
    }

    private static Token token(String text) {
        if (text.isBlank()) {
            throw Refusal.usage("--token is blank: use the token that acquire printed");
        }
        return new Token(text);
    }

    /** Refuses values that cannot be told to which ids they belong. */
    static void paired(String option, List<String> values, List<String> ids) {
        if (values.size() != ids.size()) {
            throw Refusal.usage("there are " + ids.size() + " IDs and " + values.size() + " of " + option
                    + ": give one for each ID, in the same order");
        }
    }
}
