package io.claimctl.cli;

import io.claimctl.claim.Token;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The token of an acquisition, from the command line or the environment. */
final class TokenOption {
    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description = "The token of the acquisition, as acquire printed it (env: CLAIMCTL_TOKEN).")
    private @Nullable String token;

    /** The token, which the command cannot do without. */
    Token required(Context context) {
        return Optional.ofNullable(token)
                .or(() -> context.variable("CLAIMCTL_TOKEN"))
                .filter(t -> !t.isBlank())
                .map(Token::new)
                .orElseThrow(() -> Refusal.usage("no token is given: use --token, or set CLAIMCTL_TOKEN"));
    }
}
