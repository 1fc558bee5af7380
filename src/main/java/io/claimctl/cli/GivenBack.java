package io.claimctl.cli;

import io.claimctl.claim.AlreadyCompleted;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Fenced;
import io.claimctl.claim.KeptForRecovery;
import io.claimctl.claim.Lease;
import io.claimctl.claim.Malformed;
import io.claimctl.claim.NotFound;
import io.claimctl.claim.Payloads;
import io.claimctl.claim.ReleaseOutcome;
import io.claimctl.claim.Released;
import io.claimctl.claim.Reset;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.Unknown;
import io.claimctl.view.SafeText;
import io.claimctl.view.Times;
import java.time.Instant;
import java.util.Optional;

/** What became of a claim that was given back, since nobody got its token; a predicate of a sentence. */
final class GivenBack implements ReleaseOutcome.Cases<String> {
    private final Lease lease;

    private GivenBack(Lease lease) {
        this.lease = lease;
    }

    /** Gives it back. A payload from an earlier holder stays for recovery. */
    static String of(Lease lease, ClaimStore store) {
        GivenBack words = new GivenBack(lease);
        try {
            return store.release(lease, Payloads.SKIP).match(words);
        } catch (StoreException e) {
            return words.staysHeld(); // then the token is all that is left to say
        }
    }

    private String staysHeld() {
        return "stays held under the token " + token() + until(lease.expiresAt());
    }

    private String token() {
        return SafeText.of(lease.token().value());
    }

    private static String until(Optional<Instant> end) {
        return end.map(at -> " until " + Times.utc(at)).orElse("");
    }

    private String noLongerHeld() {
        return "is no longer held under the token " + token();
    }

    @Override
    public String released(Released outcome) {
        return "was released again";
    }

    @Override
    public String keptForRecovery(KeptForRecovery outcome) {
        return "is kept for recovery with the payload that it holds, under the token " + token()
                + until(Optional.ofNullable(outcome.claim().expiresAt()));
    }

    @Override
    public String unknown(Unknown outcome) {
        return staysHeld() + ", unless its release is applied after all";
    }

    @Override
    public String alreadyCompleted(AlreadyCompleted outcome) {
        return noLongerHeld();
    }

    @Override
    public String fenced(Fenced outcome) {
        return noLongerHeld();
    }

    @Override
    public String reset(Reset outcome) {
        return noLongerHeld();
    }

    @Override
    public String notFound(NotFound outcome) {
        return noLongerHeld();
    }

    @Override
    public String malformed(Malformed outcome) {
        return noLongerHeld();
    }
}
