package io.claimctl.claim;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a holder has in hand after an acquisition, and gives back to complete the claim.
 *
 * @param id the claim id
 * @param token the acquisition's identity
 * @param fence rises from one acquisition of the id to the next; for guarding resources downstream; empty where only the
 *     token is known
 * @param expiresAt the lease ends <em>at</em> this instant of the server's clock; empty where only the token is known
 */
public record Lease(String id, Token token, OptionalLong fence, Optional<Instant> expiresAt) {

    /** The lease that a token stands for, where nothing more of it is known (a token given on a command line). */
    public static Lease of(String id, Token token) {
        return new Lease(id, token, OptionalLong.empty(), Optional.empty());
    }
}
