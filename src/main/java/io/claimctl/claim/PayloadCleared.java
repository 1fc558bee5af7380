package io.claimctl.claim;

/**
 * The claim has no stored message (any more). Its metadata and event name stay.
 *
 * @param id the claim id
 */
public record PayloadCleared(String id) implements PayloadOutcome {

    @Override
    public <R> R match(PayloadOutcome.Cases<R> cases) {
        return cases.payloadCleared(this);
    }
}
